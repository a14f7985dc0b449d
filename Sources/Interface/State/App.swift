package import Music
package import Screen

/// The whole interface as one value; nothing outside it decides what shows.
package struct App: Equatable, Sendable {
  package var size: Size
  /// The present, as the run loop knows it; the state itself never asks a clock.
  package var now: ContinuousClock.Instant
  package var keymap: Keymap
  package var theme: Theme

  package var focus: Pane = .library
  package var mode: BrowseMode
  /// The way into the library pane's lists, one a mode; the last list shows.
  package var stacks: [BrowseMode: [ListState]]
  package var showsQueue = false
  /// The order that was chosen for each kind of list.
  package internal(set) var sorts = ListSorts()
  /// What lists are grouped by, and the groups that are collapsed.
  package internal(set) var groups = ListGroups()
  /// The templates that are kept under names, as they were listed last.
  package internal(set) var savedTemplates: [SavedTemplate] = []
  package var playlists: [ListState]
  package var queueList: ListState = .queue
  package var openPlaylistName: String?
  package var mix = MixBoard()
  package var selectedSlot: MixSlot = .one
  /// Slots that were just given a playlist which the board does not show yet.
  var assignedSlots: Set<MixSlot> = []

  package var queue = PlayQueue()
  package var player: PlayerState = .stopped
  /// What plays, as its entry shows it; nil until it is loaded.
  package var playing: Track?
  package var upNext: Track?
  /// The cue points of what plays, in the order of their times.
  package var cues: [Cue] = []
  /// What is known of the sound of what plays and of what comes next.
  package internal(set) var knownSounds: [TrackID: KnownSound] = [:]
  /// What this terminal can show, and what the user chose in its place.
  package var fittingStyle = WaveformStyle.blocks
  var chosenStyle: WaveformStyle?
  /// How much of it shows around the place that is heard; nil for all.
  package internal(set) var zoom: Duration?
  package internal(set) var keyNotation = KeyNotation.both
  /// What edits of cues have to remember from one key to the next.
  var cueing = Cueing()
  package var output: OutputState = .connecting
  /// Whether what is played is written to a file, and what that file lacks.
  package var writesFile = false
  var writingFaults: [String] = []
  package var volume = 1.0
  package var isMuted = false

  /// How everything sounds: what the player was told last.
  package var sound = SoundSettings()
  /// The sinks that there are, and the one that was chosen; nil follows the default.
  package var devices: [OutputDevice] = []
  package var chosenDevice: String?
  package var sleep = SleepState.off
  /// What the stream that plays says of itself.
  var streamTitle: StreamTitle?
  /// The placing whose sound does not come fast enough.
  var buffering: PlayID?
  /// The player has paused by itself, for a call.
  var isInterrupted = false
  /// How the entries in front of the player are played, as it was told.
  var entrySounds: [PlayID: EntrySound] = [:]
  /// What the player was told since of the one that plays.
  var adjusted: Adjusted?

  /// An entry that the mouse has taken hold of.
  var drag: Drag?
  /// What was left out of the last addition.
  var leftOut: LeftOut?
  /// Whether entries are marked that clash with the one before.
  package var showsClashes = true
  /// What is on its way and opens a window when it comes: what fits after a track, and an order
  /// for a playlist.
  var awaitedFits: TrackID?
  /// The track that plays, where it was taken since the cursor is on none.
  var fitsOfPlaying: TrackID?
  var awaitedArrangement: PlaylistID?
  package internal(set) var arranging: ArrangingState?
  /// How long the open playlist goes on.
  var remaining: Remaining?

  package var overlays: [Overlay] = []
  package var pendingKeys: [Key] = []
  package var message: Message?
  package var flash: SlotFlash?
  package var scan: ScanProgress?
  package var demo: DemoProgress?
  package var importing: ImportState?
  /// How far the analysis of the library is, as it was told last.
  package var analysis: AnalysisProgress?
  package var themeNames: [String] = []
  /// The skin that was asked for last; one with a mistake must not be asked for for ever.
  var triedTheme: String?

  /// The placing that was asked for last, and where in the queue it is.
  var asked: Placing?
  /// What was named to the player as next.
  var prepared: Placing?
  /// What was named behind that, and whether it was said that nothing follows.
  var later: [Placing] = []
  var isLaterOver = false
  var playSerial: UInt64 = 0
  var loadSerial = 0
  /// What makes one start's shuffles differ from another's; given, so that tests can name it.
  package var shuffleSalt: UInt64 = 0
  var shuffleSerial: UInt64 = 0
  /// Entries of the queue that the player could not open as next, until the queue goes on.
  var unplayable: Set<Int> = []
  /// The proposals of the first start, open until one was taken.
  var needsFirstRun = false
  var firstRun: FirstRun?
  /// The first tracks of the paths on the command line were told to play.
  var hasPlayedPaths = false
  /// The item that was heard to its end last.
  var endedByItself: PlayID?
  /// The item that was heard and then failed.
  var brokenOff: PlayID?
  var failuresInARow = 0
  /// Enter was pressed on a list that had no rows yet: play as soon as there is one.
  var playsWhenFound = false
  var lastSaved: ContinuousClock.Instant
  var needsSaving = false
  /// When the volume was changed first since it was saved.
  var volumeChanged: ContinuousClock.Instant?
  var lastNoticed: ContinuousClock.Instant
  /// A key was pressed since: there is one more look, and then none until the next key.
  var hasInputSinceLook = false
  var lastClick: Click?
  /// Where to go on in a restored queue: the player itself is asked on the first play.
  var resumeAt: Duration?
  var seekTarget: SeekTarget?
  /// When the player was last told where to go, and where it is to be told next: a key that is
  /// held sends more than an ear can follow.
  var lastSeek: ContinuousClock.Instant?
  var pendingSeek: Duration?

  /// One placing of a queue entry in front of the player.
  struct Placing: Equatable, Sendable {
    var request: PlayRequest
    var index: Int
    /// Where it is to begin.
    var start: Duration = .zero
    var id: PlayID { request.id }
    var queued: QueuedTrack { QueuedTrack(id.track, entry: request.entry) }
  }

  struct Adjusted: Equatable, Sendable {
    var id: PlayID
    var sound: EntrySound
  }

  struct StreamTitle: Equatable, Sendable {
    var id: PlayID
    var text: String
  }

  /// Where a seek asked the player to go; shown until the player reports.
  struct SeekTarget: Equatable, Sendable {
    var position: Duration
    var until: ContinuousClock.Instant
  }

  struct FirstRun: Equatable, Sendable {
    var proposed: FilePath?
    var demo: FilePath
  }

  struct Click: Equatable, Sendable {
    var position: Position
    var at: ContinuousClock.Instant
  }

  package struct SlotFlash: Equatable, Sendable {
    package var slot: MixSlot
    package var until: ContinuousClock.Instant
  }

  /// Lines of a document that is imported.
  package struct ImportState: Equatable, Sendable {
    package var done: Int
    package var total: Int
  }

  /// The playlist that an order is looked for, and how much of that is done, 0 to 1.
  package struct ArrangingState: Equatable, Sendable {
    package var playlist: PlaylistID
    package var part = 0.0
  }

  package struct DemoProgress: Equatable, Sendable {
    package var done: Int
    package var total: Int
  }

  /// The one line in which the player speaks.
  package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case plain, good, bad }
    package var text: String
    package var kind: Kind
    package var until: ContinuousClock.Instant
  }

  package init(
    size: Size, now: ContinuousClock.Instant, theme: Theme, keymap: Keymap = .standard,
    mode: BrowseMode = .folders
  ) {
    self.size = size
    self.now = now
    self.keymap = keymap
    self.theme = theme
    self.mode = mode
    lastSaved = now
    lastNoticed = now
    stacks = Dictionary(
      uniqueKeysWithValues: BrowseMode.allCases.map { ($0, [ListState(ListQuery($0.source))]) })
    playlists = [ListState(ListQuery(.playlists))]
  }
}

extension App {
  /// The list the library pane shows.
  package var library: ListState {
    get { stacks[mode]?.last ?? ListState(ListQuery(mode.source)) }
    set {
      guard let depth = stacks[mode]?.count else { return }
      stacks[mode]?[depth - 1] = newValue
    }
  }

  /// The list the playlists pane shows.
  package var side: ListState {
    get { showsQueue ? queueList : playlists[playlists.count - 1] }
    set {
      if showsQueue { queueList = newValue } else { playlists[playlists.count - 1] = newValue }
    }
  }

  /// The list of the focused pane, where it has one.
  package var focusedList: ListState? {
    get {
      switch focus {
      case .library: library
      case .playlists: side
      case .nowPlaying, .mix: nil
      }
    }
    set {
      guard let newValue else { return }
      switch focus {
      case .library: library = newValue
      case .playlists: side = newValue
      case .nowPlaying, .mix: break
      }
    }
  }

  /// The playlist whose entries show, if any.
  package var openPlaylist: PlaylistID? {
    if case .playlist(let id) = playlists[playlists.count - 1].query.source { id } else { nil }
  }

  /// The position to show: what is heard, or where a seek is going.
  package var position: Duration {
    if let seekTarget, seekTarget.until > now { return seekTarget.position }
    if let clock = player.clock { return clock.position(at: now) }
    if case .loading(let id) = player, let asked, asked.id == id { return asked.start }
    return resumeAt ?? .zero
  }

  package var duration: Duration? { player.clock?.duration ?? playing?.audio.duration }

  /// What is heard, with the entry that it was queued from.
  var heard: QueuedTrack? {
    player.item.map { id in asked.flatMap { $0.id == id ? $0.queued : nil } ?? QueuedTrack(id.track)
    }
  }

  package var isPlaying: Bool {
    if case .playing = player { true } else { false }
  }

  package mutating func say(_ text: String, _ kind: Message.Kind = .plain) {
    let time: Duration = kind == .bad ? .seconds(8) : .seconds(4)
    message = Message(text: text, kind: kind, until: now.advanced(by: time))
  }

  /// How long until something changes on the screen or must be saved by itself; nil for never.
  package var timeToNextTick: Duration? {
    var times: [Duration] = []
    if let message { times.append(now.duration(to: message.until)) }
    if let flash { times.append(now.duration(to: flash.until)) }
    if case .playing(_, let clock) = player, clock.isAdvancing {
      // The next full second of the position, a little late so that it shows as reached.
      let part = clock.position(at: now).seconds.truncatingRemainder(dividingBy: 1)
      times.append(.seconds((1 - part) / max(0.1, clock.speed)) + .milliseconds(2))
    }
    if let cueDue { times.append(cueDue) }
    if let zoomDue { times.append(zoomDue) }
    if let seekDue { times.append(seekDue - now) }
    if let seekTarget { times.append(seekTarget.until - now) }
    if case .until(let end) = sleep, end > now {
      // The minutes that are left are rounded up: they change when whole minutes are left.
      let rest = (end - now).seconds.truncatingRemainder(dividingBy: 60)
      times.append(.seconds(rest) + .milliseconds(2))
    }
    if let volumeChanged { times.append(volumeChanged.advanced(by: App.volumeDelay) - now) }
    if hasInputSinceLook { times.append(lastNoticed.advanced(by: App.lookingInterval) - now) }
    if needsSaving { times.append(lastSaved.advanced(by: App.savingInterval) - now) }
    return times.min().map { max(.milliseconds(1), $0) }
  }

  /// Seconds between two looks at what other processes did.
  static let lookingInterval: Duration = .seconds(2)
  /// Seconds between savings of the place; five is what a crash may cost.
  static let savingInterval: Duration = .seconds(4)
  /// A volume is kept soon after it was set, once for a key that is held.
  static let volumeDelay: Duration = .milliseconds(800)
}

extension ContinuousClock.Instant {
  static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
}

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
  /// The templates that lists are grouped by, and the groups that are collapsed.
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

  /// What plays, what comes next and the queue that it is from.
  package var playing = Playing()
  /// The cue points of what plays, in the order of their times.
  package var cues: [Cue] = []
  /// Findings and waveforms of the track that plays and of the next one.
  package internal(set) var knownSounds: [TrackID: KnownSound] = [:]
  /// The waveform style that this terminal can show, and the one that the user chose instead.
  package var fittingStyle = WaveformStyle.blocks
  var chosenStyle: WaveformStyle?
  /// How much of it shows around the place that is heard; nil for all.
  package internal(set) var zoom: Duration?
  package internal(set) var keyNotation = KeyNotation.both
  /// The state of cue edits from one key to the next.
  var cueing = Cueing()
  package var output: OutputState = .connecting
  package var volume = 1.0
  package var isMuted = false

  /// How everything sounds: what the player was told last.
  package var sound = SoundSettings()
  /// The sinks that there are, and the one that was chosen; nil follows the default.
  package var devices: [OutputDevice] = []
  package var chosenDevice: String?
  package var sleep = SleepState.off
  /// An entry that the mouse has taken hold of.
  var drag: Drag?
  /// Tracks that were left out of the last addition.
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
  /// The window that was left last for an edit, until the next key.
  var submission: Submission?
  /// The command lines of this run, the newest last.
  var commandLines: [String] = []
  package var pendingKeys: [Key] = []
  package var message: Message?
  /// Messages that are shown when the one before them has been seen.
  var waitingMessages: [Message] = []
  /// Whether a key or a press is being taken: what is said then is said at once.
  var isAnswering = false
  package var flash: SlotFlash?
  package var scan: ScanProgress?
  package internal(set) var isReadingLibrary = false
  package var demo: DemoProgress?
  package var importing: ImportState?
  /// How far the analysis of the library is, as it was told last.
  package var analysis: AnalysisProgress?
  package var themeNames: [String] = []
  /// The skin that was asked for last; one with a mistake must not be asked for for ever.
  var triedTheme: String?

  var loadSerial = 0
  /// The requests for rows that were made last and have no answer yet.
  var listSerials: [ListSlot: Int] = [:]
  /// The requests that were made last for the mix board and for the cues of what plays.
  var boardSerial = 0
  var cueSerial = 0
  /// The proposals of the first start, open until one was taken.
  var needsFirstRun = false
  var firstRun: FirstRun?
  /// Windows that were asked for, and the keys and presses there were.
  var awaitedWindows: [AwaitedWindow: WindowRequest] = [:]
  var inputs = 0
  /// Files that were found again while something else was open.
  var foundFiles: RelocationPlan?
  /// The form of a smart playlist that was not kept and could not be shown again.
  var refusedForm: Form?
  /// The count of keys when Enter was pressed on a list that a scan had found nothing for yet: the
  /// first track plays as soon as there is one, unless another key follows.
  var playsWhenFound: Int?
  /// Edits of the library that were asked for and have not ended.
  var editsUnderWay = 0
  /// The track that plays was edited in its pane, and has not been loaded since.
  var isPlayingEdited = false
  var lastSaved: ContinuousClock.Instant
  var needsSaving = false
  /// When the volume was changed first since it was saved.
  var volumeChanged: ContinuousClock.Instant?
  var lastNoticed: ContinuousClock.Instant
  /// A key was pressed since: there is one more look, and then none until the next key.
  var hasInputSinceLook = false
  var lastClick: Click?

  struct FirstRun: Equatable, Sendable {
    var proposed: FilePath?
    var demo: FilePath
  }

  struct Click: Equatable, Sendable {
    var position: Position
    var at: ContinuousClock.Instant
    /// The row that was clicked.
    var row: RowID?
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

  /// How long until something changes on the screen or must be saved by itself; nil for never.
  package var timeToNextTick: Duration? {
    var times: [Duration] = []
    if let messageDue { times.append(messageDue - now) }
    if let flash { times.append(now.duration(to: flash.until)) }
    times += playing.times(at: now)
    if let cueDue { times.append(cueDue) }
    if let zoomDue { times.append(zoomDue) }
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

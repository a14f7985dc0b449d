package import Music
package import Screen

/// The whole interface as one value; nothing outside it decides what shows.
package struct App: Equatable, Sendable {
  package var size: Size
  /// The present, as the run loop knows it; the state itself never asks a clock.
  package var now: ContinuousClock.Instant
  package var keymap: Keymap
  package internal(set) var skins: Skins

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

  /// The item that plays, those that come next, and their queue.
  package var playing = Playing()
  package var waveforms = Waveforms()
  package internal(set) var keyNotation = KeyNotation.both
  /// The cue points of what plays, and their edits.
  var cueing = Cueing()
  package internal(set) var audio = Audio()

  /// An entry that the mouse has taken hold of.
  var drag: Drag?
  /// Tracks that were left out of the last addition.
  var leftOut: LeftOut?
  /// Whether entries are marked that clash with the one before.
  package var showsClashes = true
  /// The track for which fits are on their way, which open a window when they come.
  var awaitedFits: TrackID?
  /// The track that plays, where it was taken since the cursor is on none.
  var fitsOfPlaying: TrackID?
  /// How long the open playlist goes on.
  var remaining: Remaining?

  package var overlays: [Overlay] = []
  /// The window that was left last for an edit, until the next key.
  var submission: Submission?
  /// The command lines of this run, the newest last.
  var commandLines: [String] = []
  package var pendingKeys: [Key] = []
  package var messages = Messages()
  package var flash: SlotFlash?
  package internal(set) var tasks = Tasks()

  var loadSerial = 0
  /// The requests for rows that were made last and have no answer yet.
  var listSerials: [ListSlot: Int] = [:]
  /// The request that was made last for the mix board.
  var boardSerial = 0
  /// The proposals of the first start; nil where the library had a folder.
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
  var saving: Saving
  var polling: Polling
  var lastClick: Click?

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

  package init(
    size: Size, now: ContinuousClock.Instant, theme: Theme, keymap: Keymap = .standard,
    mode: BrowseMode = .folders
  ) {
    self.size = size
    self.now = now
    self.keymap = keymap
    skins = Skins(theme)
    self.mode = mode
    saving = Saving(at: now)
    polling = Polling(at: now)
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
    if let due = messages.due { times.append(due - now) }
    if let flash { times.append(now.duration(to: flash.until)) }
    times += playing.times(at: now)
    if let cueDue { times.append(cueDue) }
    if let zoomDue { times.append(zoomDue) }
    if case .until(let end) = audio.sleep, end > now {
      // The minutes that are left are rounded up: they change when whole minutes are left.
      let rest = (end - now).seconds.truncatingRemainder(dividingBy: 60)
      times.append(.seconds(rest) + .milliseconds(2))
    }
    times += saving.times(at: now)
    if let time = polling.time(at: now) { times.append(time) }
    return times.min().map { max(.milliseconds(1), $0) }
  }
}

extension ContinuousClock.Instant {
  static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
}

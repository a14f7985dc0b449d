package import Music
package import Screen

/// The panes and lists of one terminal: their histories, cursors and marks, and the requests for
/// rows.
///
/// After each event `missingLoads` requests rows on and near the screen that are not loaded. Each request has a
/// serial number, and a list only one request: an older answer is dropped, and a list that was left
/// while loading is requested again when it shows.
package struct Browsing: Equatable, Sendable {
  package private(set) var size: Size
  /// The geometry of the skin, which decides the rectangles of the panes.
  private(set) var shape = Shape()
  /// Written in Browsing+Sizes only.
  var layoutChoice = LayoutChoice()
  package internal(set) var focus: Pane = .library {
    didSet {
      switch focus {
      case .library, .nowPlaying: growsPlaylists = false
      case .playlists: growsPlaylists = true
      case .mix: break
      }
      if focus != .mix { largeMix = nil }
      if focus != .nowPlaying { fullScreen = nil }
    }
  }
  /// Whether the playlists pane has the larger part of the screen: since a key chose it. A click
  /// changes no sizes, since what is under the pointer has to stay there.
  var growsPlaylists = false
  package internal(set) var mode: BrowseMode
  private var libraryHistory: [BrowseMode: ListHistory]
  private var playlistHistory = ListHistory(ListQuery(.playlists))
  package internal(set) var queueList: ListState = .queue
  /// The lists of books.
  package internal(set) var shelf = Bookshelf()
  /// The list of shared playlists, and whether a server may have some.
  package internal(set) var sharedShelf = SharedShelf()
  private(set) var hasSharing = false
  package private(set) var showsQueue = false
  /// How albums are listed.
  package internal(set) var albumView = AlbumView.list
  /// The tracks of the album at the cursor of the grid.
  var inspected: InspectedAlbum?
  /// The tab of the pane of the current track.
  package private(set) var playingTab = PlayingTab.track
  /// The mix pane's selected slot.
  var selectedSlot: MixSlot = .one
  package private(set) var openPlaylistName: String?
  /// Written in LargeMix and FullScreen only.
  var largeMix: LargeMix?
  /// Nil while panes show.
  var fullScreen: FullScreen?
  /// Whether a screen reader reads the screen.
  private(set) var hasScreenReader = false

  private var lastSerial = 0
  /// Serials of requests without an answer, by list.
  private var pending: [ListID: Int] = [:]
  /// The count of inputs when Enter was pressed on a list that is still empty during a scan: the
  /// first track found plays, unless another input follows.
  private var playsWhenFound: Int?

  // Written in Browsing+Sorting, +Groups, +Drag, +Clicks and +Remaining.

  /// The last chosen sort order of each kind of list.
  var sorts = ListSorts()
  /// The chosen columns of each kind of list.
  var columns = ListColumns()
  /// Written in RowDensity only.
  var density = RowDensity.compact
  /// The templates of lists, and their collapsed groups.
  var groups = ListGroups()
  /// The entry being dragged.
  var drag: Drag?
  /// The part of the screen that the pressed mouse button holds.
  var grip: Grip?
  /// The possible first press of a double click.
  var lastClick: Click?
  /// The remaining time of the open playlist.
  var remaining: Remaining?

  package init(size: Size, mode: BrowseMode) {
    self.size = size
    self.mode = mode
    libraryHistory = Dictionary(
      uniqueKeysWithValues: BrowseMode.allCases.map {
        ($0, ListHistory(ListGroups().applied(to: ListQuery($0.source))))
      })
  }

  // MARK: The lists

  private var history: ListHistory {
    get { libraryHistory[mode] ?? ListHistory(groups.applied(to: ListQuery(mode.source))) }
    set { libraryHistory[mode] = newValue }
  }

  /// The list of the library pane.
  package internal(set) var library: ListState {
    get { history.current }
    set { history.current = newValue }
  }

  /// The list of the playlists pane.
  package internal(set) var playlistsList: ListState {
    get { showsQueue ? queueList : playlistHistory.current }
    set { if showsQueue { queueList = newValue } else { playlistHistory.current = newValue } }
  }

  subscript(slot: ListID) -> ListState {
    get {
      switch slot {
      case .library: library
      case .playlists: playlistHistory.current
      case .queue: queueList
      }
    }
    set {
      switch slot {
      case .library: library = newValue
      case .playlists: playlistHistory.current = newValue
      case .queue: queueList = newValue
      }
    }
  }

  /// Whether the list of the library pane is the first one of its view.
  var isAtFirstOfMode: Bool { history.isAtFirst }

  /// The view of shared playlists goes with the servers that have some.
  mutating func knowSharing(_ hasSharing: Bool) {
    self.hasSharing = hasSharing
  }

  var focusedSlot: ListID? { focus.content.slot(in: self) }

  /// The list of the focused pane, where it has one.
  var focusedList: ListState? { focusedSlot.map { self[$0] } }

  /// The playlist whose entries show, if any.
  package var openPlaylist: PlaylistID? {
    if case .playlist(let id) = playlistHistory.current.query.source { id } else { nil }
  }

  /// Changes every list of the library and the playlists, hidden ones included.
  mutating func changeLists(_ change: (inout ListState) -> Void) {
    for mode in BrowseMode.allCases { libraryHistory[mode]?.change(change) }
    playlistHistory.change(change)
  }

  mutating func libraryChanged() {
    markStale()
    inspected = nil
    remaining?.isStale = true
  }

  mutating func markStale() {
    changeLists { $0.isStale = true }
    shelf.isStale = true
    markQueueStale()
  }

  mutating func markQueueStale() { queueList.isStale = true }

  // MARK: Navigation

  mutating func push(_ query: ListQuery) {
    let query = groups.applied(to: sorts.applied(to: query))
    switch focusedSlot {
    case .library: history.push(query)
    case .playlists: playlistHistory.push(query)
    case .queue, nil: break
    }
  }

  /// Opens a list in the library pane, from which the way back is to the first one of the view.
  mutating func openInView(_ query: ListQuery) {
    history.returnToFirst()
    history.push(groups.applied(to: sorts.applied(to: query)))
  }

  /// Returns to the list from which the visible one was opened; false at the first.
  mutating func pop() -> Bool {
    let hasLeft =
      switch focusedSlot {
      case .library: history.pop()
      case .playlists: playlistHistory.pop()
      case .queue, nil: false
      }
    if hasLeft, let slot = focusedSlot { self[slot].isStale = true }
    return hasLeft
  }

  mutating func open(_ playlist: Playlist) {
    returnToPlaylists()
    // Going back leads the cursor to the playlist that was open.
    playlistsList.select(.playlist(playlist.id))
    playlistHistory.push(groups.applied(to: ListQuery(.playlist(playlist.id))))
    openPlaylistName = playlist.name
  }

  mutating func renamed(_ playlist: PlaylistID, to name: String) {
    if playlist == openPlaylist { openPlaylistName = name }
  }

  /// Selects a new playlist where the playlists are focused or listed.
  mutating func selectNew(_ playlist: PlaylistID) {
    guard focus == .playlists || playlistHistory.isAtFirst else { return }
    if focus == .playlists { returnToPlaylists() }
    playlistHistory.current.select(.playlist(playlist))
  }

  mutating func returnToPlaylists() {
    focus = .playlists
    showsQueue = false
    playlistHistory.returnToFirst()
  }

  /// Shows the playlists, with the cursor on one of them once its row is loaded.
  mutating func returnToPlaylists(at playlist: PlaylistID) {
    returnToPlaylists()
    playlistsList.awaitRow(.playlist(playlist))
  }

  mutating func showQueue(_ isShown: Bool = true) { showsQueue = isShown }

  mutating func show(_ tab: PlayingTab) { playingTab = tab }

  /// Begins at another terminal, whose requests have serials of their own.
  ///
  /// - Parameter number: Of the terminal.
  mutating func begin(asTerminal number: Int) {
    lastSerial = number << Browsing.serialBits
    // Answers to the requests of another terminal reach that one alone.
    pending.removeAll()
    inspected = nil
    playsWhenFound = nil
    drag = nil
    grip = nil
  }

  /// The bits of a serial beside the number of its terminal.
  private static let serialBits = 40

  /// The terminal of a request.
  package static func terminal(ofSerial serial: Int) -> Int { serial >> serialBits }

  /// A resize scrolls every visible list to its cursor.
  mutating func resize(to size: Size) {
    self.size = size
    scrollToCursors()
  }

  mutating func setScreenReader(_ isOn: Bool) {
    guard isOn != hasScreenReader else { return }
    hasScreenReader = isOn
    scrollToCursors()
  }

  mutating func use(_ shape: Shape) {
    self.shape = shape
    scrollToCursors()
  }

  // MARK: Rows

  /// Requests the visible rows that are not loaded, and those that the next keys may show.
  ///
  /// - Parameters:
  ///   - afterEdits: Whether no edit is pending that the rows would lack.
  ///   - isTyping: Whether the next letter may ask for another list.
  mutating func missingLoads(of queue: PlayQueue, afterEdits: Bool, isTyping: Bool) -> [Effect] {
    var effects: [Effect] = []
    // The rows of the focused list come first.
    let slots = visibleSlots
    for slot in slots.filter({ $0 == focusedSlot }) + slots.filter({ $0 != focusedSlot }) {
      var list = self[slot]
      let height = height(of: slot)
      let lacks = isTyping ? list.lacksRows(height: height) : list.lacksNearRows(height: height)
      let isWanted = !list.isLoading && !list.hasFailed && lacks
      // A list that was left while loading gets no answer.
      let isForgotten = list.isLoading && pending[slot] != list.serial
      guard list.isStale || isWanted || isForgotten else { continue }
      lastSerial += 1
      pending[slot] = lastSerial
      list.request(lastSerial, afterEdits: afterEdits, height: height)
      effects.append(.list(list.load(for: slot, height: height, of: queue)))
      self[slot] = list
    }
    return effects
  }

  /// - Parameters:
  ///   - inputs: The count of keys and presses.
  ///   - isScanning: Whether a scan may still find something.
  mutating func receive(
    _ window: ListWindow, for slot: ListID, serial: Int, inputs: Int, isScanning: Bool
  ) -> Response {
    guard isAnswer(serial, for: slot) else { return [] }
    let jump = self[slot].jump
    self[slot].update(window, height: height(of: slot))
    if let jump, let end = window.jump { return Response([], .jumped(end, to: jump, window.query)) }
    guard slot == .library, let pressed = playsWhenFound else { return [] }
    if pressed == inputs, window.rows.isEmpty, isScanning { return [] }
    // Nothing plays hours after a scan without a result.
    playsWhenFound = nil
    guard pressed == inputs, let first = window.rows.first else { return [] }
    return Response([], .rowFound(first, window.query))
  }

  /// The rows could not be read; an immediate new request would loop.
  mutating func loadFailed(_ slot: ListID, serial: Int) {
    guard isAnswer(serial, for: slot) else { return }
    self[slot].fail()
  }

  /// Whether an answer is for the visible list; its request is no longer pending.
  private mutating func isAnswer(_ serial: Int, for slot: ListID) -> Bool {
    if pending[slot] == serial { pending[slot] = nil }
    return self[slot].serial == serial
  }

  mutating func playWhenFound(after inputs: Int) { playsWhenFound = inputs }
  mutating func forgetPlayWhenFound() { playsWhenFound = nil }

  // MARK: Session

  func save(in session: inout Session) {
    session.mode = mode
    session.focus = fullScreen?.pane ?? focus
    session.isFullScreen = fullScreen == nil ? nil : true
    session.showsQueue = showsQueue
    session.showsLyrics = playingTab == .lyrics ? true : nil
    session.showsComments = playingTab == .comments ? true : nil
    session.openPlaylist = openPlaylist
    session.openPlaylistName = openPlaylist == nil ? nil : openPlaylistName
    let first = history.first
    session.selected = first.selected
    session.sorts = sorts
    var sizes = layoutChoice
    sizes.form = .auto
    session.layout = sizes == LayoutChoice() ? nil : sizes
    session.templates = groups.templates.isEmpty ? nil : groups.templates
    session.sort = first.query.sort.rawValue
    session.isDescending = first.query.isDescending
  }

  mutating func restore(_ session: Session) {
    mode = session.mode ?? mode
    focus = session.focus ?? focus
    showsQueue = session.showsQueue ?? false
    playingTab =
      session.showsLyrics == true ? .lyrics : session.showsComments == true ? .comments : .track
    if session.isFullScreen == true { openFullScreen() }
    if let id = session.openPlaylist {
      playlistHistory.push(ListQuery(.playlist(id)))
      openPlaylistName = session.openPlaylistName
    }
    sorts = session.sorts ?? sorts
    if var sizes = session.layout {
      sizes.form = layoutChoice.form
      layoutChoice = sizes
    }
    groups = ListGroups(templates: session.templates ?? [:])
    let (sorts, groups) = (sorts, groups)
    for mode in BrowseMode.allCases {
      libraryHistory[mode]?.first.changeQuery { $0 = groups.applied(to: sorts.applied(to: $0)) }
      libraryHistory[mode]?.first.isStale = true
    }
    if session.sorts == nil, let sort = session.sort.flatMap(SortColumn.init(rawValue:)),
      library.query.sortColumns.contains(sort)
    {
      library.changeQuery {
        $0.sort = sort
        $0.isDescending = session.isDescending ?? false
      }
    }
    // A library's file may be somebody else's: its numbers are any numbers.
    library.selected = max(0, min(1_000_000_000, session.selected ?? 0))
    library.top = max(0, library.selected - height(of: .library) / 2)
  }
}

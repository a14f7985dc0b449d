import Music
import Screen

/// The differences between panes.
///
/// The defaults are those of a pane with a list or with a name only; its state is in `App`.
protocol PaneContent: Sendable {
  var pane: Pane { get }
  var title: String { get }
  /// The name on the frame of its box.
  func heading(in app: App) -> String
  /// Whether commands are about the current track rather than about a row.
  var actsOnPlaying: Bool { get }
  /// The visible list.
  func slot(in browsing: Browsing) -> ListID?
  /// The tabs in its first row, which is empty where another row names the panes.
  func tabs(in app: App) -> Tabs
  /// The command of a click on a tab.
  func command(ofTab index: Int, in app: App) -> Command
  /// The totals or the state at the right end of the row of tabs.
  ///
  /// - Parameters:
  ///   - columns: those of the pane.
  ///   - room: columns behind the tabs.
  func status(in app: App, columns: Int, room: Int) -> (text: String, face: Face)?
  /// The legend of the signs in the pane, for the lower edge of its box.
  func legend(in app: App) -> String
  /// Hints for the last line while the pane has the focus.
  func hints(in app: App) -> [(Command, String)]

  /// The tracks that commands are about.
  func selection(in app: App) -> Selection?
  /// The playlist that commands are about, where one is selected.
  func playlist(in app: App) -> Playlist?

  func changeTab(by step: Int, in browsing: inout Browsing)
  /// The action of Enter.
  func activate(in app: inout App) -> [Effect]
  func remove(in app: inout App) -> [Effect]
  func move(by step: Int, in app: inout App)
  func move(toRow index: Int, in app: inout App)

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget?
  /// Draws all but the tabs and what stands behind them.
  func draw(into frame: inout Frame, in rect: Rect, of app: App)

  /// The pane in words, for a screen reader.
  func readerText(in app: App) -> ReaderText
  /// The path or the name of an opened list.
  func openedName(in app: App) -> String?
  /// The text of its list without rows.
  func emptyPane(in app: App) -> EmptyPane
}

extension PaneContent {
  var actsOnPlaying: Bool { false }

  func heading(in app: App) -> String { title }

  func slot(in browsing: Browsing) -> ListID? { nil }

  func status(in app: App, columns: Int, room: Int) -> (text: String, face: Face)? { nil }

  func legend(in app: App) -> String { "" }

  func openedName(in app: App) -> String? { nil }

  func emptyPane(in app: App) -> EmptyPane { EmptyPane("") }

  func tabs(in app: App) -> Tabs {
    let isFocused = app.focus == pane
    return Tabs(names: [title], active: isFocused ? 0 : -1, isFocused: isFocused)
  }

  func command(ofTab index: Int, in app: App) -> Command { .pane(.focus(pane)) }

  func hints(in app: App) -> [(Command, String)] { [(.pane(.next), "pane"), (.help, "help")] }

  func selection(in app: App) -> Selection? {
    actsOnPlaying
      ? app.audibleItem.map { .tracks([$0]) }
      : slot(in: app.browsing).flatMap { app.selection(in: $0) }
  }

  func playlist(in app: App) -> Playlist? {
    guard let slot = slot(in: app.browsing),
      case .playlist(let node) = app.browsing[slot].selectedRow
    else { return nil }
    return node.playlist
  }

  func changeTab(by step: Int, in browsing: inout Browsing) {}

  func activate(in app: inout App) -> [Effect] {
    actsOnPlaying ? app.performPlaying(.playPause) : app.activateRow()
  }

  func remove(in app: inout App) -> [Effect] { [] }

  func move(by step: Int, in app: inout App) {
    if let slot = slot(in: app.browsing) { app.browsing.move(slot, by: step) }
  }

  func move(toRow index: Int, in app: inout App) {
    if let slot = slot(in: app.browsing) { app.browsing.move(slot, toRow: index) }
  }

  func target(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    paneTarget(at: position, in: rect, of: app)
  }

  /// The target in a pane of tabs and a list.
  func paneTarget(at position: Position, in rect: Rect, of app: App) -> ScreenTarget? {
    let focusing = ScreenTarget.command(nil, .pane(.focus(pane)))
    var tabs = tabs(in: app)
    (tabs.style, tabs.title) = (app.layout.shape.tabs, heading(in: app))
    if let title = app.layout.title(of: pane), position.row == title.row,
      tabs.areShown(in: app.layout)
    {
      return tabs.hit(position.column - title.column, limit: title.columns).map {
        .command(pane, command(ofTab: $0, in: app))
      } ?? focusing
    }
    guard let list = app.layout.list(of: pane), list.contains(position) else { return nil }
    guard let state = slot(in: app.browsing).map({ app.browsing[$0] }) else { return focusing }
    let height = app.browsing.rowHeight(of: state)
    let row = (position.row - list.row) / height
    let index = state.top + row
    return index < state.count && row < list.rows / height ? .row(pane, index) : focusing
  }
}

import Screen

/// A window above the panes: its keys, their actions, and its drawing.
///
/// A window changes the rest of the state through `inout App`: it plays, queues and opens other
/// windows by the functions that commands use, too. A value for all of that would be a second
/// `Command`.
protocol Window: Equatable, Sendable {
  /// The kind of its rows in the table of windows.
  var kind: WindowKind { get }
  /// Whether the screen behind it fades. Where it is changed or read meanwhile, it does not.
  func fadesScreen(in app: App) -> Bool
  /// Hints in the last line of the screen; none for a window that shows them itself.
  var hints: [Hint] { get }

  /// Handles an input while on top. The window stays as `replaceTop` left it, or closes.
  func handle(_ input: Input, in app: inout App) -> [Effect]
  func draw(into frame: inout Frame, of app: App)
  /// The window in words, for a screen reader.
  func readerText(in app: App) -> ReaderText

  /// The list that a scroll bar shows; nil for a window without one.
  func list(in app: App) -> WindowList?
  /// Scrolls the list to a first row.
  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect]

  /// How much of the focused list's row at the cursor a key needs.
  func rowUse(of key: Key, in app: App) -> Command.RowUse
  /// The window to show again when its submitted edit was refused; nil for a message only.
  func refused(_ reason: String) -> Overlay?
}

extension Window {
  var hints: [Hint] { [] }
  func fadesScreen(in app: App) -> Bool { true }

  func list(in app: App) -> WindowList? { nil }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] { [] }

  func rowUse(of key: Key, in app: App) -> Command.RowUse { .none }

  func refused(_ reason: String) -> Overlay? { nil }
}

/// A window whose list has a cursor.
protocol CursorWindow: Window {
  var cursor: ListCursor { get set }
  /// The window as one of those above the panes.
  var overlay: Overlay { get }
}

extension CursorWindow {
  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var window = self
    window.cursor.scroll(to: top, of: list)
    app.windows.replaceTop(window.overlay)
    return []
  }
}

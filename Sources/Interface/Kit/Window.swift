import Screen

/// A window above the panes, said in one place: which keys it has, what they do, what it looks like.
///
/// A window changes the rest of the state through `inout App`: it plays, queues and
/// opens other windows by the functions that commands use, too. A value that stood for all of that
/// would be a second `Command`.
protocol Window: Equatable, Sendable {
  /// The kind whose keys it has in the table of windows.
  var kind: WindowKind { get }
  /// Its keys in the last line of the screen; none where it shows them itself.
  var hints: [Hint] { get }

  /// Takes an input while it is the window on top. It stays as `replaceTop` left it, or closes.
  func handle(_ input: Input, in app: inout App) -> [Effect]
  func draw(into frame: inout Frame, of app: App)

  /// How much of the row at the cursor of the focused list a key needs.
  func rowUse(of key: Key, in app: App) -> Command.RowUse
  /// As it shows again when the edit that it was left for was refused; nil where only that is said.
  func refused(_ reason: String) -> Overlay?
}

extension Window {
  var hints: [Hint] { [] }

  func rowUse(of key: Key, in app: App) -> Command.RowUse { .none }

  func refused(_ reason: String) -> Overlay? { nil }
}

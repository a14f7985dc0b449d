/// The modes that ncurses does not set itself (xterm's ctlseqs); other terminals ignore them.
enum TerminalModes {
  /// Bracketed paste; mouse: presses, drags, columns beyond 223.
  private static let modes = [2004, 1000, 1002, 1006]

  static func enter(hasTitle: Bool) -> String {
    (hasTitle ? "\u{1B}[22;2t" : "") + modes.map { "\u{1B}[?\($0)h" }.joined()
  }

  static func leave(hasTitle: Bool) -> String {
    modes.reversed().map { "\u{1B}[?\($0)l" }.joined() + (hasTitle ? "\u{1B}[23;2t" : "")
  }

  static func title(_ text: String) -> String { "\u{1B}]2;\(text)\u{1B}\\" }
}

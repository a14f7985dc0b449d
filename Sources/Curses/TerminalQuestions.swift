/// Questions about images, the background and right-to-left text (xterm's ctlseqs, Contour's color
/// palette update notifications, BiDi in Terminal Emulators), in one write. What a terminal does not know, it ignores; every terminal answers
/// the last one, DA1.
enum TerminalQuestions {
  private static let name = "\u{1B}[>0q"
  private static let cellSize = "\u{1B}[16t"
  private static let area = "\u{1B}[?2;1;0S"
  private static let synchronization = "\u{1B}[?2026$p"
  private static let reordering = "\u{1B}[8$p"
  private static let tone = "\u{1B}[?996n"
  /// The question for the background's colour, which a terminal can change at any time.
  static let background = "\u{1B}]11;?\u{1B}\\"
  private static let attributes = "\u{1B}[c"

  /// - Parameter isInTmux: whether the terminal outside of tmux is asked, too.
  static func text(isInTmux: Bool) -> String {
    let inside =
      name + cellSize + area + synchronization + reordering + tone + background + attributes
    guard isInTmux else { return inside }
    return inside + outside
  }

  /// The question for the size of a cell, which a resize may have changed.
  static func cell(isInTmux: Bool) -> String {
    isInTmux ? cellSize + throughTmux(cellSize) : cellSize
  }

  /// The questions to the terminal outside of tmux.
  static var outside: String { [name, cellSize, reordering, attributes].map(throughTmux).joined() }

  /// A sequence that tmux passes on to the terminal outside, where that is allowed.
  static func throughTmux(_ sequence: String) -> String {
    "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}

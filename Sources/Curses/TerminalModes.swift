import Screen

/// The modes that ncurses does not set itself (xterm's ctlseqs); other terminals ignore them.
enum TerminalModes {
  /// Bracketed paste; mouse: presses, drags, columns beyond 223; reports of the background's tone
  /// and of the focus, from which a session in tmux learns of another terminal outside.
  private static let modes = [2004, 1000, 1002, 1006, 2031, 1004]

  static func enter(hasTitle: Bool) -> String {
    (hasTitle ? "\u{1B}[22;2t" : "") + modes.map { "\u{1B}[?\($0)h" }.joined()
  }

  static func leave(hasTitle: Bool) -> String {
    modes.reversed().map { "\u{1B}[?\($0)l" }.joined() + (hasTitle ? "\u{1B}[23;2t" : "")
  }

  /// The writes between the two are shown at once.
  static let beginUpdate = "\u{1B}[?2026h"
  static let endUpdate = "\u{1B}[?2026l"

  /// - Parameter text: in base64.
  static func copy(_ text: String) -> String { "\u{1B}]52;c;\(text)\u{1B}\\" }
  static func title(_ text: String) -> String { "\u{1B}]2;\(text)\u{1B}\\" }
  /// Nil takes the progress away (ConEmu's sequence, which others have taken over).
  static func progress(_ progress: WorkProgress?) -> String {
    let state =
      switch progress {
      case nil: "0;0"
      case let progress?: progress.percent.map { "1;\($0)" } ?? "3;0"
      }
    return "\u{1B}]9;4;\(state)\u{1B}\\"
  }
}

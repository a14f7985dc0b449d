extension Frame {
  /// Replaces lines, blocks and signs by characters of ASCII; letters of any script stay.
  package mutating func replaceSigns() {
    for index in cells.indices where cells[index].text.utf8.count > 1 {
      guard let scalar = cells[index].text.unicodeScalars.first else { continue }
      if let sign = Frame.signs[scalar] {
        cells[index].text = sign
      } else if (0x2801...0x28FF).contains(scalar.value) {
        // The dots of a braille cell.
        cells[index].text = (scalar.value & 0xFF).nonzeroBitCount > 4 ? "#" : ":"
      }
    }
  }

  /// Texts of one column each.
  private static let signs: [Unicode.Scalar: String] = {
    var signs: [Unicode.Scalar: String] = [:]
    for (from, to) in [
      ("─╌┄╶╴╺‒–—−▔", "-"), ("━═▬", "="), ("│┃║╷╵╹╻▏▌▐", "|"),
      ("╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"),
      ("▶►▸", ">"), ("◀◂", "<"), ("‖", "\""), ("■·…", "."), ("▾▼", "v"), ("▴▲△", "^"),
      ("•★", "*"), ("≠", "#"), ("☆☾◌◇□", "-"), ("✓", "+"), ("☊", "h"), ("✶", "l"), ("♥", "L"),
      ("●╸○◆✎✦◉◈", "o"), ("♪", ">"), ("⨯×✕", "x"),
      ("↻⇄", "@"), ("“”❞", "\""), ("┿╪╞", "["), ("╡", "]"), ("‹", "<"), ("›", ">"), ("’", "'"),
      ("▁▂▖▗", "."), ("▃▄", ":"), ("▅▆▀▘▝▚▞", "="), ("▇▙▟▛▜", "*"), ("█▮", "#"),
    ] {
      for scalar in from.unicodeScalars { signs[scalar] = to }
    }
    return signs
  }()
}

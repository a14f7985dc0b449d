extension Frame {
  /// Replaces lines, blocks and signs by characters of ASCII; letters of any script stay.
  package mutating func replaceSigns() {
    for index in cells.indices {
      guard let scalar = cells[index].cluster.base, !scalar.isASCII else { continue }
      if let sign = Frame.signs[scalar] {
        cells[index].cluster = sign
      } else if (0x2801...0x28FF).contains(scalar.value) {
        // The dots of a braille cell.
        cells[index].cluster = Cluster((scalar.value & 0xFF).nonzeroBitCount > 4 ? "#" : ":")
      }
    }
  }

  /// Replaces the signs of reactions by letters.
  package mutating func replaceReactions() {
    for index in cells.indices {
      if let scalar = cells[index].cluster.base, let letter = Frame.reactions[scalar] {
        cells[index].cluster = letter
      }
    }
  }

  private static let reactions = signs.filter { "☊✶♥".unicodeScalars.contains($0.key) }

  /// Signs of one column each.
  private static let signs: [Unicode.Scalar: Cluster] = {
    var signs: [Unicode.Scalar: Cluster] = [:]
    for (from, to) in [
      ("─╌┄╶╴╺‒–—−▔", "-"), ("━═▬", "="), ("│┃║╷╵╹╻▏▌▐", "|"),
      ("╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬", "+"),
      ("▶►▸", ">"), ("◀◂", "<"), ("‖", "\""), ("■·…", "."), ("▾▼", "v"), ("▴▲△", "^"),
      ("•★", "*"), ("≠", "#"), ("☆☾◌◇□", "-"), ("✓", "+"), ("☊", "h"), ("✶", "l"), ("♥", "L"),
      ("●╸○◆✎✦◉◈", "o"), ("♪", ">"), ("⨯×✕", "x"),
      ("↻⇄", "@"), ("“”❞", "\""), ("┿╪╞", "["), ("╡", "]"), ("‹", "<"), ("›", ">"), ("’", "'"),
      ("▁▂▖▗", "."), ("▃▄", ":"), ("▅▆▀▘▝▚▞", "="), ("▇▙▟▛▜", "*"), ("█▮", "#"),
    ] {
      for scalar in from.unicodeScalars { signs[scalar] = Cluster(text: to) }
    }
    return signs
  }()
}

import Music

// Completion and help of a command line, and corrections of misspelt commands.
extension CommandLineReader {
  /// Completions of a line: names of commands, or arguments of one.
  ///
  /// - Parameter words: Arguments that are known only while the program runs, by command.
  package static func completions(
    of line: String, words: (String) -> [String] = { _ in [] }
  ) -> [String] {
    let typed = line.lowercased()
    guard let space = typed.firstIndex(of: " ") else {
      return names.filter { $0.hasPrefix(typed) }.map { takesArgument($0) ? $0 + " " : $0 }
    }
    guard let usage = usages.first(where: { $0.name == typed[..<space] }) else { return [] }
    let argument = String(typed[space...].drop { $0 == " " })
    return (usage.words + words(usage.name)).filter { $0.lowercased().hasPrefix(argument) }
      .map { "\(usage.name) \($0)" }
  }

  static func takesArgument(_ name: String) -> Bool { usages.contains { $0.name == name } }

  /// The usage of the typed command; nil for none.
  static func hint(for line: String) -> String? {
    let typed = line.drop { $0 == " " }
    let name = typed.prefix { $0 != " " }.lowercased()
    if let usage = usages.first(where: { $0.name == name }) {
      return "\(usage.form): \(usage.summary)"
    }
    return CommandTable.entries.first { $0.name == name }?.summary
  }

  /// The likely meant name: one with the same beginning, else one within two slips.
  static func nearest(to name: String) -> String? { nearest(to: name, in: names) }

  static func nearest(to name: String, in names: [String]) -> String? {
    if let alike = names.first(where: { $0.hasPrefix(name) || name.hasPrefix($0) }) {
      return alike
    }
    let most = name.count < 5 ? 1 : 2
    // A very long name is no misspelling.
    guard name.count <= 30 else { return nil }
    let alike = names.filter { abs($0.count - name.count) <= most }
    let near = alike.map { ($0, slips(from: Array(name), to: Array($0))) }.filter { $0.1 <= most }
    return near.min { $0.1 < $1.1 }?.0
  }

  /// The edit distance with swaps of neighbours (optimal string alignment).
  private static func slips(from old: [Character], to new: [Character]) -> Int {
    var rows = [Array(0...new.count)]
    for (row, character) in old.enumerated() {
      var next = [row + 1]
      for (column, other) in new.enumerated() {
        var least = min(rows[row][column + 1], next[column]) + 1
        least = min(least, rows[row][column] + (character == other ? 0 : 1))
        if row > 0, column > 0, character == new[column - 1], old[row - 1] == other {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[old.count][new.count]
  }
}

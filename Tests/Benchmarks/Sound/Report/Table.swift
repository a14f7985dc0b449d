/// The final table, to read and to paste into a page.
struct Table {
  var rows: [Row]
  var entrants: [Entrant]

  private var cells: [[String]] {
    let head = ["measured"] + entrants.map(\.title) + ["limit", "verdict"]
    return [head]
      + rows.map { row in
        let title = "\(row.measure.title) [\(row.measure.unit)]"
        return [title] + entrants.map(row.cell) + [row.measure.limitText, row.verdict.rawValue]
      }
  }

  var text: String {
    let cells = cells
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    func line(_ words: [String]) -> String {
      let padded = zip(words, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|")
    return ([line(cells[0]), rule + "|"] + cells.dropFirst().map(line)).joined(separator: "\n")
  }
}

import Music

/// The energy of a mix over its columns, 1 to 10, in smooth steps between the entries' middles.
struct MixEnergy: Equatable {
  /// Empty where no entry's energy is known.
  let values: [Double]

  init(_ timeline: MixTimeline, scale: MixScale, columns: Int) {
    guard columns > 0 else {
      values = []
      return
    }
    var sums = Array(repeating: (total: 0.0, count: 0), count: columns)
    for span in MixSpan.spans(of: timeline, scale) {
      guard let index = span.entries.first, index < timeline.entries.count,
        let energy = timeline.entries[index].point.energy
      else { continue }
      let column = min(columns - 1, Int((span.start + span.end) / 2))
      sums[column].total += Double(min(10, max(1, energy)))
      sums[column].count += 1
    }
    let known = sums.indices.filter { sums[$0].count > 0 }
    values = Self.curve(
      known.map { ($0, sums[$0].total / Double(sums[$0].count)) }, columns: columns)
  }

  private static func curve(_ points: [(column: Int, value: Double)], columns: Int) -> [Double] {
    guard let first = points.first else { return [] }
    var (before, rest) = (first, points.dropFirst())
    return (0..<columns).map { column in
      while let next = rest.first, next.column <= column {
        before = next
        rest = rest.dropFirst()
      }
      guard column > before.column, let next = rest.first else { return before.value }
      let part = Double(column - before.column) / Double(next.column - before.column)
      return before.value + (next.value - before.value) * part * part * (3 - 2 * part)
    }
  }

  /// One row of bars of up to six eighths.
  var bars: String {
    String(values.map { Self.eighths[Int((($0 - 1) / 9 * 5).rounded())] })
  }

  private static let eighths: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆"]

  /// A line of braille dots, two in a column; rows from the top.
  func line(rows: Int) -> [String] {
    let last = rows * 4 - 1
    let heights = values.map { last - Int((($0 - 1) / 9 * Double(last)).rounded()) }
    var cells = Array(repeating: Array(repeating: UInt32(0), count: values.count), count: rows)
    for (column, height) in heights.enumerated() {
      let next = heights[min(column + 1, heights.count - 1)]
      let middle = (height + next) / 2
      cells[height / 4][column] |= Self.leftDots[height % 4]
      cells[middle / 4][column] |= Self.rightDots[middle % 4]
    }
    return cells.map { row in
      String(
        String.UnicodeScalarView(
          row.map { $0 == 0 ? " " : Unicode.Scalar(0x2800 + $0) ?? " " }))
    }
  }

  private static let leftDots: [UInt32] = [0x01, 0x02, 0x04, 0x40]
  private static let rightDots: [UInt32] = [0x08, 0x10, 0x20, 0x80]
}

/// The way to keep texts apart that run from right to left, in terminals that reorder rows by the
/// bidirectional algorithm (Unicode Standard Annex 9). Without one, such a text draws the columns
/// beside it into its own order.
package enum BidiSeparation: Sendable {
  /// For terminals that leave the order of cells alone.
  case none
  /// FSI in front of a text and PDI behind it. Both take no column, and ride on other cells.
  case isolates
  /// A concealed line in place of the blanks beside a text, for mlterm: it reorders the parts
  /// between lines one by one, gives an isolate a column, and counts other controls as columns.
  case lines

  /// The part of a separation that one cell of a row carries.
  package enum Mark: Equatable, Sendable {
    case none
    /// Controls behind the cell's own characters.
    case controls(String)
    /// A concealed line in place of a blank.
    case line
  }

  private static let open = "\u{2068}"
  private static let close = "\u{2069}"
  /// LRM, where no cell could carry the opening isolate: what follows keeps its place at least.
  private static let leftToRight = "\u{200E}"

  /// The mark of each cell of a row; empty for a row without marks, as most are.
  package func marks(of row: ArraySlice<Frame.Cell>) -> [Mark] {
    guard self != .none, row.contains(where: { $0.isolate != .outside }) else { return [] }
    var marks = Array(repeating: Mark.none, count: row.count)
    var index = row.startIndex
    while index < row.endIndex {
      guard row[index].isolate != .outside else {
        index += 1
        continue
      }
      let rest = row[(index + 1)...]
      let end = rest.firstIndex { $0.isolate != .inside } ?? row.endIndex
      if let text = BidiSeparation.words(in: row[index..<end]) { separate(text, in: row, &marks) }
      index = end
    }
    return marks
  }

  /// A text without the blanks at its ends, and without the signs and dashes in front of a name,
  /// which stay where they are whichever way it runs; nil for blanks alone.
  private static func words(in text: ArraySlice<Frame.Cell>) -> ClosedRange<Int>? {
    guard let last = text.lastIndex(where: { !$0.isBlank }) else { return nil }
    var start = last
    for word in text[...last].split(whereSeparator: \.isBlank) {
      start = min(start, word.startIndex)
      if word.contains(where: \.isLetterOrDigit) { return word.startIndex...last }
    }
    return start...last
  }

  private func separate(
    _ text: ClosedRange<Int>, in row: ArraySlice<Frame.Cell>, _ marks: inout [Mark]
  ) {
    switch self {
    case .none: break
    case .isolates:
      let before = BidiSeparation.carrier(before: text.lowerBound, in: row)
      if let before { marks[before - row.startIndex].append(BidiSeparation.open) }
      let last = BidiSeparation.carrier(before: text.upperBound + 1, in: row) ?? text.upperBound
      marks[last - row.startIndex]
        .append(before == nil ? BidiSeparation.leftToRight : BidiSeparation.close)
    case .lines:
      for index in [text.lowerBound - 1, text.upperBound + 1]
      where row.indices.contains(index) && row[index].isBlank {
        marks[index - row.startIndex] = .line
      }
    }
  }

  /// The cell that is written last in front of another one; nil where it cannot carry controls.
  private static func carrier(before index: Int, in row: ArraySlice<Frame.Cell>) -> Int? {
    let written = row[..<index].lastIndex { !$0.isContinuation }
    return written.flatMap { Placeholder.isIn(row[$0]) ? nil : $0 }
  }
}

extension Frame.Cell {
  fileprivate var isLetterOrDigit: Bool {
    cluster.base.map {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    } ?? false
  }
}

extension BidiSeparation.Mark {
  fileprivate mutating func append(_ controls: String) {
    if case .controls(let first) = self {
      self = .controls(first + controls)
    } else {
      self = .controls(controls)
    }
  }
}

import Music
import Screen

/// The columns of the slots' parts, which stand below each other.
struct MixColumns {
  let name: Int
  let strip: Range<Int>
  /// Shared by the strips; nil without an entry in any slot.
  let scale: MixScale?
  /// The widths of `MixDetails.texts` at the right; one row has no other place for them.
  private let widths: [Int]

  private static let badge = 4
  private static let label = 25

  /// - Parameter isHigh: Whether a slot has rows for its details below its name.
  init(_ board: MixBoard, width: Int, isHigh: Bool) {
    let width = max(0, width)
    if isHigh {
      let label = min(Self.label, max(14, width * 2 / 5))
      (name, widths) = (label - Self.badge - 2, [])
      strip = min(label, width)..<width
    } else {
      let details = board.playlists.map { MixDetails($1, board.timelines[$0]).texts }
      let all = MixDetails.widths.indices.map { index in
        let longest = details.map { TextWidth.columns(of: $0[index]) }.max() ?? 0
        return longest == 0 ? 0 : max(MixDetails.widths[index], longest)
      }
      let wide = width >= 110 ? 20 : 14
      let choices = [(wide, 3), (14, 2), (14, 1), (14, 0), (10, 0), (0, 0)]
      let columns = choices.map { name, parts in
        (name, Self.strip(in: width, name: name, Array(all.prefix(parts))), parts)
      }
      // The strip comes first: it keeps half of the row.
      let chosen = columns.first { $0.1.count >= width / 2 } ?? columns[columns.count - 1]
      (name, strip) = (chosen.0, chosen.1)
      widths = Array(all.prefix(chosen.2))
    }
    let longest = board.timelines.values.filter { $0.count > 0 }.map(\.duration).max()
    let columns = strip.count
    scale = longest.flatMap { columns > 0 ? MixScale(longest: $0, columns: columns) : nil }
  }

  private static func strip(in width: Int, name: Int, _ widths: [Int]) -> Range<Int> {
    let start = badge + (name > 0 ? name + 1 : 0)
    let details = zip(widths, MixDetails.gaps).reduce(0) { $1.0 > 0 ? $0 + $1.0 + $1.1 : $0 }
    return min(start, width)..<max(min(start, width), width - details - (details > 0 ? 1 : 0))
  }

  /// Writes the details at the right of a row.
  func put(_ details: MixDetails, on row: Canvas) {
    var column = strip.upperBound + 1
    for (index, width) in widths.enumerated() where width > 0 {
      column += MixDetails.gaps[index]
      row.columns(from: column, count: width)
        .put(details.texts[index], index == 1 ? .text : .dimmed, align: .right)
      column += width
    }
  }
}

import Music

/// Tags to add and to remove, as they are typed: "+needs bass -done". A tag ends at the next sign
/// that stands behind a space; one without a sign is added.
struct TagLine: Equatable {
  private(set) var tags = SignedTags()

  /// Nil for a line without a tag.
  init?(_ line: String) {
    for part in TagLine.parts(of: line) where !TagLine.tag(in: part).isEmpty { tags.take(part) }
    if tags.isEmpty { return nil }
  }

  /// The parts of a line, each with its sign.
  private static func parts(of line: String) -> [Substring] {
    var parts: [Substring] = []
    var start = line.startIndex
    for index in line.indices where line[index] == "+" || line[index] == "-" {
      guard index > start, line[line.index(before: index)] == " " else { continue }
      parts.append(line[start..<index])
      start = index
    }
    return parts + [line[start...]]
  }

  private static func tag(in part: Substring) -> String {
    let hasSign = part.hasPrefix("+") || part.hasPrefix("-")
    return LabelText.line(String(hasSign ? part.dropFirst() : part))
  }

  /// The line with its last tag completed in each way.
  static func completions(of line: String, among tags: [String]) -> [String] {
    guard let last = parts(of: line).last else { return [] }
    let typed = SortKey.folded(tag(in: last))
    let sign = last.hasPrefix("-") ? "-" : "+"
    let before = line.dropLast(last.count)
    let start = last.hasPrefix("-") || last.hasPrefix("+") ? before + sign : before
    return tags.filter { SortKey.folded($0).hasPrefix(typed) }.map { start + $0 }
  }
}

/// A column that the user chose for a list of tracks.
package struct ChosenColumn: Hashable, Sendable {
  package var kind: TrackColumns.Kind
  /// Nil for a width that follows that of the list.
  package var width: Int?

  static let widest = 60

  package init(_ kind: TrackColumns.Kind, width: Int? = nil) {
    self.kind = kind
    self.width = width.map { max(kind.minimumWidth, min(ChosenColumn.widest, $0)) }
  }

  /// Reads "artist" or "artist:20".
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first,
      let kind = TrackColumns.Kind(rawValue: name.lowercased()),
      TrackColumns.Kind.choosable.contains(kind), parts.count <= 2
    else { return nil }
    guard parts.count == 2 else {
      self.init(kind)
      return
    }
    guard let width = Int(parts[1]) else { return nil }
    self.init(kind, width: width)
  }

  package var text: String { kind.rawValue + (width.map { ":\($0)" } ?? "") }

  /// Each column once, and the title in any case.
  static func valid(_ columns: [ChosenColumn]) -> [ChosenColumn] {
    var seen: Set<TrackColumns.Kind> = []
    let columns = columns.filter { seen.insert($0.kind).inserted }
    return seen.contains(.title) ? columns : [ChosenColumn(.title)] + columns
  }

  /// Reads the argument of the command line; nil where a name or a width is wrong.
  static func read(_ line: String) -> [ChosenColumn]? {
    if line.lowercased() == "default" { return [] }
    let words = words(of: line)
    let columns = words.compactMap { ChosenColumn($0) }
    guard columns.count == words.count, !columns.isEmpty, fault(of: line) == nil else { return nil }
    return valid(columns)
  }

  /// The mistake in the first width that is out of bounds; nil where there is none.
  static func fault(of line: String) -> String? {
    for word in words(of: line) {
      guard let column = ChosenColumn(word), let width = column.width,
        word.split(separator: ":").last.flatMap({ Int($0) }) != width
      else { continue }
      let least = column.kind.minimumWidth
      return "The column \(column.kind.rawValue) is \(least) to \(widest) wide"
    }
    return nil
  }

  private static func words(of line: String) -> [Substring] {
    line.split { $0 == " " || $0 == "," }
  }

  /// The arguments that an argument with an unfinished last word may become.
  static func completions(of argument: String) -> [String] {
    let words = argument.lowercased().split(separator: " ", omittingEmptySubsequences: false)
    let before = words.dropLast().filter { !$0.isEmpty }
    let named = Set(before.compactMap { ChosenColumn($0)?.kind })
    let names = TrackColumns.Kind.choosable.filter { !named.contains($0) }.map(\.rawValue)
    let head = before.map { $0 + " " }.joined()
    return (names + (before.isEmpty ? ["default"] : [])).map { head + $0 }
  }
}

internal import HTTP
internal import JSON
internal import Music

/// A row of a table as the project sends it, read by the default names of columns.
struct CoretetRow {
  let node: JSONNode
  let names: CoretetNames
  let table: CoretetNames.Table

  static let longestName = 1_000
  static let longestText = 20_000
  /// Of a track; more are left out.
  static let mostLabels = 200

  subscript(column: String) -> JSONNode? { node[names[table, column]] }

  /// What a name of its own in `select` holds.
  func embedded(_ name: String, _ table: CoretetNames.Table) -> CoretetRow? {
    node[name].map { CoretetRow(node: $0, names: names, table: table) }
  }

  func id(_ column: String) -> String? { CoretetID.valid(self[column].id) }

  /// What tells a row from the others of its table.
  var key: String {
    id("id") ?? "\(id("track_id") ?? "") \(id("user_id") ?? "") \(id("collaborator_id") ?? "")"
  }

  /// A text on one line, bounded; nil for an empty one.
  func name(_ column: String) -> String? { self[column].name(longest: Self.longestName) }

  /// A text of several lines, bounded; nil for an empty one.
  func text(_ column: String) -> String? {
    guard let text = self[column]?.text else { return nil }
    let lines = ServerText.lines(text, longest: Self.longestText)
    return lines.isEmpty ? nil : lines
  }

  /// Unix time in milliseconds; 0 for none.
  func time(_ column: String) -> Int64 { max(0, self[column].milliseconds ?? 0) }
}

extension HTTPResponse {
  /// Objects and arrays within each other.
  private static let deepest = 16

  /// The rows of an answer.
  ///
  /// - Throws: `.badAnswer` for anything else than an array.
  func rows(
    _ names: CoretetNames, _ table: CoretetNames.Table
  ) throws(CoretetError) -> [CoretetRow] {
    guard case .array(let nodes) = try json().value else {
      throw .server(.badAnswer(reason: "no list"))
    }
    return nodes.map { CoretetRow(node: $0, names: names, table: table) }
  }

  func json() throws(CoretetError) -> JSONNode {
    do { return try JSONReader.read(body, depth: Self.deepest) } catch {
      let kind = head.contentType == "text/html" ? "a web page" : "no JSON"
      throw .server(.badAnswer(reason: kind))
    }
  }

  /// The number of all rows, of which this answer may have a part; nil where it is not said.
  var total: Int? {
    guard let range = head.value(of: "Content-Range"), let slash = range.lastIndex(of: "/") else {
      return nil
    }
    let digits = range[range.index(after: slash)...]
    return digits.utf8.count <= 12 ? Int(digits) : nil
  }
}

internal import GRDB
internal import Music

/// The columns of a track's labels, from a row `l` of `labels`, which most tracks have none of.
enum LabelsRow {
  static let columns = """
    l.category, l.tags, l.collection, l.mood, l.time_signature, l.primary_track, \
    (SELECT count(*) FROM labels v WHERE v.primary_track = t.id)
    """
  static let count = 7

  static func labels(_ row: Row, from first: Int) throws -> TrackLabels {
    let tags: String? = try row.value(first + 1)
    let labels = TrackLabels(
      category: (try row.value(first) as String?).map(TrackCategory.init(rawValue:)),
      tags: tags.map(LabelsRow.tags) ?? [], collection: try row.value(first + 2),
      mood: try row.value(first + 3), timeSignature: try row.value(first + 4))
    // Another program may have written anything.
    return labels.isEmpty ? labels : labels.storable
  }

  static func variation(_ row: Row, from first: Int) throws -> VariationRole? {
    if let primary: Int64 = try row.value(first + 5) { return .variation(of: TrackID(primary)) }
    let others: Int = try row.value(first + 6)
    return others > 0 ? .primary(count: others + 1) : nil
  }

  static func tags(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  static func text(_ tags: [String]) -> String { tags.map { $0 + "\n" }.joined() }
}

extension Database {
  /// The labels of a track.
  func labels(of track: Int64) throws -> TrackLabels {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT \(LabelsRow.columns) FROM tracks t LEFT JOIN labels l ON l.track = t.id
          WHERE t.id = ?
          """), arguments: [track])
    return try row.map { try LabelsRow.labels($0, from: 0) } ?? TrackLabels()
  }

  /// Writes the labels of a track that differ; false for a track that is not in the library.
  @discardableResult
  func write(_ labels: TrackLabels, over old: TrackLabels, of track: Int64) throws -> Bool {
    var columns: [(name: String, value: String?)] = []
    if labels.category != old.category { columns.append(("category", labels.category?.rawValue)) }
    if labels.tags != old.tags { columns.append(("tags", LabelsRow.text(labels.tags))) }
    if labels.collection != old.collection { columns.append(("collection", labels.collection)) }
    if labels.mood != old.mood { columns.append(("mood", labels.mood)) }
    if labels.timeSignature != old.timeSignature {
      columns.append(("time_signature", labels.timeSignature))
    }
    return try writeLabels(columns.map { ($0.name, $0.value) }, of: track)
  }

  /// Sets columns of `labels`; false for a track that is not in the library.
  @discardableResult
  func writeLabels(
    _ columns: [(name: String, value: (any DatabaseValueConvertible)?)], of track: Int64
  ) throws -> Bool {
    guard !columns.isEmpty else {
      return try Bool.fetchOne(
        self, sql: "SELECT EXISTS (SELECT 1 FROM tracks WHERE id = ?)", arguments: [track]) ?? false
    }
    try makeRow(of: track, in: "labels")
    let assignments = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    try cachedStatement(sql: "UPDATE labels SET \(assignments) WHERE track = ?")
      .execute(arguments: StatementArguments(columns.map(\.value) + [track]))
    return changesCount > 0
  }
}

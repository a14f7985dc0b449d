import FoundationEssentials
internal import GRDB
internal import Music

// Steps of version 4 have the columns of today's `tracks` and `marks` in changes of `tracks`.
extension UndoChange {
  /// The change for today's tables, in the order of applying its parts.
  var ofToday: [UndoChange] {
    switch table.name {
    case "tracks": partsOfTrack
    case "analyses":
      [with(table, operation, values.filter { $0.column != UndoTable.awaits })]
    default: [self]
    }
  }

  private var partsOfTrack: [UndoChange] {
    guard let marks = UndoTable.named("marks") else { return [self] }
    let names = marks.columns + ["heard"]
    let said = values.filter { names.contains($0.column) }
    let rest = values.filter { !names.contains($0.column) }
    switch operation {
    case .delete: return [self]
    case .update: return said.isEmpty ? [self] : [with(marks, .update, values)]
    case .count: return [with(table, .update, rest), with(marks, .count, said)]
    case .insert:
      var track = with(table, .insert, rest.filter { !UndoChange.dropped.contains($0.column) })
      if !rest.contains(where: { $0.column == "source" }) {
        track.values.append(("source", source.databaseValue))
      }
      let marked = said.filter { !UndoChange.isNothing($0.value, in: $0.column) }
      return marked.isEmpty ? [track] : [track, with(marks, .insert, marked)]
    }
  }

  private func with(
    _ table: UndoTable, _ operation: Operation, _ values: [(column: String, value: DatabaseValue)]
  ) -> UndoChange {
    UndoChange(id: id, table: table, operation: operation, row: row, values: values)
  }

  /// The source of a track that was logged without one.
  private var source: Int64 {
    let path = values.first { $0.column == "path" }?.value
    let bytes = path.flatMap { Data.fromDatabaseValue($0) } ?? Data()
    return SourceNumber(ofPath: bytes).rawValue
  }

  /// Whether it is the value of a track without marks.
  private static func isNothing(_ value: DatabaseValue, in column: String) -> Bool {
    switch column {
    case "notes": value == "".databaseValue
    case "rating", "reaction", "shifts_grid", "plays": value == 0.databaseValue
    default: false
    }
  }

  /// Columns that version 5 no longer has.
  private static let dropped: Set<String> = [
    "title_key", "artist_key", "album_key", "genre_key", "credit_key", "name_key", "artists",
    "genres", "original_date", "track_total", "disc_total", "track_gain", "track_peak",
    "album_gain", "album_peak", UndoTable.awaits,
  ]
}

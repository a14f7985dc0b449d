internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// The values of a label with the numbers of their tracks, in natural order.
  package func labelValues(_ field: LabelField) async throws(LibraryError) -> [LabelValue] {
    await catalog.ready()
    return try await read { db in
      try ListBuilder(db, self).use { $0.labelValues(field) }
    }
  }

  /// Changes what the user says about some tracks, as one step.
  ///
  /// - Returns: The tracks; those that have left the library are not among them.
  /// - Throws: `.label` for a text that cannot be stored, `.noSuchTrack` where none of the tracks is
  ///   in the library.
  @discardableResult
  package func change(
    _ change: MarkChange, of tracks: [TrackID]
  ) async throws(LibraryError) -> ChangedTracks {
    let tidied: MarkChange
    do { tidied = try change.tidied() } catch { throw .label(error) }
    return try await edit(changing: .marks, name: { $0.1 }) { db -> (ChangedTracks, String) in
      var all = ChangedTracks()
      for track in try db.current(Set(tracks)) {
        switch try db.apply(tidied, to: track) {
        case nil: break
        case true?: all.changed.append(TrackID(track))
        case false?: all.unchanged.append(TrackID(track))
        }
      }
      guard all.count > 0 || tracks.isEmpty else { throw LibraryError.noSuchTrack }
      return (all, tidied.step(try db.subject(of: all.changed.map(\.rawValue))))
    }.0
  }
}

extension MarkChange {
  /// The name of a step that makes the change.
  fileprivate func step(_ subject: String) -> String {
    switch (category, tags) {
    case (.set(let category), .keep) where self == only(\.category):
      return category.map { "put \(subject) into \($0.rawValue)" }
        ?? "took the category off \(subject)"
    case (.keep, .edit(let added, let removed)) where self == only(\.tags):
      let signs = added.map { "+\($0)" } + removed.map { "-\($0)" }
      return "tagged \(subject) \(signs.joined(separator: " "))"
    default: return hasLabels ? "labelled \(subject)" : "changed the marks of \(subject)"
    }
  }

  /// The change with one of its parts alone.
  private func only<Part>(_ part: WritableKeyPath<MarkChange, Part>) -> MarkChange {
    var change = MarkChange()
    change[keyPath: part] = self[keyPath: part]
    return change
  }
}

extension Database {
  /// Makes a change of a track's marks and labels, as far as they differ: whether any did; nil for a
  /// track that is not in the library.
  fileprivate func apply(_ change: MarkChange, to track: Int64) throws -> Bool? {
    let marks = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT coalesce(m.rating, 0), coalesce(m.reaction, 0), coalesce(m.notes, '')
          FROM tracks t LEFT JOIN marks m ON m.track = t.id WHERE t.id = ?
          """), arguments: [track])
    guard let marks else { return nil }
    var isChanged = false
    if change.hasLabels {
      let old = try labels(of: track)
      let new: TrackLabels
      do throws(LabelFault) { new = try change.labels(after: old) } catch {
        throw LibraryError.label(error)
      }
      isChanged = new != old
      try write(new, over: old, of: track)
    }
    func set<Value: DatabaseValueConvertible & Equatable>(
      _ column: String, _ value: Value, over index: Int
    ) throws {
      guard try value != marks.value(index) else { return }
      isChanged = true
      try setMark(column, value, of: track)
    }
    if case .set(let rating) = change.rating { try set("rating", rating.stars, over: 0) }
    if case .set(let reaction) = change.reaction {
      try set("reaction", reaction.rawValue, over: 1)
    }
    if case .set(let notes) = change.notes { try set("notes", notes, over: 2) }
    return isChanged
  }

  /// The subject of a step: the title of one track, or the number of several.
  func subject(of tracks: [Int64]) throws -> String {
    guard tracks.count == 1, let only = tracks.first else {
      return tracks.count.counted("track", .plain)
    }
    return try self.tracks([only])[only]?.title ?? "a track"
  }

  /// Merges the labels of a track, and its place among variations, into those of another.
  func handOverLabels(of lost: Int64, to survivor: Int64, precedence: Precedence) throws {
    let (own, others) = (try labels(of: survivor), try labels(of: lost))
    let labels = precedence == .survivor ? own.filled(from: others) : others.filled(from: own)
    try write(labels, over: own, of: survivor)
    try handOverVariations(of: lost, to: survivor)
  }
}

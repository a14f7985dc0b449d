internal import GRDB
package import Music

extension Library {
  /// Sets the Mix In and Mix Out that the analysis of tracks proposes, each where its kind is
  /// missing; all in one step.
  package func setMixPoints(of tracks: [TrackID]) async throws(LibraryError) -> SetMixPoints {
    try await edit(
      changing: .marks,
      name: { "set " + $0.cues.counted("mix point", one: "a", .plain) }
    ) { db in
      var result = SetMixPoints()
      for id in Set(try db.current(tracks)).sorted() {
        let proposed = try db.proposedMixPoints(of: id)
        guard !proposed.isEmpty else {
          result.without += 1
          continue
        }
        let added = try db.addMissing(proposed, to: id)
        result.cues += added
        result.tracks += added > 0 ? 1 : 0
      }
      return result
    }
  }
}

extension Database {
  fileprivate func proposedMixPoints(of track: Int64) throws -> [Cue] {
    // With the user's grid shift, as it was offered.
    guard let analysis = try AnalysisRow.analysis(of: track, self) else { return [] }
    let length = try Int64.fetchOne(
      try cachedStatement(sql: "SELECT duration FROM tracks WHERE id = ?"), arguments: [track]
    ).map { Duration.microseconds($0) }
    let kinds: [(Cue.Kind, Duration?)] = [(.mixIn, analysis.mixIn), (.mixOut, analysis.mixOut)]
    return kinds.compactMap { kind, time in
      let cue = time.map { Cue(time: $0, kind: kind) }
      return cue.flatMap { $0.fault(length: length) == nil ? $0 : nil }
    }
  }

  /// Adds cues of kinds that the track lacks; returns their number.
  fileprivate func addMissing(_ proposed: [Cue], to track: Int64) throws -> Int {
    let there = try cues(of: [track])[track] ?? []
    var added = 0
    for cue in proposed where !there.contains(where: { $0.kind == cue.kind }) {
      guard there.count + added < Cue.maximumOfTrack else { break }
      try cachedStatement(
        sql: "INSERT INTO cues (track, time, end_time, type, color, name) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(
        arguments: [
          track, cue.time.wholeMicroseconds, nil as Int64?, cue.kind.rawValue, nil as String?, "",
        ])
      added += 1
    }
    return added
  }
}

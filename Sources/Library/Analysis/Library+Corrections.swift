internal import GRDB
package import Music

// The user's corrections of tempo and key, which override tags and analysis. Each call is one step
// for all its tracks.
extension Library {
  /// Sets the tempo of some tracks; nil removes the user's value.
  ///
  /// - Parameter bpm: Beats per minute, within `TempoEstimate.tempos`.
  /// - Returns: The name of the step.
  @discardableResult
  package func setTempo(_ bpm: Double?, of tracks: [TrackID]) async throws(LibraryError) -> String {
    if let bpm, !(TempoEstimate.tempos.contains(bpm)) { throw .tempo }
    return try await correct(
      tracks, bpm.map { "set the tempo to \(Library.text($0)):" } ?? "took back the set tempo of"
    ) { db, tracks in
      for track in tracks { try db.setMark("set_bpm", bpm, of: track) }
      return tracks
    }
  }

  /// Multiplies the current tempo, where the result is allowed; a result that equals the value
  /// without the user's removes the user's.
  ///
  /// - Parameter factor: 2, 0.5, 1.5, 2/3.
  /// - Throws: `.noTempo` when no track has a tempo, `.tempo` when none can be multiplied.
  @discardableResult
  package func multiplyTempo(by factor: Double, of tracks: [TrackID])
    async throws(LibraryError) -> String
  {
    guard factor.isFinite, factor > 0 else { throw .tempo }
    let verb =
      switch factor {
      case 2: "doubled the tempo of"
      case 0.5: "halved the tempo of"
      case 1.5: "made the tempo 3/2 of what it was:"
      case 2.0 / 3: "made the tempo 2/3 of what it was:"
      default: "made the tempo \(Library.text(factor)) of what it was:"
      }
    return try await correct(tracks, verb) { db, tracks in
      let found = try db.tracks(tracks)
      var (changed, hasTempo): ([Int64], Bool) = ([], false)
      for track in tracks {
        guard let findings = found[track]?.findings, let bpm = findings.bpm else { continue }
        hasTempo = true
        let multiplied = bpm * factor
        guard TempoEstimate.tempos.contains(multiplied) else { continue }
        let own = try db.tempoWithoutUser(track)
        let isBack = own.map { abs($0 - multiplied) <= 0.0005 * $0 } ?? false
        try db.setMark("set_bpm", isBack ? nil : multiplied, of: track)
        changed.append(track)
      }
      guard !changed.isEmpty else { throw hasTempo ? LibraryError.tempo : .noTempo }
      return changed
    }
  }

  /// Shifts the beat grid by half a beat, or back.
  @discardableResult
  package func shiftGrid(of tracks: [TrackID]) async throws(LibraryError) -> String {
    try await correct(tracks, "shifted the grid by half a beat:") { db, tracks in
      let update = try db.cachedStatement(
        sql: "UPDATE marks SET shifts_grid = 1 - shifts_grid WHERE track = ?")
      for track in tracks {
        try db.makeMarks(of: track)
        try update.execute(arguments: [track])
      }
      return tracks
    }
  }

  /// Sets the key of some tracks; nil removes the user's value.
  @discardableResult
  package func setKey(_ key: MusicalKey?, of tracks: [TrackID]) async throws(LibraryError)
    -> String
  {
    try await correct(
      tracks, key.map { "set the key to \($0.camelot):" } ?? "took back the set key of"
    ) { db, tracks in
      for track in tracks { try db.setMark("set_key", key.map { Int64($0.number) }, of: track) }
      return tracks
    }
  }

  /// Runs an edit of tracks by their current ids; the edit returns those it changed.
  private func correct(
    _ tracks: [TrackID], _ verb: String,
    _ body: @Sendable (Database, [Int64]) throws -> [Int64]
  ) async throws(LibraryError) -> String {
    try await edit(changing: .marks, name: { $0 }) { db in
      // A queue may know a track by two ids, and a shift applied twice is none.
      var seen: Set<Int64> = []
      let changed = try body(db, try db.current(tracks).filter { seen.insert($0).inserted })
      guard changed.count == 1, let only = changed.first else {
        return "\(verb) \(changed.count) tracks"
      }
      return "\(verb) \(try db.tracks([only])[only]?.title ?? "a track")"
    }
  }

  /// With at most two decimals.
  private static func text(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let rest = hundredths % 100
    if rest == 0 { return "\(hundredths / 100)" }
    let text = "\(hundredths / 100).\(rest.zeroPadded())"
    return rest % 10 == 0 ? String(text.dropLast()) : text
  }
}

extension Database {
  /// The tempo from analysis or tag, without the user's.
  fileprivate func tempoWithoutUser(_ track: Int64) throws -> Double? {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT t.bpm, a.bpm FROM tracks t LEFT JOIN analyses a ON a.track = t.id WHERE t.id = ?
          """), arguments: [track])
    return try row.flatMap { row in
      try TrackFindings.holding(
        user: nil, tag: TrackFindings.tempo(row.value(0)), found: row.value(1) as Double?,
        valuePreference())?.value
    }
  }
}

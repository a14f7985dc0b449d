internal import GRDB
package import Music

extension Library {
  /// The cue points of a track in time order.
  package func cues(of track: TrackID) async throws(LibraryError) -> [Cue] {
    try await cues(of: [track])[track] ?? []
  }

  /// The cue points of some tracks, each in time order; those without are left out.
  package func cues(of tracks: [TrackID]) async throws(LibraryError) -> [TrackID: [Cue]] {
    guard !tracks.isEmpty else { return [:] }
    return try await read { db in
      let current = try db.current(tracks)
      let found = try db.cues(of: current)
      var cues: [TrackID: [Cue]] = [:]
      for (track, current) in zip(tracks, current) { cues[track] = found[current] }
      return cues
    }
  }

  /// Adds a cue point; the library assigns its id.
  ///
  /// - Parameter distance: the minimum distance from every other one.
  /// - Returns: The cue as stored, with times in whole microseconds.
  /// - Throws: `.cue` for one that does not fit its track.
  @discardableResult
  package func addCue(_ cue: Cue, to track: TrackID, apart distance: Duration = .zero)
    async throws(LibraryError) -> Cue
  {
    let cue = cue.tidied
    let step = "set a cue at \(cue.time.clockText) in "
    return try await edit(changing: .marks, name: { step + $0.1 }) { db -> (Cue, String) in
      let owner = try db.cued(track.rawValue)
      if let fault = cue.fault(length: owner.length) { throw LibraryError.cue(fault) }
      let others = try db.cues(of: [owner.id])[owner.id] ?? []
      guard others.count < Cue.maximumOfTrack else { throw LibraryError.cue(.tooMany) }
      let near = others.min {
        ($0.time - cue.time).magnitude < ($1.time - cue.time).magnitude
      }
      if let near, (near.time - cue.time).magnitude < distance {
        throw LibraryError.cue(.near(near.time))
      }
      try db.execute(
        sql:
          "INSERT INTO cues (track, time, end_time, type, color, name) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          owner.id, cue.time.wholeMicroseconds, cue.end?.wholeMicroseconds, cue.kind.rawValue,
          cue.color, cue.name,
        ])
      var kept = cue
      kept.id = CueID(db.lastInsertedRowID)
      return (kept, owner.title)
    }.0
  }

  /// Changes all properties of a cue point in one step.
  ///
  /// - Parameter known: the cue before the changes: properties equal in both stay as they are now.
  ///   Nil changes everything.
  /// - Throws: `.cue` for one that is gone or would not fit its track.
  package func change(_ cue: Cue, from known: Cue? = nil) async throws(LibraryError) {
    let wanted = cue.tidied
    _ = try await edit(changing: .marks, name: { (step: String) in step }) { db in
      let (old, owner) = try db.cue(cue.id)
      let new = known.map { old.changed(from: $0, to: wanted) } ?? wanted
      if let fault = new.fault(length: owner.length) { throw LibraryError.cue(fault) }
      try db.write(new, over: old)
      return CueStep(from: old, to: new, in: owner.title).name
    }
  }

  /// Changes one property of a cue point, from its current value.
  ///
  /// - Parameter isContinued: whether this continues the adjustment just before: then the two are
  ///   one step, unless something else was edited or undone in between.
  /// - Returns: The cue as it is now.
  /// - Throws: `.cue` for one that is gone or would not fit its track.
  package func adjustCue(_ id: CueID, _ adjustment: CueAdjustment, isContinued: Bool = false)
    async throws(LibraryError) -> Cue
  {
    try await write(changing: .marks) { db in
      let (old, owner) = try db.cue(id)
      let new = old.adjusted(adjustment, length: owner.length).tidied
      // A move clamps itself to the track, also for a cue that was outside of it.
      if case .end = adjustment, let fault = new.fault(length: owner.length) {
        throw LibraryError.cue(fault)
      }
      let name = CueStep(from: old, to: new, in: owner.title).name
      func write() throws { try db.write(new, over: old) }
      let row = ChangeLog.ChangedRow(table: "cues", key: id.rawValue)
      if isContinued, try ChangeLog.extend(db, row, name: name, write) { return new }
      _ = try ChangeLog.record(db, within: historyBounds, name: { name }, write)
      return new
    }
  }

  /// Removes cue points in one step; ids that are gone are ignored.
  package func removeCues(_ cues: [CueID]) async throws(LibraryError) {
    _ = try await edit(changing: .marks, name: { (step: String) in step }) { db in
      var step = "removed \(cues.count) cues"
      // A removed cue has no name.
      if cues.count == 1, let (cue, owner) = try? db.cue(cues[0]) {
        step = "removed the cue \(cue.title) at \(cue.time.clockText) from \(owner.title)"
      }
      try db.inSlices(cues.map(\.rawValue)) { slice in
        try db.execute(
          sql: "DELETE FROM cues WHERE id IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice))
      }
      return step
    }
  }
}

extension Cue {
  /// The cue with the differences between two states of it applied.
  fileprivate func changed(from before: Cue, to after: Cue) -> Cue {
    var cue = self
    if after.time != before.time { cue.time = after.time }
    if after.end != before.end { cue.end = after.end }
    if after.kind != before.kind { cue.kind = after.kind }
    if after.name != before.name { cue.name = after.name }
    if after.color != before.color { cue.color = after.color }
    return cue
  }

  /// The cue with its values clamped for storage.
  fileprivate var tidied: Cue {
    var cue = self
    cue.name = Cue.tidied(name)
    // A value too large for its column is refused afterwards.
    if time.magnitude <= EntryPlayback.latest { cue.time = .microseconds(time.wholeMicroseconds) }
    if let end, end.magnitude <= EntryPlayback.latest {
      cue.end = .microseconds(end.wholeMicroseconds)
    }
    return cue
  }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}

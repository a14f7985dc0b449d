internal import GRDB
package import Music

extension Library {
  /// Gathers tracks under a primary one, as one step. Variations of theirs come along, and leave
  /// groups that they were in.
  ///
  /// - Returns: The number of variations that the primary one has by now, itself included.
  /// - Throws: `.label(.tooFewVariations)` where no other track is left, `.noSuchTrack`.
  @discardableResult
  package func gatherVariations(_ tracks: [TrackID], under primary: TrackID)
    async throws(LibraryError) -> Int
  {
    try await edit(changing: .marks, name: { "made variations of \($0.1)" }) {
      db -> (Int, String) in
      let primary = try db.current(primary)
      let count = try db.gatherVariations(try db.current(Set(tracks)), under: primary)
      return (count, try db.subject(of: [primary]))
    }.0
  }

  /// Gathers groups of tracks, each under its first one, as one step.
  ///
  /// - Returns: The number of the groups; one of which fewer than two tracks are in the library by
  ///   now is left out.
  /// - Throws: `.label(.tooFewVariations)` where all are.
  @discardableResult
  package func gatherVariations(_ groups: [[TrackID]]) async throws(LibraryError) -> Int {
    try await edit(changing: .marks, name: { "made variations of \($0.1)" }) {
      db -> (Int, String) in
      var primaries: [Int64] = []
      for group in groups {
        let ids = try group.map { try db.current($0) }
        let present = try db.tracks(ids)
        let there = ids.filter { present[$0] != nil }
        guard let primary = there.first, there.contains(where: { $0 != primary }) else { continue }
        try db.gatherVariations(there, under: primary)
        primaries.append(primary)
      }
      guard !primaries.isEmpty else { throw LibraryError.label(.tooFewVariations) }
      return (primaries.count, try db.subject(of: primaries))
    }.0
  }

  /// Makes a variation the primary one of its group, as one step.
  package func makePrimary(_ track: TrackID) async throws(LibraryError) {
    _ = try await edit(changing: .marks, name: { "made \($0) the primary variation" }) {
      db -> String in
      let track = try db.current(track)
      try db.makePrimary(track)
      return try db.subject(of: [track])
    }
  }

  /// Takes tracks out of their groups, as one step; a primary one leaves its group to the oldest
  /// other.
  @discardableResult
  package func separateVariations(_ tracks: [TrackID]) async throws(LibraryError) -> Int {
    try await edit(changing: .marks, name: { "separated \($0.1) from its variations" }) {
      db -> (Int, String) in
      var separated: [Int64] = []
      for track in try db.current(Set(tracks)) {
        let others = try db.variations(of: track)
        if try db.primary(of: track) != nil {
          try db.setPrimary(nil, of: track)
        } else if let heir = others.first {
          try db.makePrimary(heir)
          try db.setPrimary(nil, of: track)
        } else {
          continue
        }
        separated.append(track)
      }
      return (separated.count, try db.subject(of: separated))
    }.0
  }

  /// All variations of a track's group, the primary one first, the others by age; the track alone
  /// where it has none.
  package func variations(of track: TrackID) async throws(LibraryError) -> [TrackID] {
    try await read { db in
      let track = try db.current(track)
      let primary = try db.primary(of: track) ?? track
      return ([primary] + (try db.variations(of: primary))).map { TrackID($0) }
    }
  }

  /// Tracks that may be variations of one piece: files with equal audio, and those in one folder
  /// whose titles are the same in a normal form. Groups that exist are left out.
  ///
  /// - Parameters:
  ///   - tracks: Those to be looked at; nil for all that are not missing. The primary ones of groups
  ///     that they belong to come along.
  ///   - title: The normal form of a title; "" for one that says nothing.
  package func proposedVariations(
    among tracks: [TrackID]? = nil, title: @escaping @Sendable (String) -> String
  ) async throws(LibraryError) -> [VariationProposal] {
    try await read { db in
      try VariationSearch(db, among: try tracks.map { try db.current(Set($0)) }, title).proposals()
    }
  }
}

extension Database {
  /// The primary one that a variation names; nil for other tracks.
  func primary(of track: Int64) throws -> Int64? {
    try Int64.fetchOne(
      try cachedStatement(sql: "SELECT primary_track FROM labels WHERE track = ?"),
      arguments: [track])
  }

  /// The variations that name a track, the oldest first.
  func variations(of primary: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      try cachedStatement(sql: "SELECT track FROM labels WHERE primary_track = ? ORDER BY track"),
      arguments: [primary])
  }

  func setPrimary(_ primary: Int64?, of track: Int64) throws {
    try writeLabels([("primary_track", primary == track ? nil : primary)], of: track)
  }

  /// Gathers tracks under a primary one; returns the number of its variations, itself included.
  @discardableResult
  fileprivate func gatherVariations(_ tracks: [Int64], under primary: Int64) throws -> Int {
    guard try self.tracks([primary])[primary] != nil else { throw LibraryError.noSuchTrack }
    let others = tracks.filter { $0 != primary }
    guard !others.isEmpty else { throw LibraryError.label(.tooFewVariations) }
    try makePrimary(primary)
    for track in others {
      for other in try variations(of: track) { try setPrimary(primary, of: other) }
      try setPrimary(primary, of: track)
    }
    return try variations(of: primary).count + 1
  }

  /// Makes a variation the primary one of its group; any other track stays what it is.
  fileprivate func makePrimary(_ track: Int64) throws {
    guard let old = try primary(of: track) else { return }
    try setPrimary(nil, of: track)
    for other in try variations(of: old) + [old] { try setPrimary(track, of: other) }
  }

  /// Hands the variations of a track on to its own primary one, where it has one.
  func joinVariations(of track: Int64) throws {
    guard let primary = try primary(of: track) else { return }
    for other in try variations(of: track) { try setPrimary(primary, of: other) }
  }

  /// Puts a track in the place of another among variations.
  func handOverVariations(of lost: Int64, to survivor: Int64) throws {
    let (old, own) = (try primary(of: lost), try primary(of: survivor))
    if own == lost { try setPrimary(nil, of: survivor) }
    let rest = own == lost ? nil : own
    let others = try variations(of: lost).filter { $0 != survivor }
    for other in others { try setPrimary(rest ?? survivor, of: other) }
    if old != nil { try setPrimary(nil, of: lost) }
    guard rest == nil, let old, old != survivor, try variations(of: survivor).isEmpty else {
      return
    }
    try setPrimary(old, of: survivor)
  }
}

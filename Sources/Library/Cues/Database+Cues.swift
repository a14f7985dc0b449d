internal import GRDB
internal import Music

/// A track that has cues.
struct CuedTrack {
  var id: Int64
  var title: String
  /// The length of the file; nil where unknown.
  var length: Duration?
}

extension Database {
  /// The cues of tracks by track id, in time order.
  func cues(of tracks: [Int64]) throws -> [Int64: [Cue]] {
    var found: [Int64: [Cue]] = [:]
    try inSlices(Array(Set(tracks))) { slice in
      let rows = try Row.fetchCursor(
        self,
        sql: """
          SELECT id, time, end_time, type, color, name, track FROM cues
          WHERE track IN \(Database.marks(slice.count)) ORDER BY track, time, id
          """, arguments: StatementArguments(slice))
      while let row = try rows.next() {
        let track: Int64 = try row.value(6)
        guard found[track, default: []].count < Cue.maximumOfTrack else { continue }
        found[track, default: []].append(try Cue(row))
      }
    }
    return found
  }

  /// A cue with its track.
  func cue(_ id: CueID) throws -> (Cue, CuedTrack) {
    let row = try Row.fetchOne(
      self, sql: "SELECT id, time, end_time, type, color, name, track FROM cues WHERE id = ?",
      arguments: [id.rawValue])
    guard let row else { throw LibraryError.cue(.gone) }
    return (try Cue(row), try cued(row.value(6)))
  }

  /// The track that an id stands for today.
  func cued(_ track: Int64) throws -> CuedTrack {
    let id = try current(TrackID(track))
    guard let found = try tracks([id])[id] else { throw LibraryError.cue(.gone) }
    return CuedTrack(id: id, title: found.title, length: found.audio.duration)
  }

  /// Writes the columns that differ: unchanged values of a later version stay.
  func write(_ new: Cue, over old: Cue) throws {
    var changes: [(String, (any DatabaseValueConvertible)?)] = []
    if new.time != old.time { changes.append(("time", new.time.wholeMicroseconds)) }
    if new.end != old.end { changes.append(("end_time", new.end?.wholeMicroseconds)) }
    if new.kind != old.kind { changes.append(("type", new.kind.rawValue)) }
    if new.color != old.color { changes.append(("color", new.color)) }
    if new.name != old.name { changes.append(("name", new.name)) }
    guard !changes.isEmpty else { return }
    try execute(
      sql: "UPDATE cues SET \(changes.map { "\($0.0) = ?" }.joined(separator: ", ")) WHERE id = ?",
      arguments: StatementArguments(changes.map(\.1) + [old.id.rawValue]))
  }
}

extension Cue {
  /// A row of another version or program is read as far as it makes sense.
  fileprivate init(_ row: Row) throws {
    let latest = EntryPlayback.latest
    func time(_ microseconds: Int64) -> Duration {
      max(.zero, min(latest, .microseconds(microseconds)))
    }
    let start = time(try row.value(1))
    let end = (try row.value(2) as Int64?).map(time)
    try self.init(
      id: CueID(row.value(0)), time: start, end: end.flatMap { $0 > start ? $0 : nil },
      kind: Cue.Kind(rawValue: row.value(3)) ?? .custom,
      name: String(Cue.tidied(String((row.value(5) as String).prefix(Cue.maximumName)))),
      color: (row.value(4) as String?).flatMap(TrackColor.init(rawValue:))?.rawValue)
  }
}

/// The name of a change of a cue in the history.
struct CueStep {
  let name: String

  init(from old: Cue, to new: Cue, in track: String) {
    let isMoved = old.time != new.time
    // The end moves with the start.
    let isStretched =
      old.end.map { $0 - old.time } != new.end.map { $0 - new.time }
      && !(isMoved && old.end == new.end)
    let others = [old.kind != new.kind, old.name != new.name, old.color != new.color]
    switch (isMoved, isStretched, others.count { $0 }) {
    case (true, false, 0):
      name = "moved the cue \(new.title) to \(new.time.clockText(decimals: 2)) in \(track)"
    case (false, true, 0):
      let end = new.end.map {
        "set the end of the cue \(new.title) to \($0.clockText(decimals: 2))"
      }
      name = (end ?? "took off the end of the cue \(new.title)") + " in \(track)"
    case (false, false, 1) where old.kind != new.kind:
      name = "made a cue of \(track) \(new.kind.title)"
    case (false, false, 1) where old.name != new.name && !new.name.isEmpty:
      name = "renamed a cue of \(track) to \(new.name)"
    case (false, false, 1) where old.color != new.color:
      name = "coloured the cue \(new.title) of \(track)"
    default: name = "changed the cue \(new.title) of \(track)"
    }
  }
}

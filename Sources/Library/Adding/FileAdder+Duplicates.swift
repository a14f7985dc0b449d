internal import GRDB
internal import Media
internal import Music

extension FileAdder {
  /// Tolerance between the lengths of files with one audio hash, in microseconds.
  private static let tolerance: Int64 = 100_000

  /// A file of the library, or of this request, with the same audio.
  func duplicate(of path: FilePath, _ facts: MediaFacts) throws -> FilePath? {
    guard let hash = facts.audioHash else { return nil }
    if let other = taken[hash] { return other }
    let duration = facts.audio.duration?.wholeMicroseconds
    // The file that moves is in the library itself, perhaps.
    let isMove = request.mode == .move
    return try database.read { db in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT path, duration FROM tracks WHERE fingerprint = ? AND NOT missing LIMIT 64",
        arguments: [hash])
      while let row = try rows.next() {
        let (other, length): (FilePath, Int64?) = (try TrackRow.path(row, 0), try row.value(1))
        if isMove, other == path || other.resolved == path { continue }
        let isClose =
          if let length, let duration {
            (length &- duration).magnitude <= FileAdder.tolerance.magnitude
          } else { length == duration }
        if isClose, !FileAvailability.isAbsent(other) { return other }
      }
      return nil
    }
  }
}

internal import GRDB
package import Music

/// Files with the same audio, whatever their tags say.
package struct DuplicateGroup: Equatable, Sendable {
  /// The audio hash of all of them.
  package var audioHash: Int64
  /// In path order.
  package var tracks: [TrackID]
  /// The longest duration.
  package var duration: Duration
  /// Bytes of all files but the largest.
  package var waste: Int64
}

extension Library {
  /// Groups of tracks with the same audio, the largest waste of space first; missing tracks are
  /// left out.
  package func duplicates() async throws(LibraryError) -> [DuplicateGroup] {
    try await read { try $0.duplicates() }
  }
}

extension Database {
  /// Tolerance in microseconds between the lengths of a group's files.
  private static let tolerance: Int64 = 100_000

  func duplicates() throws -> [DuplicateGroup] {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT t.fingerprint, coalesce(t.duration, 0), t.id, t.size FROM tracks t
        JOIN (
          SELECT fingerprint FROM tracks WHERE fingerprint IS NOT NULL AND missing = 0
          GROUP BY fingerprint HAVING count(*) > 1
        ) d ON d.fingerprint = t.fingerprint
        WHERE t.missing = 0 ORDER BY t.fingerprint, t.duration, t.path
        """)
    var groups: [DuplicateGroup] = []
    var (duration, largest): (Int64, Int64) = (0, 0)
    while let row = try rows.next() {
      let (audioHash, length, size): (Int64, Int64, Int64) = (
        try row.value(0), try row.value(1), try row.value(3)
      )
      // Sorted by length, so that equal lengths are adjacent.
      if let last = groups.indices.last, groups[last].audioHash == audioHash,
        length.minus(duration) <= Database.tolerance
      {
        groups[last].tracks.append(TrackID(try row.value(2)))
        groups[last].waste = groups[last].waste.plus(max(0, min(size, largest)))
        largest = max(size, largest)
      } else {
        groups.append(
          DuplicateGroup(
            audioHash: audioHash, tracks: [TrackID(try row.value(2))], duration: .zero, waste: 0
          ))
        largest = size
      }
      duration = length
      groups[groups.count - 1].duration = .microseconds(length)
    }
    return groups.filter { $0.tracks.count > 1 }
      .sorted { ($0.waste, $1.audioHash) > ($1.waste, $0.audioHash) }
  }

  /// The duplicates as rows of a list, each group under a header; a group without a match for a
  /// filter is left out.
  func duplicateRows(where matches: (TrackID) -> Bool) throws -> [OpenList.DuplicateRow] {
    let groups = try duplicates().filter { $0.tracks.contains(where: matches) }
    return groups.flatMap { group -> [OpenList.DuplicateRow] in
      let duration = group.duration.wholeMicroseconds
      let size = String(group.waste / 1_000_000) + " MB"
      let header = OpenList.DuplicateRow.header(
        ListRow.Group(
          key: String(group.audioHash),
          text: "The same audio \(group.tracks.count) times, \(size) to spare",
          tracks: group.tracks.count,
          duration: .microseconds(duration.times(Int64(group.tracks.count)))))
      return [header]
        + group.tracks.map {
          .track(OpenList.TrackReference(id: $0.rawValue, duration: duration))
        }
    }
  }
}

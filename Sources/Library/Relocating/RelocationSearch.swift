internal import GRDB
internal import Music

/// Searches the existing tracks for the missing ones.
///
/// Holds the missing ones in memory, and reads each of the others once. Matches are rows: whether
/// their files exist is for the caller to check, outside of a read.
struct RelocationSearch: Sendable {
  struct File: Sendable {
    var id: Int64
    var path: FilePath
    var audioHash: Int64?
    /// Microseconds.
    var duration: Int64?
    var title: String?
    var artist: String?
    var number: Int64?
    var disc: Int64?

    /// - Parameter row: Of a file.
    init(_ row: Row) throws {
      (id, path) = (try row.value(0), try TrackRow.path(row, 1))
      (audioHash, duration) = (try row.value(2), try row.value(3))
      (title, artist) = (try row.value(4), try row.value(5))
      (number, disc) = (try row.value(6), try row.value(7))
    }

    static let columns =
      "t.id, t.path, t.fingerprint, t.duration, t.title, t.artist, t.track, t.disc"

    var name: String { SortKey.folded(path.name) }
    var stem: String { SortKey.folded(path.stem) }
    /// Artist and title; nil where either is not known.
    var words: String? {
      guard let title, let artist, !title.isEmpty, !artist.isEmpty else { return nil }
      return SortKey.folded(artist) + "\0" + SortKey.folded(title)
    }
  }

  struct Found: Sendable {
    var file: File
    var evidence: Relocation.Evidence
    /// Whether not even the length matches.
    var isGuess = false
  }

  private(set) var gone: [File]
  /// Matches, by index in `gone`.
  var found: [[Found]]
  private var byAudioHash: [Int64: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var byWords: [String: [Int]] = [:]
  /// Durations of the missing tracks in whole seconds.
  private var seconds: Set<Int64> = []
  private var seenPaths: Set<FilePath> = []

  /// Tolerances of lengths in microseconds: for the same audio, for a file of the same name, for
  /// one with the same title.
  private static let tolerances: [Relocation.Evidence: Int64] = [
    .audioHash: 100_000, .name: 1_000_000, .tags: 2_000_000, .folder: 3_000_000,
  ]
  /// Candidates examined for one track.
  private static let maximumCount = 16

  init(_ gone: [File]) {
    self.gone = gone
    found = Array(repeating: [], count: gone.count)
    for (index, file) in gone.enumerated() {
      if let audioHash = file.audioHash {
        byAudioHash[audioHash, default: []].append(index)
      }
      byName[file.name, default: []].append(index)
      if let words = file.words { byWords[words, default: []].append(index) }
      if let duration = file.duration { seconds.insert(duration / 1_000_000) }
    }
  }

  /// Searches all tracks of a library whose files existed at the last scan.
  mutating func look(through db: Database) throws {
    guard !gone.isEmpty else { return }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(File.columns) FROM \(TrackRow.source)
        WHERE t.source = 1 AND t.missing = 0 AND NOT (\(TrackRow.isOffline))
        """)
    while let row = try rows.next() {
      let audioHash: Int64? = try row.value(2)
      let isSameAudio = audioHash.map { byAudioHash[$0] != nil } ?? false
      let duration: Int64? = try row.value(3)
      guard isSameAudio || isAsLong(duration) else { continue }
      consider(try File(row))
    }
  }

  private func isAsLong(_ duration: Int64?) -> Bool {
    guard let duration else { return false }
    let second = duration / 1_000_000
    return (second - 3...second + 3).contains { seconds.contains($0) }
  }

  private mutating func consider(_ file: File) {
    guard seenPaths.insert(file.path).inserted else { return }
    var matched: Set<Int> = []
    func add(_ indices: [Int]?, _ evidence: Relocation.Evidence) {
      for index in indices ?? [] where !matched.contains(index) {
        guard gone[index].id != file.id || gone[index].path != file.path,
          RelocationSearch.areClose(gone[index], file, evidence),
          found[index].count < RelocationSearch.maximumCount
        else { continue }
        matched.insert(index)
        found[index].append(Found(file: file, evidence: evidence))
      }
    }
    add(file.audioHash.flatMap { byAudioHash[$0] }, .audioHash)
    add(byName[file.name], .name)
    add(file.words.flatMap { byWords[$0] }, .tags)
  }

  static func areClose(_ one: File, _ other: File, _ evidence: Relocation.Evidence) -> Bool {
    guard let first = one.duration, let second = other.duration else {
      return evidence == .audioHash && one.duration == other.duration
    }
    return (first &- second).magnitude <= (tolerances[evidence] ?? 0).magnitude
  }

  // MARK: Folders

  /// Where folders moved, for folders of which several files were found in one other.
  var folderMoves: [FilePath: FilePath] {
    var counts: [FilePath: [FilePath: Int]] = [:]
    for (index, found) in found.enumerated() {
      guard let old = gone[index].path.parent else { continue }
      // Files in two folders are no evidence for either.
      let folders = Set(RelocationSearch.best(found).compactMap(\.file.path.parent))
      guard folders.count == 1, let new = folders.first else { continue }
      counts[old, default: [:]][new, default: 0] += 1
    }
    return counts.compactMapValues { news in
      let maximumCount = news.values.max() ?? 0
      let winners = news.filter { $0.value == maximumCount }
      return maximumCount >= 2 && winners.count == 1 ? winners.first?.key : nil
    }
  }

  /// Matches with the strongest evidence.
  private static func best(_ found: [Found]) -> [Found] {
    let strongest = found.map(\.evidence).min()
    return found.filter { $0.evidence == strongest }
  }

  /// Searches for the rest of folders where the others moved.
  mutating func lookInFolders(_ moves: [FilePath: FilePath], _ db: Database) throws {
    var files: [FilePath: [File]] = [:]
    for (index, file) in gone.enumerated() where found[index].isEmpty {
      guard let new = file.path.parent.flatMap({ moves[$0] }) else { continue }
      let there = try files[new] ?? RelocationSearch.files(in: new, db)
      files[new] = there
      for other in there.prefix(10_000) where found[index].count < RelocationSearch.maximumCount {
        let isClose = RelocationSearch.areClose(file, other, .folder)
        let isNumbered =
          file.number != nil && file.number == other.number && file.disc == other.disc
        guard other.stem == file.stem || isNumbered && isClose else { continue }
        found[index].append(Found(file: other, evidence: .folder, isGuess: !isClose))
      }
    }
  }

  private static func files(in folder: FilePath, _ db: Database) throws -> [File] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(File.columns) FROM \(TrackRow.source)
        WHERE f.path = ? AND t.source = 1 AND t.missing = 0 ORDER BY t.path
        """, arguments: [folder.data]
    ).map { try File($0) }
  }
}

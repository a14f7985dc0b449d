import Foundation
@testable import Library
import Music
import Testing

/// Edits, undo and redo between everything else that changes a library: files that come, move and
/// go, scans, plays, merged tracks, removed folders.
@Suite("Interleaving")
struct InterleavingTests {
  /// A library and its invariants, whatever happens in which order.
  private struct Walk {
    let test: TestLibrary
    private let database: RawConnection
    var edits: RandomEdits
    var random: SeededGenerator
    /// The audio hash of every id that any track ever had; none of streams and missing files.
    var audio: [Int64: String] = [:]
    var made = 0
    var heard = 0
    /// Tracks that were merged while the library was watched.
    var merged = 0

    init(seed: UInt64) async throws {
      test = try TestLibrary()
      database = try RawConnection(to: test.database.path)
      random = SeededGenerator(seed: seed &+ 1)
      edits = RandomEdits(library: test.library, tracks: [TrackID(1)], seed: seed)
      for _ in 0..<8 { write("\(made).wav", audio: made) }
      for _ in 0..<2 { write("part/\(made).wav", audio: made) }
      try await test.scan()
      try await look()
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func write(_ name: String, audio: Int) {
      test.folder.write(
        "music/\(name)", WaveTrack.bytes(audio, title: "T\(audio)", seconds: 0.05))
      made += 1
    }

    private func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: test.music.text)
        .filter { $0.hasSuffix(".wav") }.sorted()
    }

    /// A change of files, seen by a scan now or later.
    mutating func disturb() async throws {
      let names = try names()
      let name = names.randomElement(using: &random)
      switch number(0..<10) {
      case 0, 1: write("\(made).wav", audio: made)
      case 2:
        if let name { try test.folder.move("music/\(name)", "music/m\(made)-\(name.suffix(12))") }
        made += 1
      case 3, 8:
        // A copy, whose original may go before or after the next scan.
        if let name {
          let copy = "music/c\(made).wav"
          try FileManager.default.copyItem(
            atPath: test.folder["music/\(name)"].text, toPath: test.folder[copy].text)
          made += 1
          let way = number(0..<4)
          if way == 0 { try await test.scan() }
          if way > 1 { try await follow(copy) }
          try test.folder.remove("music/\(name)")
          if way > 1 { try await follow("music/\(name)") }
        }
      case 4: if let name, names.count > 4 { try test.folder.remove("music/\(name)") }
      case 5:
        if let track = edits.tracks.randomElement(using: &random) {
          heard += 1
          try await test.library.recordPlay(of: track, at: Int64(heard))
        }
      case 6:
        _ = try await test.library.addStream(
          try #require(StreamAddress("http://example.org/\(number(0..<4))")))
      case 7: try await importAndFind()
      default: if number(0..<4) == 0 { try await changeRoots() }
      }
      if number(0..<3) > 0 { try await test.scan() }
    }

    /// Scans one name, as the watch does.
    private mutating func follow(_ name: String) async throws {
      let count = "SELECT count(*) FROM merged_tracks"
      let before = try database.run(count)
      var changes = WatchChanges()
      changes.add(file: test.folder[name], isClosed: true)
      let (library, seen) = (test.library, changes)
      try await library.onScanQueue { () throws(any Error) in
        _ = try Scan(library, stop: ScanStop()) { _ in }.run(seen)
      }
      if try database.run(count) != before { merged += 1 }
    }

    /// Imports a line whose file comes later.
    private mutating func importAndFind() async throws {
      let name = "\(made).wav"
      let path = test.music.appending(name)
      try await ImportScene(test).run(ImportScene.document([ImportScene.line(path.text)]))
      write(name, audio: made)
    }

    /// Removes a root, and may add a part of it or more than it instead.
    private mutating func changeRoots() async throws {
      guard let root = try await test.library.roots().randomElement(using: &random) else { return }
      _ = try await test.library.removeRoot(root)
      let given = ["music", "music/part", "music/part"][number(0..<3)]
      _ = try await test.library.scan([test.folder[given]]) { _ in }
    }

    /// Reads the tracks, and checks the invariants.
    mutating func look() async throws {
      let rows = try database.run(
        "SELECT id, coalesce(fingerprint, '') FROM tracks ORDER BY id")
      var tracks: [TrackID] = []
      for row in rows {
        let parts = row.split(separator: "|", omittingEmptySubsequences: false)
        let id = try #require(Int64(parts[0]))
        tracks.append(TrackID(id))
        guard parts[1] != "" else { continue }
        // An id has one audio for good: no file here is ever overwritten.
        let known = audio.updateValue(String(parts[1]), forKey: id)
        #expect(known == nil || known == String(parts[1]), "track \(id) is another one")
      }
      edits.tracks = tracks.isEmpty ? [TrackID(1)] : tracks
      let wrong = try database.run(
        """
        SELECT 'merged', track FROM merged_tracks WHERE track IN (SELECT id FROM tracks);
        SELECT 'plays', id FROM tracks t LEFT JOIN marks m ON m.track = t.id
          WHERE coalesce(plays, 0) <> (SELECT count(*) FROM plays WHERE track = t.id);
        SELECT 'marks', track FROM marks WHERE rating = 0 AND reaction = 0 AND notes = ''
          AND color IS NULL AND set_bpm IS NULL AND set_key IS NULL AND shifts_grid = 0
          AND plays = 0 AND last_played IS NULL;
        SELECT 'labels', track FROM labels WHERE category IS NULL AND tags = '' AND collection IS NULL
          AND mood IS NULL AND time_signature IS NULL AND primary_track IS NULL;
        SELECT 'variation', v.track FROM labels v JOIN labels p ON p.track = v.primary_track
          WHERE p.primary_track IS NOT NULL;
        SELECT 'root', id FROM tracks WHERE root IN (SELECT id FROM roots WHERE removed);
        SELECT 'nested', i.id FROM roots i JOIN roots o ON i.id <> o.id AND NOT i.removed
          AND NOT o.removed AND NOT o.is_file
          AND substr(i.path, 1, length(o.path) + 1) = CAST(o.path || '/' AS BLOB);
        SELECT 'entry', id FROM entries WHERE track NOT IN (SELECT id FROM tracks);
        PRAGMA foreign_key_check
        """)
      #expect(wrong == [])
    }
  }

  @Test(
    "numbers stay what they were, hearings add up, and undo is never stuck, whatever comes between",
    arguments: [31, 32, 33, 34, 39] as [UInt64])
  func everything(seed: UInt64) async throws {
    var walk = try await Walk(seed: seed)
    var undone = 0
    for _ in 0..<250 {
      switch walk.number(0..<10) {
      case 0..<3: try await walk.disturb()
      case 3..<5: if try await walk.test.library.undo() != nil { undone += 1 }
      case 5: _ = try await walk.test.library.redo()
      default: try await walk.edits.next()
      }
      try await walk.look()
    }
    // All the way back and forth: every step can be undone and redone.
    var steps = 0
    while try await walk.test.library.undo() != nil { steps += 1 }
    #expect(steps > 0 && undone + steps > 20)
    #expect(walk.merged > 0)
    try await walk.look()
    // Steps that were undone before are redone, too.
    var redone = 0
    while try await walk.test.library.redo() != nil { redone += 1 }
    #expect(redone >= steps)
    try await walk.look()
    try await walk.test.scan()
    try await walk.look()
    #expect(try await walk.test.library.check() == [])
  }
}

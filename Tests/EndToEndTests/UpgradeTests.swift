import Foundation
import OldLibraries
import ServerHarness
import Testing

/// Kills the real program while it upgrades a library.
@Suite("Upgrading", .serialized)
struct UpgradeTests {
  /// Enough rows for tables to be copied for a second or more.
  private static let tracks = 40_000

  private static let content = """
    BEGIN;
    \(VersionFour.content)
    WITH numbers (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(tracks + 99))
    INSERT INTO tracks (id, path, root, folder, title, artist, codec, container, sample_rate,
      channels, has_art, size, modified, added, rating, notes, credit, title_key, artist_key,
      album_key, genre_key, credit_key, name_key, awaits)
    SELECT n, CAST('/m/' || n || '.flac' AS BLOB), 1, 1, 'Title ' || n, 'Artist ' || n % 100, 'flac',
      'flac', 44100, 2, 0, 1000, 5, 70, n % 5, substr('mine', 1, n % 5), '', X'01', X'01', X'FF',
      X'FF', X'01', X'01', iif(n % 2, -1, 0)
    FROM numbers;
    COMMIT;
    """

  /// The user's data on the tracks, in a library of either version.
  private static func said(_ tracks: String) -> String {
    """
    SELECT count(*), sum(id), sum(rating * id), group_concat(notes, ''), sum(coalesce(set_bpm, 0)),
      sum(plays), sum(awaits <> 0)
    FROM \(tracks) ORDER BY id;
    SELECT * FROM entries; SELECT * FROM cues; SELECT * FROM plays; SELECT * FROM merged_tracks
    """
  }

  @Test("kill -9 in the middle leaves the library of the old version whole, and nothing is lost")
  func killed() throws {
    try Sandbox.with(sound: false) { box in
      let file = URL(fileURLWithPath: box.library)
      let folder = file.deletingLastPathComponent()
      let old = URL(fileURLWithPath: box.library + ".old")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      _ = try box.sql(VersionFour.schema)
      _ = try box.sql(UpgradeTests.content)
      _ = try box.sql("PRAGMA journal_mode = DELETE")
      try FileManager.default.copyItem(at: file, to: old)
      let said = try box.sql(UpgradeTests.said("tracks"))

      // The duration of a whole upgrade determines the moments of the kills.
      let start = ContinuousClock.now
      try upgrade(box)
      let whole = start.duration(to: .now)
      #expect(try versions(box) == "10")
      #expect(try box.sql(UpgradeTests.said(VersionFour.tracks)) == said)

      var killed: Set<String> = []
      for tenth in 1...9 {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasPrefix("library.db") && name != old.lastPathComponent {
          try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        try FileManager.default.copyItem(at: old, to: file)
        let program = try Spawned(Sandbox.binary, ["roots"], environment: box.environment)
        usleep(UInt32((whole * tenth / 10) / .microseconds(1)))
        kill(program.pid, SIGKILL)
        while program.poll() == nil { usleep(500) }
        #expect(try box.sql("PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok")
        let version = try versions(box)
        killed.insert(version)
        let tracks = version == "4" ? "tracks" : VersionFour.tracks
        #expect(try box.sql(UpgradeTests.said(tracks)) == said, "killed at \(tenth) tenths")
        // A killed upgrade is repeated from the beginning.
        if tenth % 4 == 1 {
          try upgrade(box)
          #expect(try versions(box) == "10")
          #expect(try box.sql(UpgradeTests.said(VersionFour.tracks)) == said)
        }
      }
      #expect(killed.isSubset(of: ["4", "5", "6", "7", "8", "9", "10"]) && killed.contains("4"))
    }
  }

  private func upgrade(_ box: Sandbox) throws {
    let result = try box.tritone("roots")
    #expect(result.status == 0, "\(result.errors)")
  }

  private func versions(_ box: Sandbox) throws -> String {
    try box.sql("SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations")
  }
}

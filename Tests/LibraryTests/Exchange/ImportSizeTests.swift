import Library
import Music
import Testing

@Suite("Large imports")
struct ImportSizeTests {
  @Test("4,000 lines against 4,000 tracks: each finds what it means, and all are entries")
  func many() async throws {
    let scene = try ImportScene()
    try await scene.library.planImportReady()
    try scene.fill(4_000)
    let library = try Library(at: scene.test.folder["library.db"])
    // Half match by path, a quarter are from another machine, the rest are missing.
    let lines = (0..<4_000).map { number -> DocumentTrack in
      let index = number % 4_000
      let name = "\(index / 100)/\(index).flac"
      return switch number % 4 {
      case 0, 1: ImportScene.line("/crate/\(name)", number)
      case 2: ImportScene.line("D:\\Musik\\\(index / 100)\\\(index).flac", number)
      default: ImportScene.line("/gone/\(number).mp3", number, title: "none \(number)")
      }
    }
    let clock = ContinuousClock()
    let start = clock.now
    let plan = try await library.planImport(ImportScene.document(lines), at: scene.source)
    let planned = clock.now
    let report = try await library.importPlaylists(plan)
    print("planned \(planned - start), imported \(clock.now - planned)")
    #expect(report.matched == [.path: 2_000, .pathEnd: 1_000])
    #expect(report.tracks == 4_000 && report.missing == 1_000)
    #expect(
      try scene.test.database.run(
        """
        SELECT count(*), count(DISTINCT position), sum(t.missing) FROM entries e
        JOIN tracks t ON t.id = e.track
        """) == ["4000|4000|1000"])
    #expect(try await library.undo() == "imported Friday from Friday.m3u8")
    #expect(try scene.test.database.run("SELECT count(*) FROM entries") == ["0"])
    #expect(try scene.test.database.run("SELECT count(*) FROM tracks") == ["4000"])
  }
}

extension Library {
  /// Builds the first catalog, so that the tracks added by SQL are a change.
  fileprivate func planImportReady() async throws {
    _ = try await window(ListQuery(.songs), range: 0..<1, anchor: nil)
  }
}

extension ImportScene {
  /// Inserts tracks as a scan would, without their files.
  fileprivate func fill(_ count: Int) throws {
    try test.database.run(
      """
      PRAGMA foreign_keys = OFF;
      BEGIN;
      INSERT INTO roots (id, path, is_file) VALUES (1, CAST('/crate' AS BLOB), 0);
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count / 100) - 1)
      INSERT INTO folders (id, path) SELECT i + 1, CAST('/crate/' || i AS BLOB) FROM n;
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count) - 1)
      INSERT INTO tracks (source, path, root, folder, title, artist, duration, codec, container,
        sample_rate, channels, has_art, size, modified, added, credit, changed)
      SELECT 1, CAST('/crate/' || (i / 100) || '/' || i || '.flac' AS BLOB), 1, i / 100 + 1,
        'Title ' || i, 'Artist ' || (i / 50), 180000000 + i * 1000, 'flac', 'flac', 44100, 2, 0, 1,
        1, 1, '', (SELECT change FROM revision) FROM n;
      COMMIT;
      """)
  }
}

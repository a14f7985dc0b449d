import Foundation
import GRDB
import Glibc
import Music
import Testing

@testable import Library

@Suite("Backups")
struct BackupTests {
  @Test("a backup is a whole library in one file, with everything in it")
  func wholeCopy() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(300)
    try await test.library.setRating(Rating(stars: 4), for: ids)
    let backup = try await test.library.backUp()
    #expect(backup.path.isInside(test.folder["backups"]))
    let copy = RawDatabase(path: backup.path)
    #expect(try copy.run("PRAGMA journal_mode") == ["delete"])
    #expect(try copy.run("PRAGMA integrity_check") == ["ok"])
    #expect(try copy.userData() == test.database.userData())
    let names = try FileManager.default.contentsOfDirectory(atPath: test.folder["backups"].text)
    #expect(names == [backup.path.name])
  }

  @Test("three backups are kept, the newest; other files in their folder are left alone")
  func rotation() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(3)
    for day in 1...5 {
      test.folder.write("backups/library-2026-01-0\(day)-120000.db", [1, 2, 3])
    }
    let others = ["library-notes.db", "mine.db", "library-2026-13-01-000000.db"]
    for name in others { test.folder.write("backups/\(name)", [7]) }
    let backup = try await test.library.backUp()
    #expect(
      test.library.backupFolder.backups.map(\.path.name) == [
        backup.path.name, "library-2026-01-05-120000.db", "library-2026-01-04-120000.db",
      ])
    let left = try FileManager.default.contentsOfDirectory(atPath: test.folder["backups"].text)
    #expect(left.count == 3 + others.count)
  }

  @Test("a backup is due once a day, and never of an empty library")
  func dueOnceADay() async throws {
    let test = try TestLibrary()
    #expect(try await test.library.timeToNextBackup() > 0)
    _ = try await test.withTracks(2)
    #expect(try await test.library.timeToNextBackup() == 0)
    _ = try await test.library.backUp(isGentle: true)
    let left = try await test.library.timeToNextBackup()
    #expect(left > 86_000 && left <= 86_400)
  }

  @Test("a damaged library gives no backup, and costs none of those that there are")
  func badNeverReplacesGood() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(400)
    for _ in 1...3 {
      _ = try await test.library.backUp()
      try await Task.sleep(for: .milliseconds(1_100))
    }
    let before = test.library.backupFolder.backups
    #expect(before.count == 3)
    let path = test.folder["library.db"]
    try test.database.emptyLog()
    // Opened before the damage, which an opening would repair.
    let library = try Library(at: path)
    Damage.garbage(in: path, pages: 20..<40)
    await #expect {
      _ = try await library.backUp()
    } throws: {
      guard case .backupFailed(.damaged) = $0 as? LibraryError else { return false }
      return true
    }
    #expect(library.backupFolder.backups == before)
    #expect(before.allSatisfy { Restoring.fault(of: $0) == nil })
  }

  @Test("edits go on while a backup is made, and it holds one state of them")
  func whileWriting() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(500)
    let library = test.library
    let editing = Task {
      for stars in 1...40 { try await library.setRating(Rating(stars: stars % 5 + 1), for: ids) }
    }
    let backup = try await library.backUp(isGentle: true)
    try await editing.value
    let ratings = try RawDatabase(path: backup.path).run(
      "SELECT DISTINCT coalesce(rating, 0) FROM tracks LEFT JOIN marks ON marks.track = tracks.id")
    #expect(ratings.count == 1)
  }

  @Test("a backup does not begin anew where an edit comes between its steps")
  func editsBetweenSteps() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(500)
    try test.database.run("UPDATE tracks SET title = printf('%.*c', 9000, 'x')")
    let pages = try #require(Int(try test.database.run("PRAGMA page_count").first ?? ""))
    let library = test.library
    var steps = 0
    var outcomes: [Result<Void, any Error>] = []
    let backup = try BackupWriter(
      source: library.database, folder: library.backupFolder, isGentle: true
    ).write(now: 1_000) {
      steps += 1
      outcomes.append(
        Result {
          try library.database.write { try $0.execute(sql: "UPDATE tracks SET title = '\(steps)'") }
        })
    }
    #expect(pages > 1_000 && steps == (pages + 255) / 256)
    #expect(throws: Never.self) { for outcome in outcomes { try outcome.get() } }
    #expect(
      try RawDatabase(path: backup.path).run("SELECT DISTINCT length(title) FROM tracks") == [
        "9000"
      ])
    #expect(try test.database.run("SELECT DISTINCT title FROM tracks") == ["\(steps)"])
  }

  @Test("a library of an older version is backed up before its tables change")
  func beforeMigration() async throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    let database = RawDatabase(path: path)
    try database.run(VersionOne.schema)
    try database.run(VersionOne.content)
    let library = try Library(at: path)
    let backup = try #require(library.backupFolder.backups.first)
    let copy = RawDatabase(path: backup.path)
    #expect(try copy.run("SELECT identifier FROM grdb_migrations") == ["1"])
    #expect(try copy.run("SELECT title FROM tracks ORDER BY id") == ["Title 1", "Title 2"])
    // No backup without a change.
    _ = try Library(at: path)
    #expect(library.backupFolder.backups == [backup])
  }

  @Test("a restored backup is the library as it was; what was there is kept beside it")
  func restoring() async throws {
    let test = try TestLibrary()
    let path = test.folder["library.db"]
    let ids = try await test.withTracks(20)
    try await test.library.setRating(Rating(stars: 5), for: ids)
    let backup = try await test.library.backUp()
    let (wanted, identity) = (
      try test.database.userData(), try test.database.run("SELECT identity FROM revision")
    )
    let copy = test.folder["elsewhere.db"]
    try test.database.run("VACUUM INTO '\(copy.text)'")
    do {
      let library = try Library(at: copy)
      try await library.setRating(.none, for: ids)
    }
    let outcome = try Restoring.restore(backup.path, to: copy)
    #expect(try RawDatabase(path: copy).userData() == wanted)
    #expect(try RawDatabase(path: copy).run("SELECT identity FROM revision") != identity)
    let aside = try #require(outcome.setAside)
    #expect(
      try RawDatabase(path: aside).run("SELECT count(*) FROM marks") == ["0"])
    #expect(aside.name.hasPrefix("elsewhere-before-restore-"))
    #expect(try await Library(at: copy).check() == [])
    #expect(path != copy)
  }

  @Test("what is no backup is refused and changes nothing")
  func refusesOthers() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(2)
    let target = test.folder["other/library.db"]
    let text = test.folder.write("text.db", Array(repeating: 0x41, count: 9_000))
    #expect(throws: LibraryError.damaged(text)) { try Restoring.restore(text, to: target) }
    let missing = test.folder["none.db"]
    #expect { try Restoring.restore(missing, to: target) } throws: {
      guard case .cannotOpen(missing, _) = $0 as? LibraryError else { return false }
      return true
    }
    #expect(throws: LibraryError.noBackup(test.folder["other/backups"])) {
      try Restoring.restore(nil, to: target)
    }
    #expect(!FileManager.default.fileExists(atPath: target.text))
  }
}

/// Damage to files, as by failing disks.
enum Damage {
  static func garbage(in path: FilePath, pages: Range<Int>) {
    overwrite(path, (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }, pages)
  }

  static func zeros(in path: FilePath, pages: Range<Int>) {
    overwrite(path, [UInt8](repeating: 0, count: 4_096), pages)
  }

  static func truncate(_ path: FilePath, to bytes: Int) {
    _ = withCString(path) { Glibc.truncate($0, off_t(bytes)) }
  }

  private static func overwrite(_ path: FilePath, _ bytes: [UInt8], _ pages: Range<Int>) {
    let descriptor = withCString(path) { open($0, O_WRONLY) }
    defer { close(descriptor) }
    for page in pages { _ = pwrite(descriptor, bytes, bytes.count, off_t(page * 4_096)) }
  }
}

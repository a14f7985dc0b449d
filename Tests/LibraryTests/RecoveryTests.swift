import Foundation
import Library
import Music
import Testing

@Suite("Damaged libraries")
struct RecoveryTests {
  enum Injury: String, CaseIterable, Sendable {
    case header, garbage, zeros, halved, tiny, empty
  }

  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var asides: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path.text)) ?? []
    return names.filter { $0.hasPrefix("library-damaged-") && $0.hasSuffix(".db") }
  }

  /// A library with tracks and a backup of them, closed; then some edits that no backup has.
  private func make() async throws -> [String] {
    let library = try Library(at: path)
    for number in 1...200 {
      folder.write("music/\(number).flac", FlacFile.bytes([("TITLE", "\(number)")]))
    }
    _ = try await library.scan([folder["music"]]) { _ in }
    let ids = try await library.trackIDs(ListQuery(.songs))
    try await library.setRating(Rating(stars: 4), for: ids)
    _ = try await library.createPlaylist(named: "Kept")
    _ = try await library.backUp()
    let wanted = try RawDatabase(path: path).userData()
    try await library.setRating(Rating(stars: 1), for: ids)
    try RawDatabase(path: path).emptyLog()
    return wanted
  }

  private func injure(_ injury: Injury) {
    let size = (FileManager.default.contents(atPath: path.text) ?? Data()).count
    switch injury {
    case .header: Damage.garbage(in: path, pages: 0..<1)
    case .garbage: Damage.garbage(in: path, pages: 0..<(size / 4_096))
    case .zeros: Damage.zeros(in: path, pages: 0..<(size / 4_096))
    case .halved: Damage.truncate(path, to: size / 2)
    case .tiny: Damage.truncate(path, to: 50)
    case .empty: Damage.truncate(path, to: 0)
    }
  }

  @Test("a damaged file is set aside and the newest good backup opened", arguments: Injury.allCases)
  func recovers(injury: Injury) async throws {
    let wanted = try await make()
    injure(injury)
    let before = FileManager.default.contents(atPath: path.text)
    var notices: [OpeningNotice] = []
    let library = try Library(at: path) { notices.append($0) }
    let recovery = try #require(library.recovered)
    #expect(notices.last == .recovered(recovery))
    #expect(try RawDatabase(path: path).userData() == wanted)
    #expect(try await library.check() == [])
    // The damaged file is set aside, byte for byte.
    #expect(asides.count == 1)
    #expect(recovery.setAside == folder.path.appending(asides.first ?? "").text)
    #expect(FileManager.default.contents(atPath: recovery.setAside) == before)
    #expect(recovery.backup == library.backupFolder.backups.first?.path.text)
    #expect(recovery.message.contains(recovery.setAside))
    // The recovery is stored until somebody has seen it.
    #expect(try await library.recovery() == recovery)
    try await library.dismissRecovery()
    #expect(try await library.recovery() == nil)
    let again = try Library(at: path)
    #expect(again.recovered == nil)
  }

  @Test("damage deep in the file that is met in use is repaired by the next start")
  func metInUse() async throws {
    let wanted = try await make()
    let size = (FileManager.default.contents(atPath: path.text) ?? Data()).count
    // The pages in the middle: an opening reads those at the ends.
    let pages = size / 4_096
    Damage.zeros(in: path, pages: (pages / 4)..<(pages * 3 / 4))
    do {
      let library = try Library(at: path)
      if library.recovered == nil {
        await #expect(throws: LibraryError.damagedInUse(path)) {
          for id in try await library.trackIDs(ListQuery(.songs)) {
            try await library.setNotes("x", for: [id])
          }
          _ = try await library.check()
          throw LibraryError.damagedInUse(path)
        }
        _ = try? await library.backUp()
      }
    }
    let library = try Library(at: path)
    #expect(try RawDatabase(path: path).userData() == wanted)
    #expect(try await library.check() == [])
    #expect(asides.count == 1)
    // The next scan finds the tracks that the backup lacks.
    folder.write("music/201.flac", FlacFile.bytes([("TITLE", "201")]))
    #expect(try await library.scan(nil) { _ in }.added == 1)
  }

  @Test("a bad backup is passed over for an older good one")
  func olderBackup() async throws {
    let wanted = try await make()
    let good = try #require(BackupFolder(of: path).backups.first)
    for (index, pages) in [0..<1, 2..<30].enumerated() {
      let bad = folder["backups/library-2099-01-0\(index + 1)-000000.db"]
      try FileManager.default.copyItem(atPath: good.path.text, toPath: bad.text)
      Damage.garbage(in: bad, pages: pages)
    }
    injure(.header)
    let library = try Library(at: path)
    #expect(library.recovered?.backup == good.path.text)
    #expect(try RawDatabase(path: path).userData() == wanted)
  }

  @Test("without any backup a new library is begun, where the file was ours")
  func noBackup() async throws {
    _ = try await make()
    for backup in BackupFolder(of: path).backups {
      try FileManager.default.removeItem(atPath: backup.path.text)
    }
    injure(.garbage)
    // Going by its name alone, it may be anybody's file.
    #expect(throws: LibraryError.damaged(path)) { try Library(at: path) }
    let library = try Library(at: path, isOurs: true)
    let recovery = try #require(library.recovered)
    #expect(recovery.backup == nil)
    #expect(try await library.isEmpty)
    #expect(asides.count == 1)
    #expect(try await library.scan([folder["music"]]) { _ in }.added == 200)
  }

  /// Whether somebody in this process still has the library open.
  private var isOpen: Bool {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.contains {
      // nil where it was closed meanwhile.
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
        == path.text
    }
  }

  @Test("damaged twice, both files are kept")
  func twice() async throws {
    _ = try await make()
    for _ in 1...2 {
      injure(.header)
      await (try Library(at: path)).saveCatalog()
      // A connection that is still open may overwrite the damage.
      try await eventually { !isOpen }
    }
    #expect(asides.count == 2)
  }

  @Test("a journal that a crash has left is rolled back, and not taken for a lack of rights")
  func hotJournal() async throws {
    _ = try await make()
    // While the file is open elsewhere it stays in WAL mode, without a journal.
    try await eventually { !isOpen }
    let other = folder["crashed.db"]
    // SQLite writes the journal and the file before the commit when its cache is full.
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c",
      """
      sqlite3 "$1" "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = 2; \
      PRAGMA cache_spill = 1; BEGIN; UPDATE tracks SET fault = 'lost', genre = 'lost';" \
      ".shell cp '$1' '$2'; cp '$1-journal' '$2-journal'" > /dev/null
      """, "sh", path.text, other.text,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(FileManager.default.fileExists(atPath: other.text + "-journal"))
    let library = try Library(at: other)
    #expect(library.recovered == nil)
    #expect(try await library.check() == [])
    #expect(try RawDatabase(path: other).run("SELECT DISTINCT fault FROM tracks") == ["NULL"])
  }

  @Test("a crash between a new file and its name leaves the library openable")
  func leftovers() async throws {
    let wanted = try await make()
    folder.write("library.db-replacement", [1, 2, 3])
    folder.write("backups/library-unfinished.part", [1, 2, 3])
    folder.write("library.db-suspect", [])
    let library = try Library(at: path)
    #expect(library.recovered == nil)
    _ = try await library.backUp()
    #expect(
      !FileManager.default.fileExists(atPath: folder["backups/library-unfinished.part"].text))
    #expect(try RawDatabase(path: path).userData() != wanted)
    #expect(!FileManager.default.fileExists(atPath: folder["library.db-suspect"].text))
  }
}

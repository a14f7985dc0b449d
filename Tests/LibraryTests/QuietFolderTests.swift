import Foundation
import Music
import Synchronization
import Testing

@testable import Library

/// Later scans do not list quiet folders, and find every change all the same.
///
/// Only the scans take part, so that no change is found by the watch before them.
@Suite("Quiet folders", .serialized)
struct QuietFolderTests {
  private let songs = ListQuery(.songs, sort: .title)

  /// Four folders: the root, an artist, and two albums of two tracks, all quiet.
  func quiet(_ quiet: QuietFolders = QuietFolders()) async throws -> TestLibrary {
    let test = try TestLibrary()
    for album in 1...2 {
      for number in 1...2 {
        test.write("artist/\(album)/\(number).flac", [("TITLE", "\(album).\(number)")])
      }
    }
    try await test.scan()
    test.library.quietFolders.withLock { $0 = quiet }
    #expect(try update(test).quietCount == 0)
    return test
  }

  /// Looks for changes in all folders.
  func update(_ test: TestLibrary) throws -> Scan {
    let scan = Scan(test.library, stop: ScanStop()) { _ in }
    return try test.library.scanQueue.sync {
      _ = try scan.run(nil)
      return scan
    }
  }

  func rewrite(_ path: FilePath, _ title: String) {
    let bytes = FlacFile.bytes([("TITLE", title)])
    let file = withCString(path) { open($0, O_WRONLY) }
    #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
    close(file)
  }

  func titles(_ test: TestLibrary) async throws -> [String] { try await test.rows(songs) }

  @Test("they are not listed once stat was called for their files, but by a scan of their root")
  func counted() async throws {
    let test = try await quiet()
    let second = try update(test)
    #expect(second.quietCount == 4)
    #expect(second.progress.unchanged == 4)
    #expect(second.progress.missing == 0)
    let scan = Scan(test.library, stop: ScanStop()) { _ in }
    _ = try test.library.scanQueue.sync { try scan.run([test.music]) }
    #expect(scan.quietCount == 0)
  }

  @Test("the start of the watch lists all, which are quiet from then on")
  func start() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(3)
    try await test.whileWatched {
      let scan = try update(test)
      #expect(scan.quietCount == 1)
    }
    #expect(try update(test).quietCount == 0)
  }

  @Test("a file changed in place is found, and its folder is never quiet again")
  func inPlace() async throws {
    let test = try await quiet()
    rewrite(test.music.appending("artist/1/2.flac"), "new")
    let scan = try update(test)
    #expect(scan.progress.updated == 1)
    #expect(scan.quietCount == 3)
    #expect(try await titles(test) == ["1.1", "2.1", "2.2", "new"])
    #expect(try update(test).quietCount == 3)
  }

  @Test("a file replaced by a rename, one that comes and one that goes are found")
  func names() async throws {
    let test = try await quiet()
    test.folder.write("other.flac", FlacFile.bytes([("TITLE", "replaced")]))
    #expect(
      rename(test.folder["other.flac"].text, test.music.appending("artist/1/1.flac").text) == 0)
    test.write("artist/2/3.flac", seconds: 5, [("TITLE", "came")])
    try test.folder.remove("music/artist/2/1.flac")
    test.write("deeper/and/deeper.flac", seconds: 6, [("TITLE", "deep")])
    let scan = try update(test)
    #expect(scan.progress.updated == 1)
    #expect(scan.progress.added == 2)
    #expect(scan.progress.missing == 1)
    #expect(try await titles(test) == ["1.2", "2.2", "came", "deep", "replaced"])
  }

  @Test(
    "the folder of a file with two names is not quiet: a change by the other one is not reported")
  func hardLink() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(2)
    #expect(link(test.music.appending("1.flac").text, test.folder["linked.flac"].text) == 0)
    test.library.quietFolders.withLock { $0 = QuietFolders() }
    _ = try update(test)
    rewrite(test.folder["linked.flac"], "a")
    let scan = try update(test)
    #expect(scan.progress.updated == 1)
    #expect(try await titles(test) == ["2", "a"])
  }

  @Test("a change by a name that the file got since is found by a scan of the folder")
  func laterLink() async throws {
    let test = try await quiet()
    #expect(
      link(test.music.appending("artist/1/1.flac").text, test.folder["linked.flac"].text) == 0)
    rewrite(test.folder["linked.flac"], "new")
    #expect(try await test.scan().updated == 1)
    #expect(try await titles(test) == ["1.2", "2.1", "2.2", "new"])
  }

  @Test(
    "a write by a memory map is found once the map is gone, of a file that was written before too")
  func memoryMap() async throws {
    let test = try await quiet()
    let path = test.music.appending("artist/1/1.flac")
    let bytes = FlacFile.bytes([("TITLE", "map")])
    func mapped() throws -> UnsafeMutableRawPointer {
      let file = withCString(path) { open($0, O_RDWR) }
      defer { close(file) }
      return try #require(mmap(nil, bytes.count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
    }
    let map = try mapped()
    #expect(try update(test).quietCount == 4)
    memcpy(map, bytes, bytes.count)
    munmap(map, bytes.count)
    #expect(try update(test).progress.updated == 1)
    #expect(try await titles(test) == ["1.2", "2.1", "2.2", "map"])
    // From now on its folder is not quiet.
    let second = try mapped()
    #expect(try update(test).quietCount == 3)
    memcpy(second, FlacFile.bytes([("TITLE", "pam")]), bytes.count)
    #expect(try update(test).progress.updated == 1)
    munmap(second, bytes.count)
    #expect(try await titles(test) == ["1.2", "2.1", "2.2", "pam"])
  }

  @Test("a truncated file, and one whose time alone was set, are found")
  func attributes() async throws {
    let test = try await quiet()
    #expect(truncate(test.music.appending("artist/1/1.flac").text, 10) == 0)
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, test.music.appending("artist/2/1.flac").text, &times, 0) == 0)
    let scan = try update(test)
    #expect(scan.progress.failed == 1)
    #expect(scan.progress.updated == 1)
    #expect(scan.quietCount == 2)
  }

  @Test(
    "a moved folder is followed, and what takes its place is listed, its inner folders included")
  func movedFolder() async throws {
    let test = try await quiet()
    for album in 1...2 {
      test.folder.write(
        "artist/\(album)/1.flac", FlacFile.bytes([("TITLE", "other \(album)")], seconds: 9))
    }
    try test.folder.move("music/artist", "music/moved")
    try test.folder.move("artist", "music/artist")
    _ = try update(test)
    #expect(try await titles(test) == ["1.1", "1.2", "2.1", "2.2", "other 1", "other 2"])
    #expect(try update(test).quietCount == 7)
    // Out of the library and back again.
    try test.folder.move("music/moved", "away")
    #expect(try update(test).progress.missing == 4)
    rewrite(test.folder["away/1/1.flac"], "new")
    try test.folder.move("away", "music/moved")
    #expect(try update(test).progress.updated == 4)
    #expect(try await titles(test) == ["1.2", "2.1", "2.2", "new", "other 1", "other 2"])
  }

  @Test("a folder that is removed and made anew is listed")
  func madeAnew() async throws {
    let test = try await quiet()
    try test.folder.remove("music/artist")
    test.write("artist/1/1.flac", [("TITLE", "new")])
    let scan = try update(test)
    #expect(scan.quietCount == 0)
    #expect(scan.progress.missing == 3)
    #expect(try await titles(test) == ["new"])
  }

  @Test("a root whose outer folder is renamed is offline, and one in its place is listed")
  func outerFolder() async throws {
    let test = try TestLibrary()
    let root = test.folder["outer/music"]
    test.folder.write("outer/music/a/1.flac", FlacFile.bytes([("TITLE", "1")]))
    _ = try await test.library.scan([root]) { _ in }
    test.library.quietFolders.withLock { $0 = QuietFolders() }
    _ = try update(test)
    #expect(try update(test).quietCount == 2)
    try test.folder.move("outer", "elsewhere")
    #expect(try update(test).progress.offline == 1)
    test.folder.write("outer/music/a/1.flac", FlacFile.bytes([("TITLE", "2")], seconds: 9))
    #expect(try update(test).progress.updated == 1)
    #expect(try await titles(test) == ["2"])
  }

  @Test("what links lead to is never quiet")
  func links() async throws {
    let test = try TestLibrary()
    test.folder.write("far/album/1.flac", FlacFile.bytes([("TITLE", "1")]))
    test.write("2.flac", [("TITLE", "2")])
    #expect(symlink(test.folder["far"].text, test.music.appending("link").text) == 0)
    try await test.scan()
    test.library.quietFolders.withLock { $0 = QuietFolders() }
    _ = try update(test)
    #expect(try update(test).quietCount == 0)
    try test.folder.move("far", "farther")
    test.folder.write("far/album/1.flac", FlacFile.bytes([("TITLE", "3")], seconds: 9))
    #expect(try update(test).progress.updated == 1)
    #expect(try await titles(test) == ["2", "3"])
  }

  @Test("an emptied library has everything read again")
  func reset() async throws {
    let test = try await quiet()
    try await test.library.reset()
    let scan = try update(test)
    #expect(scan.progress.added == 4)
    #expect(try await titles(test) == ["1.1", "1.2", "2.1", "2.2"])
  }

  @Test("few changes do not drop the cached names of quiet folders")
  func cachedNames() async throws {
    let test = try await quiet()
    let cache = test.folder["library.db-listings"]
    let before = DirectoryCacheFile(at: cache)?.entries.count ?? 0
    test.write("artist/3/1.flac", [("TITLE", "3.1")])
    _ = try update(test)
    #expect((DirectoryCacheFile(at: cache)?.entries.count ?? 0) >= before)
  }
}

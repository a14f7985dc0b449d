import Foundation
import Music
import Testing

@testable import Library

/// Folders that are not listed again: the cache has to equal a new listing.
@Suite("Kept listings")
struct DirectoryCacheTests {
  private let folder = TemporaryFolder()
  /// Nanoseconds: more than two steps of any kernel's clock.
  private static let settling: Int64 = 25_000_000

  private var database: FilePath { folder["library.db"] }
  private var music: FilePath { folder["music"] }

  private func kept(clock: @escaping () -> Int64 = DirectoryCache.now) -> DirectoryCache {
    DirectoryCache(beside: database, settling: DirectoryCacheTests.settling, clock: clock)
  }

  /// Waits until no folder has changed a moment ago.
  private func settle() async throws { try await Task.sleep(for: .milliseconds(40)) }

  private struct Found: Equatable {
    var files: [[UInt8]]
    var stamps: [FileStamp?]
    var folders: [[UInt8]]
    var isEmpty: Bool
    var digest: Int64?
  }

  /// The listings of a walk, by folder.
  private func walk(_ kept: DirectoryCache?) -> [FilePath: Found] {
    var walk = FolderWalk(music, roots: [music], kept: kept)
    var found: [FilePath: Found] = [:]
    while let step = walk.next() {
      guard case .listed(let folder, let listing) = step else { continue }
      found[folder.path] = Found(
        files: listing.files.map(\.name), stamps: listing.files.map(\.fileStamp),
        folders: listing.folders, isEmpty: listing.isEmpty, digest: listing.digest)
    }
    return found
  }

  private func makeMusic() {
    for album in ["a", "b", "b/c", "d"] {
      for number in 1...3 {
        folder.write("music/\(album)/\(number).flac", Array("\(album)\(number)".utf8))
      }
    }
    folder.write("music/d/cover.jpg", [1])
    makeFolder(folder["music/empty"])
  }

  @Test("folders that have not changed are not listed again, not even by the next program")
  func known() async throws {
    makeMusic()
    try await settle()
    let first = kept()
    let found = walk(first)
    #expect(found == walk(nil) && found.count == 6)
    #expect(first.listed == 6 && first.known == 0)
    first.save(isWhole: true)
    let second = kept()
    #expect(walk(second) == found)
    #expect(second.listed == 0 && second.known == 6)

    // Only the changed folder is listed.
    folder.write("music/b/4.flac", [1])
    let third = kept()
    #expect(walk(third) == walk(nil))
    #expect(third.listed == 1 && third.known == 5)
  }

  @Test(
    "whatever happens to a file or a folder is found",
    arguments: [
      "mv music/a/1.flac music/a/9.flac", "mv music/a/1.flac music/b/c/1.flac",
      "mv music/a/1.flac music/a/2.flac", "rm music/a/3.flac", "touch music/empty/1.flac",
      "printf xx > music/a/1.flac", "touch -d @7 music/a/1.flac",
      "cp music/a/1.flac new && touch -d @8 new && mv new music/a/1.flac",
      "mv music/a x && mv music/b music/a && mv x music/b", "mv music/b/c music/c",
      "rm -r music/a && mkdir music/a", "rm -r music/b/c", "mkdir music/a/new",
      "mv music/a away && ln -s ../away music/a", "ln -s ../../elsewhere.flac music/a/4.flac",
      "touch music/a/.hidden && rm music/a/[0-9]*", "mv music/a/1.flac music/a/1.txt",
      "rm music/a/1.flac && mkdir music/a/1.flac", "rm music/a/1.flac && mkfifo music/a/1.flac",
      "rm music/a/1.flac && ln -s 2.flac music/a/1.flac", "cp -a music/a music/a2",
      "mv music/empty e && cp -a music/b/c music/empty",
      "touch -d @9 music/a/1.flac && touch -d @9 music/a",
      "rm music/a/1.flac && touch -r music/b music/a",
    ])
  func changes(_ command: String) async throws {
    makeMusic()
    folder.write("elsewhere.flac", [1, 2, 3])
    try await settle()
    let first = kept()
    _ = walk(first)
    first.save(isWhole: true)
    let before = walk(nil)
    try await run(command)
    let second = kept()
    #expect(walk(second) == walk(nil))
    #expect(walk(nil) != before || command.contains("away"))
    #expect(second.known > 0)
    // The same once the folder's last change is long enough ago.
    second.save(isWhole: true)
    try await settle()
    let third = kept()
    #expect(walk(third) == walk(nil))
    third.save(isWhole: true)
    #expect(walk(kept()) == walk(nil))
  }

  private func run(_ command: String) async throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    shell.currentDirectoryURL = URL(fileURLWithPath: folder.path.text)
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  @Test("what a link leads to is looked at each time")
  func links() async throws {
    makeMusic()
    folder.write("elsewhere/1.flac", [1])
    let command = "ln -s ../../elsewhere music/a/link && ln -s ../../x.flac music/d/x.flac"
    try await run(command)
    try await settle()
    let first = kept()
    #expect(walk(first) == walk(nil))
    first.save(isWhole: true)
    // Neither of the folders with the links has changed.
    folder.write("x.flac", [1, 2])
    try await run("rm -r elsewhere && ln -s elsewhere.flac elsewhere && touch elsewhere.flac")
    #expect(walk(kept()) == walk(nil))
  }

  @Test("a folder that changed when it was listed is listed again, whatever the clock says")
  func clocks() async throws {
    makeMusic()
    // Listed within the clock's step of the change.
    let fresh = kept()
    _ = walk(fresh)
    fresh.save(isWhole: true)
    folder.write("music/a/4.flac", [1])
    #expect(walk(kept()) == walk(nil))

    // The clock was set back: the folders changed in what is now the future.
    _ = withCString(folder["library.db-listings"]) { unlink($0) }
    try await settle()
    let back = kept(clock: { DirectoryCache.now() - 3_600_000_000_000 })
    _ = walk(back)
    back.save(isWhole: true)
    let after = kept()
    #expect(walk(after) == walk(nil))
    #expect(after.known == 0)
    // The clock was ahead: later changes seem to be older.
    let ahead = kept(clock: { DirectoryCache.now() + 3_600_000_000_000 })
    _ = walk(ahead)
    ahead.save(isWhole: true)
    folder.write("music/a/5.flac", [1])
    try folder.remove("music/b/1.flac")
    #expect(walk(kept()) == walk(nil))
  }

  @Test("a walk through a part forgets nothing of the rest; one through all forgets what is gone")
  func parts() async throws {
    makeMusic()
    try await settle()
    let first = kept()
    _ = walk(first)
    first.save(isWhole: true)
    try folder.remove("music/b")
    try await settle()
    let part = kept()
    var walkOfPart = FolderWalk(folder["music/a"], roots: [music], kept: part)
    while walkOfPart.next() != nil {}
    // A new listing causes the file to be written.
    var walkOfTop = FolderWalk(music, roots: [music], kept: part)
    _ = walkOfTop.next()
    part.save(isWhole: false)
    let whole = kept()
    #expect(walk(whole) == walk(nil))
    #expect(whole.listed == 0 && whole.known == 4)
  }

  @Test("random changes, some of them a moment ago, are all found")
  func random() async throws {
    makeMusic()
    var random = SystemRandomNumberGenerator()
    let names = ["a", "b", "b/c", "d", "empty"]
    var (listed, known) = (0, 0)
    for round in 0..<150 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let index = "music/" + names[Int.random(in: 0..<names.count, using: &random)]
        let other = "music/" + names[Int.random(in: 0..<names.count, using: &random)]
        let name = "\(Int.random(in: 1...5, using: &random)).flac"
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1: folder.write("\(index)/\(name)", [UInt8](repeating: 1, count: round % 7))
        case 2: _ = withCString(folder["\(index)/\(name)"]) { unlink($0) }
        case 3, 4: move("\(index)/\(name)", "\(other)/\(name)")
        case 5 where index != "music/b" && other != "music/b":
          move(index, "swap")
          move(other, index)
          move("swap", other)
        default: move("\(index)/\(name)", "\(index)/9.flac")
        }
      }
      if Bool.random(using: &random) { try await settle() }
      let kept = kept()
      #expect(walk(kept) == walk(nil))
      kept.save(isWhole: Bool.random(using: &random))
      listed += kept.listed
      known += kept.known
    }
    #expect(listed > 100 && known > 100)
  }

  private func move(_ from: String, _ to: String) {
    _ = withCString(folder[from]) { from in withCString(folder[to]) { rename(from, $0) } }
  }

  // MARK: The file

  @Test("a damaged file of listings is of no use and does no harm")
  func damage() async throws {
    makeMusic()
    try await settle()
    let first = kept()
    let found = walk(first)
    first.save(isWhole: true)
    let path = folder["library.db-listings"]
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.text)))
    var random = SystemRandomNumberGenerator()
    for round in 0..<400 {
      var bytes = whole
      if round % 4 == 0 {
        bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      } else {
        for _ in 0..<(round % 3 + 1) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8(round % 8)
        }
      }
      writeFile(path, bytes)
      #expect(walk(kept()) == found)
    }
    _ = withCString(path) { unlink($0) }
    try await run("mkfifo library.db-listings")
    #expect(walk(kept()) == found)
  }

  @Test(
    "names that lead out of a folder are not followed, though the file is sound",
    arguments: ["../1.flac", "/etc/x.flac", "", "."])
  func hostileNames(_ name: String) async throws {
    makeMusic()
    try await settle()
    let descriptor = withCString(music) { open($0, O_RDONLY | O_DIRECTORY) }
    defer { close(descriptor) }
    let stamp = try #require(FolderStamp(descriptor))
    for (files, folders) in [(1, 0), (0, 1), (3, 3)] {
      let bytes = CachedListing.bytes(
        hashes: Array(repeating: 1, count: files), files: files > 0 ? Array(name.utf8) + [0] : [],
        folders: folders > 0 ? [Array(name.utf8)] : [])
      let isWritten = DirectoryCacheFile.write(to: folder["library.db-listings"]) { add in
        bytes.withUnsafeBytes {
          add(
            DirectoryCacheFile.Entry(
              fileStamp: stamp, offset: 0, length: UInt64(bytes.count), files: UInt32(files),
              folders: UInt32(folders), isEmpty: false,
              checksum: DirectoryCacheFile.checksum($0)), $0)
        }
      }
      #expect(isWritten)
      #expect(walk(kept()) == walk(nil))
    }
  }

  // MARK: In a scan

  @Test("a scan finds what has changed, whether folders are listed or not")
  func scans() async throws {
    let test = try TestLibrary()
    for album in 1...5 {
      for number in 1...3 {
        test.write("\(album)/\(number).flac", [("TITLE", "\(album).\(number)")])
      }
    }
    // Folder times are only trusted when they are two seconds old.
    try await Task.sleep(for: .milliseconds(2_100))
    try await test.scan()
    let listings = test.folder["library.db-listings"].text
    #expect(FileManager.default.fileExists(atPath: listings))
    #expect(try await test.scan().unchanged == 15)

    test.write("1/4.flac", [("TITLE", "1.4")])
    try test.folder.remove("music/2/1.flac")
    test.write("3/1.flac", [("TITLE", "changed and longer")])
    try test.folder.remove("music/4")
    let changed = try await test.library.scan(nil) { _ in }
    #expect(changed.added == 1 && changed.updated == 1 && changed.missing == 4)
    #expect(changed.unchanged == 10)
    #expect(try await test.library.scan(nil) { _ in }.unchanged == 12)
  }
}

/// File systems that come and go over cached folders.
@Suite(
  "Kept listings and mounts", .serialized,
  .enabled(if: MountedDisk.isPermitted, "the kernel does not let this user mount a file system"))
struct CachedMountTests {
  @Test("a folder with another file system on it shows that, and without it itself again")
  func mounts() async throws {
    let folder = TemporaryFolder()
    let music = folder["music"]
    folder.write("music/stick/1.flac", [1])
    let stick = music.appending("stick")
    func names(_ kept: DirectoryCache?) -> [[[UInt8]]] {
      var walk = FolderWalk(music, roots: [music], kept: kept)
      var found: [[[UInt8]]] = []
      while let step = walk.next() {
        if case .listed(_, let listing) = step { found.append(listing.files.map(\.name)) }
      }
      return found
    }
    func kept() -> DirectoryCache {
      DirectoryCache(beside: folder["library.db"], settling: 25_000_000)
    }
    func check(_ expected: [String]) async throws {
      for _ in 0..<2 {
        try await Task.sleep(for: .milliseconds(40))
        let kept = kept()
        #expect(names(kept) == [[], expected.map { Array($0.utf8) }])
        kept.save(isWhole: true)
      }
    }
    try await check(["1.flac"])
    let disk = try MountedDisk(at: stick)
    try await check([])
    writeFile(stick.appending("2.flac"), [1])
    try await check(["2.flac"])
    disk.detach()
    try await check(["1.flac"])
  }
}

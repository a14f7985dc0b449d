import Foundation
import Library
import Music
import Synchronization
import Testing

@Suite("Hostile trees")
struct HostileTreeTests {
  @Test("a path of 4,000 bytes is read, a longer one does no harm, and neither do names in bytes")
  func longPaths() async throws {
    let test = try TestLibrary()
    test.write("short.flac", [("TITLE", "short")])
    let name = [UInt8](repeating: UInt8(ascii: "x"), count: 240) + [0xFF, 0xFE]
    var path = test.music
    var folder = open(test.music.text, O_RDONLY | O_DIRECTORY)
    var maximumDepth: FilePath?
    // Created step by step: the longest path is too long for one call.
    for depth in 0..<20 {
      path = path.appending(name)
      #expect(withCString(FilePath(bytes: name)) { mkdirat(folder, $0, 0o755) } == 0)
      let next = withCString(FilePath(bytes: name)) { openat(folder, $0, O_RDONLY | O_DIRECTORY) }
      close(folder)
      folder = next
      let file = openat(folder, "\(depth).flac", O_WRONLY | O_CREAT, 0o644)
      let bytes = FlacFile.bytes([("TITLE", "\(depth)")])
      #expect(write(file, bytes, bytes.count) == bytes.count)
      close(file)
      if path.bytes.count < 4_080 { maximumDepth = path.appending("\(depth).flac") }
    }
    close(folder)
    let progress = try await test.scan()
    let deep = try #require(maximumDepth)
    #expect(deep.bytes.count > 3_800)
    #expect(try await test.library.track(at: deep)?.source == .file(deep))
    #expect(progress.missing == 0 && progress.added >= 16)
    #expect(try await test.scan().missing == 0)
    try Process.run(URL(fileURLWithPath: "/bin/rm"), arguments: ["-rf", test.music.text])
      .waitUntilExit()
  }

  @Test("folders that vanish while they are walked leave a library that a scan sets right")
  func vanishing() async throws {
    let test = try TestLibrary()
    for number in 0..<300 { test.write("\(number % 30)/\(number).flac", [("TITLE", "\(number)")]) }
    try await test.scan()
    let isOver = Mutex(false)
    let scans = Task {
      while !isOver.withLock({ $0 }) { try await test.scan() }
    }
    for folder in 0..<15 {
      try test.folder.remove("music/\(folder)")
      try await Task.sleep(for: .milliseconds(3))
    }
    isOver.withLock { $0 = true }
    try await scans.value
    try await test.scan()
    #expect(try await test.library.trackCount == 150)
    #expect(try await test.library.check() == [])
  }

  @Test("a folder of twenty thousand files is scanned, and one more in it is found by itself")
  func manyFiles() async throws {
    let test = try TestLibrary()
    let bytes = FlacFile.bytes([("ARTIST", "Many")])
    makeFolder(test.music.appending("many"))
    for number in 0..<20_000 { writeFile(test.music.appending("many/\(number).flac"), bytes) }
    #expect(try await test.scan().added == 20_000)
    let watch = LibraryWatch(test.library) { _ in }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    test.write("many/one more.flac", [("TITLE", "more")])
    try await eventually { try await test.library.trackCount > 20_000 }
    #expect(try await test.library.trackCount == 20_001)
    #expect(try await test.scan().unchanged == 20_001)
  }

  @Test("devices, sockets and pipes with the names of music are left alone, also while watched")
  func devices() async throws {
    let test = try TestLibrary()
    test.write("1.flac", [("TITLE", "1")])
    try await test.scan()
    let watch = LibraryWatch(test.library) { _ in }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    _ = withCString(test.music.appending("pipe.flac")) { mkfifo($0, 0o600) }
    _ = withCString(test.music.appending("null.flac")) { symlink("/dev/zero", $0) }
    _ = withCString(test.music.appending("loop.flac")) { symlink("loop.flac", $0) }
    _ = withCString(test.music.appending("up")) { symlink("..", $0) }
    test.folder.write("outside/2.flac", FlacFile.bytes([("TITLE", "2")]))
    _ = withCString(test.music.appending("out")) { symlink(test.folder["outside"].text, $0) }
    try await eventually { try await test.library.trackCount > 1 }
    #expect(try await test.rows(ListQuery(.songs, sort: .title)) == ["1", "2"])
    #expect(try await test.library.rejects(below: []) == [])
  }
}

import Glibc
import Music
import Synchronization
import Testing
import Threads

@testable import Log

@Suite("The log")
struct LogTests {
  @Test("the folder is made for its owner alone, and so is the file")
  func rights() throws {
    let place = Place()
    let before = umask(0)
    defer { umask(before) }
    let log = Log(in: place.log)
    log.error(.playback, "cannot be played", [LogField("file", private: "/a")])
    log.flush(within: .seconds(60))
    #expect(mode(of: place.log.path) == 0o700)
    #expect(mode(of: place.log.path.parent ?? place.path) == 0o700)
    #expect(mode(of: place.log.file) == 0o600)
    #expect(try messages(place.log) == ["cannot be played"])
  }

  @Test("a file that others could read is closed to them")
  func narrowed() throws {
    let place = Place()
    let log = Log(in: place.log)
    log.error(.playback, "one")
    log.flush(within: .seconds(60))
    _ = place.log.file.withCString { chmod($0, 0o644) }
    let other = Log(in: place.log)
    other.error(.playback, "two")
    other.flush(within: .seconds(60))
    #expect(mode(of: place.log.file) == 0o600)
  }

  @Test("entries below the level are not even built")
  func level() throws {
    let place = Place()
    let log = Log(in: place.log, level: .warning)
    let built = Mutex(0)
    func field() -> [LogField] {
      built.withLock { $0 += 1 }
      return []
    }
    log.info(.playback, "info", field())
    log.debug(.playback, "debug", field())
    #expect(built.withLock { $0 } == 0)
    log.warning(.playback, "warning", field())
    log.flush(within: .seconds(60))
    #expect(try messages(place.log) == ["warning"])
    Log().error(.playback, "nowhere", field())
    #expect(built.withLock { $0 } == 1)
  }

  @Test(
    "entries wait until it is known whether personal values are left out", arguments: [true, false])
  func held(_ hides: Bool) throws {
    let place = Place()
    let log = Log(in: place.log, hidesPrivate: nil)
    log.info(.library, "entry", [LogField("n", private: "name")])
    // A thread that did not wait would have written it by now.
    usleep(100_000)
    #expect(Place.names(in: place.path.text).isEmpty)
    log.hidePrivate(hides)
    log.flush(within: .seconds(60))
    #expect(try messages(place.log) == [hides ? "<private>" : "name"])
  }

  @Test("held entries are written at the end in any case")
  func heldToTheEnd() throws {
    let place = Place()
    let log = Log(in: place.log, hidesPrivate: nil)
    log.info(.library, "entry", [LogField("n", private: "name")])
    log.flush(within: .seconds(60))
    #expect(try messages(place.log) == ["name"])
  }

  @Test("entries are written in their order, and all at the end")
  func order() throws {
    let place = Place()
    let log = Log(in: place.log)
    for number in 0..<3_000 { log.info(.library, "entry", [LogField("n", number)]) }
    log.flush(within: .seconds(60))
    #expect(try messages(place.log) == (0..<3_000).map(String.init))
  }

  @Test("a full queue drops entries, and tells how many")
  func bounded() throws {
    let place = Place()
    var limits = LogLimits()
    limits.entries = 10
    let log = Log(in: place.log, limits: limits)
    // The thread cannot write while this holds the lock.
    let held = try Locked(place.log)
    log.info(.library, "first")
    while !held.isAwaited { usleep(1000) }
    for number in 0..<100 { log.info(.library, "entry", [LogField("n", number)]) }
    held.release()
    log.flush(within: .seconds(60))
    log.info(.library, "last")
    log.flush(within: .seconds(60))
    let records = try LogTail.records(.max, of: place.log)
    let kept = records.count { $0.message == "entry" }
    let told = records.filter { $0.message == "entries were dropped" }
      .compactMap { $0.fields.first.flatMap { Int($0.value) } }
    #expect(kept <= 20 && kept >= 10)
    #expect(kept + told.reduce(0, +) == 100)
    #expect(records.last?.message == "last")
  }

  @Test("long values fill the queue's memory as well")
  func memory() throws {
    let place = Place()
    var limits = LogLimits()
    limits.memory = 100_000
    let log = Log(in: place.log, limits: limits)
    log.info(.library, "huge", [LogField("n", private: String(repeating: "x", count: 200_000))])
    log.info(.library, "small")
    log.flush(within: .seconds(60))
    #expect(try messages(place.log, "count").sorted() == ["1", "small"])
  }

  @Test("the file is rotated at its limit, and the oldest goes")
  func rotation() throws {
    let place = Place()
    var file = LogFile(in: place.log, limit: 100)
    for number in 0..<60 { try file.append(Array("line \(100 + number) of ten\n".utf8)) }
    #expect(Place.names(in: place.log.path.text) == ["log", "log.1", "log.2", "log.3", "log.4"])
    // Six lines of 16 bytes have room in a file.
    for index in 0..<5 {
      let bytes = try #require(contents(of: place.log.path.appending(LogFolder.name(index))))
      let lines = (0..<6).map { "line \(154 - 6 * index + $0) of ten\n" }
      #expect(String(decoding: bytes, as: UTF8.self) == lines.joined())
    }
  }

  /// All lines of the files, sorted.
  private func sortedLines(_ folder: LogFolder) throws -> [String] {
    var tail = LogTail(of: folder)
    return try tail.next().map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  @Test("of 20,000 lines that four threads write across rotations none is lost or torn")
  func threads() async throws {
    let place = Place()
    let folder = place.log
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          var file = LogFile(in: folder, limit: 90_000)
          for number in 0..<5_000 {
            try? file.append(Array("writer \(writer) line \(10_000 + number)\n".utf8))
          }
        }
      }
    }
    let expected = (0..<4).flatMap { writer in
      (0..<5_000).map { "writer \(writer) line \(10_000 + $0)" }
    }
    // All of them have room in five files, and not in four.
    #expect(Place.names(in: folder.path.text).count == 5)
    #expect(try sortedLines(folder) == expected.sorted())
  }

  @Test("of 20,000 lines that two processes write across rotations none is lost or torn")
  func processes() async throws {
    let place = Place()
    let folder = place.log
    let path = folder.path.text
    async let one: Void = write(path, 1)
    async let two: Void = write(path, 2)
    _ = await (one, two)
    let expected = (1...2).flatMap { writer in
      (0..<10_000).map { "writer \(writer) line \(10_000 + $0)" }
    }
    #expect(Place.names(in: path).count == 5)
    #expect(try sortedLines(folder) == expected.sorted())
  }

  private func write(_ path: String, _ writer: Int) async {
    await #expect(processExitsWith: .success) { [path = path as String, writer = writer as Int] in
      var file = LogFile(in: LogFolder(FilePath(path)), limit: 90_000)
      for number in 0..<10_000 {
        try file.append(Array("writer \(writer) line \(10_000 + number)\n".utf8))
      }
    }
  }

  @Test("a crash writes what is queued, and its signal")
  func crash() async throws {
    let place = Place()
    let path = place.log.path.text
    await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
      signal(SIGABRT) { number in
        flushLogAfterCrash(number)
        signal(number, SIG_DFL)
        raise(number)
      }
      let log = Log(in: LogFolder(FilePath(path)))
      log.flushOnCrash()
      for number in 0..<100 { log.info(.library, "entry", [LogField("n", number)]) }
      abort()
    }
    #expect(try messages(place.log) == (0..<100).map(String.init) + ["crashed"])
  }

  @Test("a folder that is removed is made again")
  func removed() throws {
    let place = Place()
    let log = Log(in: place.log)
    log.error(.playback, "one")
    log.flush(within: .seconds(60))
    _ = place.log.file.withCString { unlink($0) }
    _ = place.log.path.withCString { rmdir($0) }
    log.error(.playback, "two")
    log.flush(within: .seconds(60))
    #expect(try messages(place.log) == ["two"])
  }

  @Test("what follows is read while the log is rotated")
  func follow() throws {
    let place = Place()
    var tail = LogTail(of: place.log)
    #expect(try tail.next().isEmpty)
    var file = LogFile(in: place.log, limit: 200)
    var read: [String] = []
    var number = 0
    for step in [1, 3, 0, 25, 2, 40, 7] {
      for _ in 0..<step {
        try file.append(Array("line \(1000 + number)\n".utf8))
        number += 1
      }
      read += try tail.next().map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(read == (0..<number).map { "line \(1000 + $0)" })
  }

  @Test("what follows is read once while another thread rotates the files")
  func followThread() throws {
    let place = Place()
    let folder = place.log
    let seen = Seen()
    OwnThread.start(named: "writer") {
      var file = LogFile(in: folder, limit: 2_000)
      for number in 0..<5_000 {
        // Lines that are not read within five files are gone.
        while number - seen.count.load(ordering: .relaxed) > 400 { usleep(100) }
        try? file.append(Array("line \(10_000 + number)\n".utf8))
      }
    }
    var tail = LogTail(of: folder)
    var read: [String] = []
    while read.last != "line 14999", read.count < 10_000 {
      read += try tail.next().map { String(decoding: $0, as: UTF8.self) }
      seen.count.store(read.count, ordering: .relaxed)
    }
    #expect(read == (0..<5_000).map { "line \(10_000 + $0)" })
  }

  private final class Seen: Sendable {
    let count = Atomic(0)
  }
}

/// The lock of a log's file, held as by another process.
struct Locked: ~Copyable {
  private let descriptor: Int32

  init(_ folder: LogFolder) throws {
    var file = LogFile(in: folder, limit: 1_000_000)
    try file.append(Array("held\n".utf8))
    descriptor = folder.file.withCString { open($0, O_RDONLY) }
    #expect(flock(descriptor, LOCK_EX) == 0)
  }

  /// Whether another descriptor of this process has the file open, too.
  var isAwaited: Bool {
    Place.names(in: "/proc/self/fd").compactMap { Int32($0) }
      .contains { $0 != descriptor && inode($0) == inode(descriptor) }
  }

  private func inode(_ descriptor: Int32) -> ino_t {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_ino : 0
  }

  func release() { close(descriptor) }
}

import Glibc
import Music
import Testing

@testable import Log

@Suite("Obstacles of the log")
struct ObstacleTests {
  /// Writes an entry, which has to end at once, and returns what the doctor finds.
  private func check(_ folder: LogFolder) -> LogFault? {
    let log = Log(in: folder)
    log.error(.playback, "one")
    log.flush(within: .seconds(60))
    return LogCheck(of: folder).fault
  }

  private func make(_ folder: LogFolder) throws {
    close(try folder.open(makes: true))
  }

  @Test("nothing is in the way of a log that is not there yet")
  func none() {
    let place = Place()
    let check = LogCheck(of: place.log)
    #expect(check.fault == nil && check.size == 0 && check.lastError == nil)
    #expect(Place.names(in: place.path.text).isEmpty)
  }

  @Test("the last error and the size are found")
  func found() {
    let place = Place()
    let log = Log(in: place.log)
    log.error(.playback, "one")
    log.error(.sound, "two")
    log.info(.sound, "three")
    log.flush(within: .seconds(60))
    let check = LogCheck(of: place.log)
    #expect(check.fault == nil && check.lastError?.message == "two" && check.size > 100)
  }

  @Test("a link in the place of the file is not followed")
  func link() throws {
    let place = Place()
    try make(place.log)
    let target = place.path.appending("target")
    symlink(target.text, place.log.file.text)
    #expect(check(place.log) == .link(place.log.file))
    #expect(contents(of: target) == nil)
  }

  @Test("a link in the place of the folder is not followed")
  func folderLink() throws {
    let place = Place()
    let target = place.path.appending("target")
    mkdir(target.text, 0o755)
    mkdir(place.path.appending("state").text, 0o700)
    symlink(target.text, place.log.path.text)
    #expect(check(place.log) == .link(place.log.path))
    #expect(Place.names(in: target.text).isEmpty)
    #expect(mode(of: target) == 0o755)
  }

  @Test("a folder, a FIFO or a file in the way is told")
  func others() throws {
    let place = Place()
    try make(place.log)
    mkdir(place.log.file.text, 0o700)
    #expect(check(place.log) == .notAFile(place.log.file))
    rmdir(place.log.file.text)
    mkfifo(place.log.file.text, 0o600)
    #expect(check(place.log) == .notAFile(place.log.file))
    unlink(place.log.file.text)
    rmdir(place.log.path.text)
    close(open(place.log.path.text, O_CREAT | O_WRONLY, 0o600))
    #expect(check(place.log) == .notAFolder(place.log.path))
  }

  @Test("a home in which nothing can be made is told")
  func readOnlyHome() throws {
    // Nothing may be made in /proc, not even by root.
    let folder = LogFolder(FilePath("/proc/self/tritone"))
    #expect(try #require(check(folder)).message.contains("cannot be written to"))
  }

  @Test("on a full disk a line is written whole or not at all, and the loss is told later")
  func full() async throws {
    let place = Place()
    let path = place.log.path.text
    // The limit of file sizes cuts a write short, as a full disk does.
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let folder = LogFolder(FilePath(path))
      var limit = rlimit(rlim_cur: 500, rlim_max: .max)
      setrlimit(__rlimit_resource_t(1), &limit)
      let log = Log(in: folder)
      for number in 0..<20 { log.info(.library, "entry", [LogField("n", number)]) }
      log.flush(within: .seconds(60))
      limit.rlim_cur = .max
      setrlimit(__rlimit_resource_t(1), &limit)
      log.info(.library, "after")
      log.flush(within: .seconds(60))
    }
    let bytes = try #require(contents(of: place.log.file))
    let lines = bytes.split(separator: 0x0A)
    let records = lines.compactMap { LogLineReader.record(Array($0)) }
    #expect(records.count == lines.count)
    let kept = records.count { $0.message == "entry" }
    #expect(kept > 3 && kept < 20)
    #expect(records.dropLast().last?.message == "entries could not be written")
    #expect(records.dropLast().last?.fields.first?.value == "\(20 - kept)")
    #expect(records.last?.message == "after")
  }

  @Test("a stopped process that holds the lock does not hold up the caller")
  func held() throws {
    let place = Place()
    let held = try Locked(place.log)
    let log = Log(in: place.log)
    log.error(.playback, "one")
    log.flush(within: .seconds(60))
    #expect(try messages(place.log) == ["one"])
    held.release()
  }
}

import Foundation
import Music
import Synchronization
import Testing

@testable import Library

/// What is given up where watches or events are too many.
extension QuietFolderTests {
  @Test("once events were lost everything is listed, and quiet again from then on")
  func overflow() async throws {
    let test = try await quiet()
    let text = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let limit = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // Two in turns: the same event twice is one.
    for number in 0...limit {
      chmod(test.music.appending("artist/1/\(number % 2 + 1).flac").text, 0o644)
    }
    rewrite(test.music.appending("artist/2/1.flac"), "new")
    let scan = try update(test)
    #expect(scan.quietCount == 0)
    #expect(scan.progress.updated == 1)
    #expect(try update(test).quietCount == 4)
  }

  @Test("without a watch for each folder the others are listed")
  func limit() async throws {
    let test = try await quiet(QuietFolders(maximumCount: 3))
    #expect(try update(test).quietCount == 3)
    rewrite(test.music.appending("artist/2/1.flac"), "new")
    #expect(try update(test).progress.updated == 1)
  }

  @Test("with all watches in use a folder that has changed keeps its own")
  func limitReached() async throws {
    let test = try await quiet(QuietFolders(maximumCount: 4))
    makeFolder(test.music.appending(".hidden"))
    #expect(try update(test).quietCount == 3)
    #expect(try update(test).quietCount == 4)
  }

  @Test("without its watches, which others need, all folders are listed for good")
  func giveWay() async throws {
    let quiet = QuietFolders()
    let test = try await self.quiet(quiet)
    #expect(try update(test).quietCount == 4)
    quiet.giveWay()
    rewrite(test.music.appending("artist/1/1.flac"), "new")
    let scan = try update(test)
    #expect(scan.quietCount == 0)
    #expect(scan.progress.updated == 1)
    #expect(try update(test).quietCount == 0)
  }

  @Test("where the watch of the library reaches the user's limit, they give way to it")
  func limitOfUser() async throws {
    let test = try TestLibrary()
    test.write("a/1.flac", [("TITLE", "1")])
    try await test.scan()
    let isFull = Atomic(false)
    var bounds = LibraryWatch.Bounds()
    bounds.add = { (inotify, folder, kinds) throws(SystemError) in
      if isFull.exchange(false, ordering: .relaxed) { throw SystemError(code: ENOSPC) }
      return try inotify.add(folder, for: kinds)
    }
    let watch = LibraryWatch(test.library, bounds: bounds) { Issue.record("\($0.message)") }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    #expect(try update(test).quietCount == 2)
    isFull.store(true, ordering: .relaxed)
    test.write("b/2.flac", [("TITLE", "2")])
    try await eventually { try await titles(test) == ["1", "2"] && watch.isIdle }
    #expect(watch.watchCount == 3)
    let isHeeded = !isFull.load(ordering: .relaxed)
    #expect(isHeeded)
    #expect(try update(test).quietCount == 0)
    test.write("b/3.flac", [("TITLE", "3")])
    try await eventually { try await titles(test) == ["1", "2", "3"] }
  }

  @Test("where events come faster than they are read, everything is listed once")
  func manyEvents() async throws {
    let test = try await quiet(QuietFolders(maximumBatches: 1))
    #expect(try update(test).quietCount == 4)
    rewrite(test.music.appending("artist/1/1.flac"), "new")
    let scan = try update(test)
    #expect(scan.quietCount == 0)
    #expect(scan.progress.updated == 1)
    #expect(try update(test).quietCount == 4)
  }
}

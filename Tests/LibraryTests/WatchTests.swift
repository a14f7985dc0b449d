import Foundation
import Library
import Music
import Synchronization
import Testing

/// The library while its folders are watched: whether changes come by themselves and which files
/// are read for them, not how long that takes.
@Suite("Watching", .serialized)
struct WatchTests {
  private let songs = ListQuery(.songs, sort: .title)

  /// Runs `body` while the library is watched.
  private func watching(
    _ test: TestLibrary, _ body: (LibraryWatch) async throws -> Void
  ) async throws {
    let watch = LibraryWatch(test.library) { Issue.record("\($0.message)") }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    try await body(watch)
  }

  private func shows(
    _ test: TestLibrary, _ titles: [String], location: SourceLocation = #_sourceLocation
  ) async throws {
    var last: [String] = []
    for _ in 0..<3_000 {
      last = try await test.rows(songs)
      if last == titles { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("shows \(last), not \(titles)", sourceLocation: location)
  }

  @Test("what changed before the start, and a file added, rewritten, renamed, removed, shows")
  func files() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(1)
    test.write("0.flac", [("TITLE", "0")])
    try await watching(test) { _ in
      try await shows(test, ["0", "1"])
      test.write("2.flac", [("TITLE", "2")])
      try await shows(test, ["0", "1", "2"])
      let two = try #require(try await test.library.track(at: test.music.appending("2.flac")))
      try await test.library.setRating(Rating(stars: 4), for: [two.id])
      test.write("2.flac", [("TITLE", "Two, rewritten")])
      try await shows(test, ["0", "1", "Two, rewritten"])
      try test.folder.move("music/2.flac", "music/3.flac")
      try await eventually {
        try await test.library.track(at: test.music.appending("3.flac"))?.id == two.id
      }
      #expect(try await test.library.tracks([two.id]).first?.rating.stars == 4)
      #expect(try await test.library.search("3.flac").map(\.id) == [two.id])
      try test.folder.remove("music/1.flac")
      try await shows(test, ["0", "Two, rewritten"])
      // The last files may go too, as the watch saw them deleted.
      try test.folder.remove("music/0.flac")
      try test.folder.remove("music/3.flac")
      try await shows(test, [])
      #expect(try await test.library.tracks([two.id]).first?.isMissing == true)
    }
  }

  @Test("folders come, move and go with their whole trees, and what is in them is watched on")
  func folders() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(1)
    for number in 10..<30 {
      test.folder.write(
        "other/a/\(number % 3)/\(number).flac", FlacFile.bytes([("TITLE", "\(number)")]))
    }
    let all = (["1"] + (10..<30).map { "\($0)" })
    try await watching(test) { watch in
      try test.folder.move("other/a", "music/a")
      try await shows(test, all)
      let ids = try await test.library.trackIDs(songs)
      try await test.library.setRating(Rating(stars: 2), for: ids)
      #expect(watch.watchCount == 5)
      try test.folder.move("music/a", "music/b")
      try await eventually {
        try await test.rows(ListQuery(.folder(test.music))) == ["b/ 20", "1"]
      }
      #expect(try await test.library.trackIDs(songs) == ids)
      #expect(try await test.library.tracks(ids).allSatisfy { $0.rating.stars == 2 })
      test.write("b/0/deep/40.flac", [("TITLE", "40")])
      try await shows(test, all + ["40"])
      test.write("b/0/deep/41.flac", [("TITLE", "41")])
      try await shows(test, all + ["40", "41"])
      try test.folder.move("music/b", "gone")
      try await shows(test, ["1"])
      #expect(watch.watchCount == 1)
      #expect(try await test.library.tracks(ids).count == 21)
    }
  }

  @Test("a file that is still being written is read when it is complete")
  func growing() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(1)
    let whole = FlacFile.bytes([("TITLE", "Whole")], size: 60_000)
    try await watching(test) { _ in
      let path = test.music.appending("new/grown.flac")
      makeFolder(test.music.appending("new"))
      let descriptor = withCString(path) { open($0, O_WRONLY | O_CREAT, 0o644) }
      for part in stride(from: 0, to: whole.count, by: 6_000) {
        #expect(write(descriptor, Array(whole[part..<part + 6_000]), 6_000) == 6_000)
        try await Task.sleep(for: .milliseconds(120))
      }
      #expect(try await test.library.rejects(below: []) == [])
      close(descriptor)
      try await shows(test, ["1", "Whole"])
    }
  }

  @Test("a root that goes is offline, and is looked through when it is back")
  func root() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    try await watching(test) { _ in
      try test.folder.move("music", "elsewhere")
      try await eventually { try await test.library.tracks(ids).allSatisfy(\.isOffline) }
      try await shows(test, ["1", "2", "3"])
      try test.folder.remove("elsewhere/2.flac")
      try test.folder.move("elsewhere", "music")
      try await shows(test, ["1", "3"])
      #expect(try await test.library.tracks([ids[0]]).first?.isOffline == false)
      test.write("4.flac", [("TITLE", "4")])
      try await shows(test, ["1", "3", "4"])
    }
  }

  @Test("a folder that is added later is watched, too, and so is a single file")
  func newRoots() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(1)
    test.folder.write("second/2.flac", FlacFile.bytes([("TITLE", "2")]))
    test.folder.write("third/3.flac", FlacFile.bytes([("TITLE", "3")]))
    try await watching(test) { watch in
      _ = try await test.library.scan([test.folder["second"]]) { _ in }
      _ = try await test.library.scan([test.folder["third/3.flac"]]) { _ in }
      try await eventually { watch.isIdle && watch.watchCount == 3 }
      test.folder.write("second/4.flac", FlacFile.bytes([("TITLE", "4")]))
      test.folder.write("third/none of ours.flac", FlacFile.bytes([("TITLE", "none")]))
      test.folder.write("third/3.flac", FlacFile.bytes([("TITLE", "3, again")]))
      try await shows(test, ["1", "2", "3, again", "4"])
    }
  }

  @Test("two that watch the same library come to the same, each track once")
  func two() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(2)
    let other = try Library(at: test.folder["library.db"])
    let second = LibraryWatch(other) { Issue.record("\($0.message)") }
    second.start()
    defer { second.stop() }
    try await watching(test) { watch in
      try await eventually { second.isIdle }
      for number in 3..<60 { test.write("\(number % 4)/\(number).flac", [("TITLE", "\(number)")]) }
      try test.folder.move("music/1.flac", "music/2/1.flac")
      try await eventually {
        try await test.library.trackCount == 59 && watch.isIdle && second.isIdle
      }
      try test.folder.move("music/2", "music/other")
      try await eventually {
        try await test.library.track(at: test.music.appending("other/1.flac")) != nil
          && watch.isIdle && second.isIdle
      }
      // One may have read a folder before the other's move of it was stored.
      try await eventually {
        try test.database.run("SELECT count(*), sum(missing) FROM tracks") == ["59|0"]
      }
      #expect(try await test.library.trackCount == 59)
      #expect(try await test.library.check() == [])
    }
  }

  @Test("a wait that fails is told once and tried again: changes are seen afterwards")
  func waitFails() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(1)
    let failures = Mutex(2)
    var bounds = LibraryWatch.Bounds()
    let wait = bounds.poll
    bounds.poll = { descriptors, timeout in
      let fails = failures.withLock { left in
        defer { left = max(0, left - 1) }
        return left > 0
      }
      guard fails else { return wait(&descriptors, timeout) }
      errno = ENOMEM
      return -1
    }
    let notices = Mutex<[WatchNotice]>([])
    let watch = LibraryWatch(test.library, bounds: bounds) { notice in
      notices.withLock { $0.append(notice) }
    }
    watch.start()
    defer { watch.stop() }
    try await eventually { failures.withLock { $0 } == 0 && watch.isIdle }
    test.write("2.flac", [("TITLE", "2")])
    try await shows(test, ["1", "2"])
    #expect(notices.withLock { $0 } == [.interrupted(code: ENOMEM)])
  }

  @Test("a storm of changes ends with what is there")
  func storm() async throws {
    let test = try TestLibrary()
    // No two files have one size: two of one moment would be taken for one another.
    for number in 1...20 {
      test.write("\(number).flac", seconds: 500 + number, [("TITLE", "\(number)")])
    }
    try await test.scan()
    let seed = UInt64.random(in: 0 ... .max)
    var chance = SeededGenerator(seed: seed)
    try await watching(test) { watch in
      for round in 0..<400 {
        let (from, to) = (
          Int.random(in: 1...30, using: &chance), Int.random(in: 1...30, using: &chance)
        )
        switch Int.random(in: 0..<5, using: &chance) {
        case 0: _ = try? test.folder.remove("music/\(from).flac")  // because it may be gone
        case 1: test.write("\(to).flac", seconds: 3 + round, [("TITLE", "\(to) of \(round)")])
        case 2:
          test.write(
            "d\(to % 3)/\(to).flac", seconds: 3 + round, [("TITLE", "\(to) of \(round)")])
        case 3:
          _ = rename(
            test.music.appending("\(from).flac").text, test.music.appending("\(to).flac").text)
        default:
          _ = rename(
            test.music.appending("d\(from % 3)").text, test.music.appending("d\(to % 3)").text)
        }
        if round % 20 == 0 { try await Task.sleep(for: .milliseconds(50)) }
      }
      test.write("end.flac", [("TITLE", "end")])
      try await eventually {
        try await test.library.track(at: test.music.appending("end.flac")) != nil && watch.isIdle
      }
    }
    let shown = try await test.library.tracks(try await test.library.trackIDs(songs))
      .map { "\($0.source.text)=\($0.title)" }.sorted()
    // An empty library finds the files by scanning.
    let fresh = try Library(at: test.folder["fresh.db"])
    _ = try await fresh.scan([test.music]) { _ in }
    let there = try await fresh.tracks(try await fresh.trackIDs(songs))
      .map { "\($0.source.text)=\($0.title)" }.sorted()
    #expect(shown == there, "seed \(seed)")
    #expect(try await test.library.check() == [])
  }
}

import Foundation
import Library
import Music
import Synchronization
import Testing

/// More folders than the system lets us watch, by a lower limit for the test: the system's own is
/// shared by all programs of the user.
@Suite("The limit of watches", .serialized)
struct WatchLimitTests {
  private let songs = ListQuery(.songs, sort: .title)

  @Test("beyond the limit it is said once, and what is not watched is found by looking")
  func folders() async throws {
    let test = try TestLibrary()
    for number in 1...6 { test.write("\(number)/\(number).flac", [("TITLE", "\(number)")]) }
    try await test.scan()
    let notices = Mutex<[WatchNotice]>([])
    var bounds = LibraryWatch.Bounds()
    bounds.folders = 3
    bounds.period = .milliseconds(500)
    let watch = LibraryWatch(test.library, bounds: bounds) { notice in
      notices.withLock { $0.append(notice) }
    }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    #expect(watch.watchCount == 3)
    for number in 1...6 { test.write("\(number)/new.flac", [("TITLE", "new \(number)")]) }
    test.write("7/new.flac", [("TITLE", "new 7")])
    let all = (1...6).map { "\($0)" } + (1...7).map { "new \($0)" }
    try await eventually { try await test.rows(songs) == all }
    try test.folder.remove("music/6")
    try await eventually { try await test.rows(songs) == all.filter { !$0.hasSuffix("6") } }
    let said = notices.withLock { $0 }
    guard case .limitReached(folders: 3, let limit) = said.first, said.count == 1 else {
      Issue.record("said \(said)")
      return
    }
    #expect(limit > 0)
    #expect(said[0].message.contains("Only 3 folders can be watched"))
  }

  @Test("a root that is one file is found by looking where its folder cannot be watched")
  func file() async throws {
    let test = try TestLibrary()
    test.write("1.flac", [("TITLE", "1")])
    _ = try await test.library.scan([test.music.appending("1.flac")]) { _ in }
    let count = Atomic(0)
    var bounds = LibraryWatch.Bounds()
    bounds.folders = 0
    bounds.period = .milliseconds(500)
    let watch = LibraryWatch(test.library, bounds: bounds) { _ in
      count.add(1, ordering: .relaxed)
    }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    test.write("1.flac", [("TITLE", "1, rewritten")])
    try await eventually { try await test.rows(songs) == ["1, rewritten"] }
    #expect(count.load(ordering: .relaxed) == 1)
  }
}

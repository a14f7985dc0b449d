import Music
import Testing

@testable import Library

@Suite("What was played")
struct PlayedTests {
  @Test("replaced queues are kept newest first, one that comes again once, and not without end")
  func queues() async throws {
    let library = try Library.inMemory()
    for number in 0..<(ReplacedQueue.maximumKept + 5) {
      try await library.keepReplacedQueue(
        "queue \(number)", trackCount: number, title: number == 3 ? nil : "Title \(number)",
        at: Int64(number))
    }
    var kept = try await library.replacedQueues()
    #expect(kept.count == ReplacedQueue.maximumKept)
    #expect(kept.first?.title == "Title 34" && kept.first?.time == 34)
    let id = try #require(kept.dropFirst(4).first?.id)
    let text = try #require(try await library.replacedQueue(id))
    #expect(text == "queue 30")
    try await library.keepReplacedQueue(text, trackCount: 30, title: "again", at: 99)
    kept = try await library.replacedQueues()
    #expect(kept.count == ReplacedQueue.maximumKept && kept.first?.title == "again")
    #expect(kept.filter { $0.trackCount == 30 }.count == 1)
    #expect(try await library.replacedQueue(id) == nil)
    // None of that is an edit.
    #expect(try await library.undo() == nil)
  }

  @Test("every hearing is kept with its time, and the list of what was played has the newest first")
  func heard() async throws {
    let test = try TestLibrary()
    let library = test.library
    let ids = try await test.withTracks(3)
    try await library.recordPlay(of: ids[0], at: 100)
    try await library.recordPlay(of: ids[1], at: 200)
    try await library.recordPlay(of: ids[0], at: 300)
    let heard = try await library.heardTracks(atMost: 10)
    #expect(heard.map(\.track.id) == [ids[0], ids[1], ids[0]])
    #expect(heard.map(\.time) == [300, 200, 100])
    #expect(try await library.heardTracks(atMost: 1).count == 1)
    let list = BuiltInList.recentlyPlayed
    let window = try await library.window(
      ListQuery(.smart(list), sort: list.sort, isDescending: list.isDescending), range: 0..<10,
      anchor: nil)
    #expect(window.rows.compactMap(\.track?.id) == [ids[0], ids[1]])
  }

  @Test("a queue is saved as it stands, with doubles and parts, and undone in one step")
  func saved() async throws {
    let test = try TestLibrary()
    let library = test.library
    let ids = try await test.withTracks(3)
    let source = try await library.createPlaylist(named: "Source")
    _ = try await library.add([ids[2]], to: source.id)
    let entry = try #require(
      try await library.queuedTracks(ListQuery(.playlist(source.id))).first?.entry)
    try await library.change([entry], .gain(-3))
    let queue = [
      QueuedTrack(ids[0]), QueuedTrack(ids[2], entry: entry), QueuedTrack(ids[0]),
      QueuedTrack(TrackID(999_999)),
    ]
    let saved = try await library.createPlaylist(named: "Tonight", of: queue)
    #expect(saved.trackCount == 3)
    let entries = try await library.queuedTracks(ListQuery(.playlist(saved.id)))
    #expect(entries.map(\.track) == [ids[0], ids[2], ids[0]])
    let copied = try #require(entries[1].entry)
    #expect(copied != entry)
    #expect(try await library.sound(of: copied)?.gain == -3)
    #expect(try await library.undo() == "saved the queue as Tonight")
    #expect(try await library.playlist(named: "Tonight") == nil)
    await #expect(throws: LibraryError.nameTaken("Source")) {
      try await library.createPlaylist(named: "source", of: queue)
    }
  }
}

import Library
import Music
import Testing

@Suite("Changes that wait for a server for sharing")
struct SharedChangeTests {
  @Test("a reaction of the library is taken in once, with its track, and again when it changes")
  func reactions() async throws {
    let scene = try await SharedScene()
    try await scene.list()
    let track = try #require(try await scene.track("a"))
    _ = try await scene.library.setReaction(.liked, for: [track])
    #expect(try await scene.contents().entries[0].isWaiting)
    #expect(try await scene.library.hasSharedChanges(of: scene.server.id, by: SharedScene.me))
    let taken = try await scene.collect()
    #expect(taken.map(\.reaction) == [.liked] && taken.map(\.track) == ["a"])
    #expect(taken.map(\.playlists) == [[SharedScene.demos]])
    #expect(try await scene.collect() == [])
    #expect(try await scene.contents().playlist.waiting == 1)
    _ = try await scene.library.setReaction(.none, for: [track])
    #expect(try await scene.collect().map(\.reaction) == [.none])
  }

  @Test("where nobody may rate, a reaction stays the user's own")
  func noRight() async throws {
    let scene = try await SharedScene()
    try await scene.list(playlist: SharedScene.playlist(canRate: false))
    _ = try await scene.library.setReaction(
      .liked, for: [try #require(try await scene.track("a"))])
    #expect(try await scene.collect() == [])
    #expect(try await !scene.library.hasSharedChanges(of: scene.server.id, by: SharedScene.me))
  }

  @Test("a reaction from another machine comes into the library, unless one waits here")
  func theirs() async throws {
    let scene = try await SharedScene()
    try await scene.list(ratings: [SharedScene.rating("a", SharedScene.me, .loved)])
    #expect(try await scene.reaction("a") == .loved)
    #expect(try await scene.collect() == [])
    // It was taken back there.
    try await scene.list()
    #expect(try await scene.reaction("a") == Reaction.none)
    let track = try #require(try await scene.track("a"))
    _ = try await scene.library.setReaction(.listened, for: [track])
    // Before it is taken in, and after.
    for _ in 0..<2 {
      try await scene.list(ratings: [SharedScene.rating("a", SharedScene.me, .loved, at: 3)])
      #expect(try await scene.reaction("a") == .listened)
      try await scene.collect()
    }
    // Once it was sent, the server's word counts.
    try await scene.set(
      [], [.rated(track: "a", playlist: nil, .listened, at: 4)])
    try await scene.list(ratings: [SharedScene.rating("a", SharedScene.me, .loved, at: 5)])
    #expect(try await scene.reaction("a") == .loved)
  }

  @Test("a step stores a few rows, unless somebody else may have changed the rest")
  func steps() async throws {
    let scene = try await SharedScene()
    let rows = (1...5_000).map { SharedChangeRow(id: "c\($0)", change: "{}") }
    func begin() async throws -> SharedQueueStamp {
      try await scene.library.editSharedChanges(of: scene.server.id, by: SharedScene.me) {
        stored, _ in
        stored.rows = rows
        return ((), [])
      }.stamp
    }
    func store(_ step: SharedQueueStep, _ stamp: SharedQueueStamp) async throws
      -> SharedQueueStamp?
    {
      try await scene.library.store(
        step, of: scene.server.id, by: SharedScene.me, since: stamp)
    }
    var stamp = try await begin()
    var step = SharedQueueStep()
    step.removed = ["c1", "c4"]
    var refused = rows[1]
    refused.refusal = "no right"
    step.changed = [refused]
    step.pause = SharedPause(failures: 1, until: 5, asked: 6)
    stamp = try #require(try await store(step, stamp))
    // What has nothing to do with changes is nobody's business.
    _ = try await scene.library.setReaction(
      .liked, for: [try #require(try await scene.listedTrack())])
    stamp = try #require(try await store(SharedQueueStep(), stamp))
    let queue = try await scene.library.sharedQueue(of: scene.server.id, by: SharedScene.me.id)
    #expect(queue.pause == SharedPause(failures: 1, until: 5, asked: 6))
    #expect(queue.rows == [refused] + rows.dropFirst(2).filter { $0.id != "c4" })
    // Somebody of this process, and of another one.
    try await scene.collect()
    #expect(try await store(step, stamp) == nil)
    stamp = try await begin()
    _ = try await Library(at: scene.library.path).setSetting("x", "y")
    #expect(try await store(step, stamp) == nil)
    let whole = try await scene.library.sharedQueue(of: scene.server.id, by: SharedScene.me.id)
    #expect(whole.rows == rows)
  }

  @Test("changes keep their order; one that is sent once more goes behind the others")
  func order() async throws {
    let scene = try await SharedScene()
    let rows = ["a", "b", "c", "d"].map { SharedChangeRow(id: $0, change: "{}") }
    try await scene.set(rows)
    #expect(try await scene.changes() == rows)
    var refused = rows
    refused[0].refusal = "no"
    refused[2].isAttempted = true
    try await scene.set(refused)
    #expect(try await scene.changes() == refused)
    refused[0].refusal = nil
    try await scene.set([refused[1], refused[2], refused[3], refused[0]])
    #expect(try await scene.changes().map(\.id) == ["b", "c", "d", "a"])
    try await scene.set([refused[2], refused[0]])
    #expect(try await scene.changes().map(\.id) == ["c", "a"])
  }

  @Test("what was sent shows at once, without another look")
  func cache() async throws {
    let scene = try await SharedScene()
    try await scene.list(comments: [SharedScene.comment("1", "late", by: SharedScene.me)])
    let new = SharedComment(id: "2", person: SharedScene.me, text: "new", created: 2_000)
    try await scene.set(
      [],
      [
        .commented(playlist: SharedScene.demos, track: "b", new),
        .edited(comment: "1", text: "early", place: nil, at: 3_000),
        .rated(track: "a", playlist: nil, .loved, at: 3_000),
      ])
    var entries = try await scene.contents().entries
    #expect(entries[0].comments.map(\.text) == ["early"])
    #expect(entries[0].comments[0].edited == 3_000 && entries[0].comments[0].isOwn)
    #expect(entries[1].comments.map(\.id) == ["2"])
    try await scene.set([], [.deleted(comment: "1")])
    entries = try await scene.contents().entries
    #expect(entries[0].comments == [])
  }

  @Test("the changes of one person are not those of another")
  func persons() async throws {
    let scene = try await SharedScene()
    try await scene.set([SharedChangeRow(id: "a", change: "{}")])
    try await scene.library.editSharedChanges(of: scene.server.id, by: SharedScene.ola) {
      queue, _ in
      queue.rows.append(SharedChangeRow(id: "b", change: "{}"))
      return ((), [])
    }
    #expect(try await scene.changes().map(\.id) == ["a"])
  }
}

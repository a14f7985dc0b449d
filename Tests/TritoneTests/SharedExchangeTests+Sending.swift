import Library
import Music
import ServerHarness
import Servers
import Testing

@testable import tritone

// Reactions of one playlist, and many changes.
extension SharedExchangeTests {
  private static let ratings = """
    select p.name || ' ' || rating as text from track_ratings r join playlists p
      on p.id = playlist_id order by 1
    """

  @Test("a collaborator's key in a playlist rates there alone, as one step of the history")
  func ownReaction() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await signIn(.collaborator)
    try await list(server)
    #expect(try await library.sharedPlaylists().map(\.hasOwnReactions) == [true, true])
    let track = try #require(try await acting.contents(id(0, server)).entries.first?.track)
    try await acting.rate([track], in: id(1, server), .liked)
    #expect(try await send(server).count == 1)
    #expect(try texts(Self.ratings) == ["Songs liked"])
    #expect(try await acting.contents(id(0, server)).entries.map(\.reaction) == [.none])
    #expect(try await acting.contents(id(1, server)).entries.map(\.reaction) == [.liked])
    #expect(try await library.tracks([track]).first?.reaction == .liked)
    #expect(try await library.undo() == "marked Take 1 as liked")
    #expect(try await library.tracks([track]).first?.reaction == Reaction.none)
    #expect(try project.report().faults == [])
  }

  @Test("to send many changes reads those that wait once, and not once for each")
  func many() async throws {
    defer { withExtendedLifetime(project) {} }
    let count = 400
    let server = try await signIn(.user)
    try await list(server)
    let list = id(0, server)
    let entry = try #require(try await acting.contents(list).entries.first)
    let shared = acting.exchange(server)
    try await shared.add(
      (1...count).map {
        .addComment(
          comment: "60000000-0000-4000-8000-\(100_000_000_000 + $0)", track: entry.serverTrack,
          playlist: list.id, words: "words \($0)")
      },
      about: Array(
        repeating: SharedQueue.Subject(playlist: list.id, track: entry.serverTrack), count: count))
    // What is done while they are sent is sent with them.
    let library = library
    let rating = Task { try await library.setReaction(.loved, for: [entry.track]) }
    let sent = try await send(server)
    _ = try await rating.value
    #expect(sent.count >= count && sent.obstacle == nil)
    #expect(sent.readings <= 4, "\(sent.readings)")
    #expect(try texts("select content as text from track_comments").count == count)
    #expect(try await acting.changes().filter { $0.words != nil } == [])
    // One that comes from another process meanwhile is found.
    try await acting.comment("first", on: entry.track, in: list, at: nil)
    let other = try Library(at: self.library.path)
    let elsewhere = SharedActing(
      library: other, access: adding.access, directories: directories, log: acting.log)
    let comment = Task {
      try await elsewhere.comment("second", on: entry.track, in: list, at: nil)
    }
    _ = try await send(server)
    _ = try await comment.value
    _ = try await send(server)
    #expect(try texts("select content as text from track_comments").count == count + 2)
    #expect(try project.report().faults == [])
  }
}

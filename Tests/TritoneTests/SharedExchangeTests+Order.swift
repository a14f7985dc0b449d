import Library
import Music
import ServerHarness
import Servers
import Testing

@testable import tritone

// Moves: those that the project refuses, and those that are undone.
extension SharedExchangeTests {
  /// Kari as a user, who may move the five tracks of Demos.
  private func editor() async throws -> Server {
    try project.run(
      """
      insert into tracks (id, user_id, name, duration)
        select ('30000000-0000-4000-8000-00000000000' || n)::uuid, '\(Self.ola)', 'Take ' || n, 60
        from generate_series(2, 5) n;
      insert into playlist_tracks (playlist_id, track_id, position)
        select '\(Self.lists[0])', id, right(id::text, 1)::int - 1 from tracks
        where name <> 'Take 1';
      update playlist_shares set can_edit = true;
      """)
    let server = try await signIn(.user)
    try await list(server)
    #expect(try await shownOrder(server) == "12345")
    return server
  }

  /// The last digits of the tracks at the project.
  private func theirOrder() throws -> String {
    try texts(
      """
      select right(track_id::text, 1) as text from playlist_tracks
      where playlist_id = '\(Self.lists[0])' order by position
      """
    ).joined()
  }

  private func shownOrder(_ server: Server) async throws -> String {
    try await acting.contents(id(0, server)).entries.map { String($0.title.suffix(1)) }.joined()
  }

  /// The same of the library's playlist.
  private func ourOrder(_ server: Server) async throws -> String {
    try await rows(server).map { String($0.title.suffix(1)) }.joined()
  }

  private func rows(_ server: Server) async throws -> [(entry: EntryID, title: String)] {
    let playlist = try #require(try await acting.contents(id(0, server)).playlist.playlist)
    let query = ListQuery(.playlist(playlist))
    let window = try await library.window(query, range: 0..<100, anchor: nil)
    return window.rows.compactMap { row in
      if case .entry(let entry) = row { (entry.id, entry.track.title) } else { nil }
    }
  }

  /// Moves a track as a key in the open playlist does: here, and there.
  private func move(_ title: Character, after anchor: Character?, _ server: Server) async throws {
    try await moveHere(title, after: anchor, server)
    let contents = try await acting.contents(id(0, server))
    func entry(_ title: Character) -> String? {
      contents.entries.first { $0.title.last == title }?.id
    }
    try await acting.move(
      [try #require(entry(title))], in: id(0, server), after: anchor.flatMap(entry))
  }

  private func moveHere(
    _ title: Character, after anchor: Character?, _ server: Server
  ) async throws {
    let rows = try await rows(server)
    let playlist = try #require(try await acting.contents(id(0, server)).playlist.playlist)
    let entry = try #require(rows.first { $0.title.last == title }?.entry)
    let position = anchor.flatMap { anchor in rows.first { $0.title.last == anchor }?.entry }
    try await library.moveEntries([entry], of: playlist, position.map { .after($0) } ?? .top)
  }

  @Test("a move that the project refuses is taken back here, with the reason")
  func refusedMove() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await editor()
    try await move("4", after: nil, server)
    #expect(try await ourOrder(server) == "41235")
    try project.run("update playlist_shares set can_edit = false")
    let refused = try await send(server).refused
    #expect(refused.count == 1)
    let change = try #require(try await acting.changes().first)
    #expect(change.subject == "the order of Demos" && change.refusal?.isEmpty == false)
    #expect(try await ourOrder(server) == "12345")
    #expect(try await shownOrder(server) == "12345")
    #expect(try theirOrder() == "12345")
    // Nothing of it comes back with what others do, and it can be sent once more.
    try project.run("update playlist_tracks set position = 9 where track_id::text like '%1'")
    try await list(server)
    #expect(try await ourOrder(server) == "23451")
    try project.run("update playlist_shares set can_edit = true")
    try await acting.retry(change.id, words: nil)
    #expect(try await send(server).count == 1)
    try await list(server)
    #expect(try theirOrder() == "42351")
    #expect(try await ourOrder(server) == "42351")
    #expect(try project.report().faults == [])
  }

  @Test("a move that is discarded is taken back here")
  func discardedMove() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await editor()
    try fail(#"{"path": "GET /rest/v1/playlist_tracks", "kind": "deep"}"#)
    try await move("5", after: "1", server)
    let sent = try await send(server)
    let held = try #require(sent.held.first)
    #expect(try await ourOrder(server) == "15234")
    try await acting.discard(held.id)
    #expect(try await ourOrder(server) == "12345")
    #expect(try await shownOrder(server) == "12345")
    // The order of another change is nobody's business.
    try await moveHere("2", after: "5", server)
    try fail(#"{"path": "POST /rest/v1/track_comments", "kind": "deep"}"#)
    let track = try #require(try await acting.contents(id(0, server)).entries.first?.track)
    try await acting.comment("late", on: track, in: id(0, server), at: nil)
    let comment = try #require(try await send(server).held.first)
    try await acting.discard(comment.id)
    #expect(try await ourOrder(server) == "13452")
  }

  @Test("a move that is discarded leaves a later one that waits as it is")
  func discardedBeforeAnother() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await editor()
    try fail(#"{"path": "GET /rest/v1/playlist_tracks", "kind": "deep"}"#)
    try await move("5", after: "1", server)
    let held = try #require(try await send(server).held.first)
    try await move("4", after: nil, server)
    #expect(try await ourOrder(server) == "41523")
    try await acting.discard(held.id)
    #expect(try await ourOrder(server) == "41235")
    #expect(try await shownOrder(server) == "41235")
    #expect(try await send(server).count == 1)
    #expect(try theirOrder() == "41235")
  }

  /// Undoes the last step, as the player does.
  ///
  /// - Returns: For each playlist that was moved in, whether it is to be sent.
  private func undo() async throws -> [Bool] { try await follow(try await library.undoStep()) }

  private func redo() async throws -> [Bool] { try await follow(try await library.redoStep()) }

  private func follow(_ step: FlippedStep?) async throws -> [Bool] {
    var followed: [Bool] = []
    for reorder in step?.reorders ?? [] { followed.append(try await acting.follow(reorder)) }
    return followed
  }

  @Test("undo and redo of a move that was sent, or is to be, move at the project, too")
  func undoneMove() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await editor()
    try await move("4", after: "1", server)
    #expect(try await send(server).count == 1)
    #expect(try theirOrder() == "14235")
    // Before anybody looks.
    #expect(try await shownOrder(server) == "14235")
    #expect(try await undo() == [true])
    #expect(try await shownOrder(server) == "12345")
    #expect(try await send(server).count == 1)
    #expect(try theirOrder() == "12345")
    #expect(try await redo() == [true])
    // Undone before it is sent.
    #expect(try await undo() == [true])
    _ = try await send(server)
    #expect(try theirOrder() == "12345")
    try await list(server)
    #expect(try await ourOrder(server) == "12345")
    #expect(try project.report().faults == [])
  }

  @Test("undo of what the project never had, or has otherwise by now, moves nothing there")
  func undoneHere() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await editor()
    // A move for oneself.
    try await moveHere("5", after: nil, server)
    #expect(try await undo() == [false])
    // What others did is taken over by a step.
    try project.run("update playlist_tracks set position = 9 where track_id::text like '%2'")
    try await list(server)
    #expect(try await ourOrder(server) == "13452")
    #expect(try await library.undoStep()?.reorders == [])
    _ = try await library.redoStep()
    // Another has moved the same track since.
    try await move("1", after: "5", server)
    _ = try await send(server)
    #expect(try theirOrder() == "34512")
    try project.run("update playlist_tracks set position = -1 where track_id::text like '%1'")
    try await list(server)
    #expect(try await ourOrder(server) == "13452")
    _ = try await library.undoStep()
    #expect(try await undo() == [false])
    #expect(try await acting.changes() == [])
  }

  @Test("a move without the library's own shows here with the next look")
  func movedThere() async throws {
    defer { withExtendedLifetime(project) {} }
    let server = try await editor()
    let entries = try await acting.contents(id(0, server)).entries.map(\.id)
    try await acting.move([entries[4], entries[2]], in: id(0, server), after: nil)
    #expect(try await send(server).count == 1)
    #expect(try await shownOrder(server) == "53124")
    try await list(server)
    #expect(try theirOrder() == "53124")
    #expect(try await ourOrder(server) == "53124")
  }
}

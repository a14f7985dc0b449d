import Library
import Music
import Testing

/// Reactions of users and of collaborators, and of two people who sign in at one server in turn.
@Suite("Reactions at a server for sharing")
struct SharedReactionTests {
  private static let guest = SharedPerson(id: "guest", name: "Kari", isCollaborator: true)
  private static let songs = "songs"

  /// Signs somebody in; what was done before is theirs who did it.
  private func signIn(_ person: SharedPerson, _ scene: SharedScene) async throws {
    _ = try await scene.library.changeServer(scene.server.id) { $0.options.person = person }
  }

  /// Stores a playlist with both tracks as whoever is signed in sees it.
  private func list(
    _ scene: SharedScene, _ playlist: String = SharedScene.demos,
    _ ratings: [ListedSharedRating] = []
  ) async throws {
    try await scene.list(ratings: ratings, playlist: SharedScene.playlist(playlist))
  }

  private func shown(
    _ scene: SharedScene, _ playlist: String = SharedScene.demos
  ) async throws -> [Reaction] {
    try await scene.library.sharedContents(
      of: SharedPlaylistID(server: scene.server.id, id: playlist)
    ).entries.map(\.reaction)
  }

  private func guestScene() async throws -> SharedScene {
    let scene = try await SharedScene()
    try await signIn(Self.guest, scene)
    try await list(scene)
    try await list(scene, Self.songs)
    return scene
  }

  private func react(
    _ reaction: Reaction, in playlist: String, _ scene: SharedScene
  ) async throws -> Reaction? {
    let own = OwnSharedReaction(track: "a", playlist: playlist, reaction: reaction)
    let unsent = try await scene.library.editSharedChanges(
      of: scene.server.id, by: Self.guest, own: [own]
    ) { _, reactions in (reactions, []) }.value
    #expect(unsent == [])
    return try await scene.reaction("a")
  }

  @Test("a collaborator's reaction is one in each playlist, and the strongest elsewhere")
  func playlists() async throws {
    let scene = try await guestScene()
    let rating = { SharedScene.rating("a", Self.guest, $0) }
    try await list(scene, SharedScene.demos, [rating(.loved)])
    try await list(scene, Self.songs, [rating(.listened)])
    #expect(try await scene.reaction("a") == .loved)
    #expect(try await shown(scene) == [.loved, .none])
    #expect(try await shown(scene, Self.songs) == [.listened, .none])
    // Whatever was read last.
    try await list(scene, SharedScene.demos, [rating(.loved)])
    try await list(scene, Self.songs, [rating(.listened)])
    #expect(try await scene.reaction("a") == .loved)
    #expect(try await scene.collect(by: Self.guest) == [])
    try await list(scene, SharedScene.demos)
    #expect(try await scene.reaction("a") == .listened)
    #expect(try await scene.collect(by: Self.guest) == [])
  }

  @Test("a collaborator reacts in one playlist alone, and with the library's key in all")
  func own() async throws {
    let scene = try await guestScene()
    #expect(try await react(.liked, in: SharedScene.demos, scene) == .liked)
    #expect(try await react(.listened, in: Self.songs, scene) == .liked)
    #expect(try await scene.reaction("a") == .liked)
    #expect(try await shown(scene).first == .liked)
    #expect(try await shown(scene, Self.songs).first == .listened)
    #expect(try await react(.none, in: SharedScene.demos, scene) == .listened)
    #expect(try await scene.reaction("a") == .listened)
    _ = try await scene.library.setReaction(
      .loved, for: [try #require(try await scene.track("a"))])
    #expect(try await shown(scene) == [.loved, .none])
    let taken = try await scene.collect(by: Self.guest)
    #expect(taken.map(\.playlists) == [[SharedScene.demos, Self.songs]])
    #expect(try await shown(scene, Self.songs) == [.loved, .none])
    // Of those that differ alone.
    #expect(try await react(.liked, in: Self.songs, scene) == .loved)
    _ = try await scene.library.setReaction(
      .liked, for: [try #require(try await scene.track("a"))])
    #expect(try await scene.collect(by: Self.guest).map(\.playlists) == [[SharedScene.demos]])
  }

  @Test("the library's reaction after one in a playlist is a step of the history")
  func step() async throws {
    let scene = try await guestScene()
    _ = try await react(.liked, in: SharedScene.demos, scene)
    let undone = try await scene.library.undo()
    #expect(undone?.hasSuffix(" as liked") == true, "\(undone ?? "none")")
    #expect(try await scene.reaction("a") == Reaction.none)
  }

  @Test("a reaction that waits in one playlist keeps nothing from another")
  func waiting() async throws {
    let scene = try await guestScene()
    _ = try await react(.liked, in: SharedScene.demos, scene)
    let row = SharedChangeRow(
      id: "c", change: "{}", playlist: SharedScene.demos, track: "a", isRating: true)
    try await scene.library.editSharedChanges(of: scene.server.id, by: Self.guest) { queue, _ in
      queue.rows = [row]
      return ((), [])
    }
    let rating = SharedScene.rating("a", Self.guest, .loved)
    try await list(scene, SharedScene.demos, [rating])
    try await list(scene, Self.songs, [rating])
    #expect(try await shown(scene).first == .liked)
    #expect(try await shown(scene, Self.songs).first == .loved)
    #expect(try await scene.contents().entries[0].isWaiting)
    let songs = SharedPlaylistID(server: scene.server.id, id: Self.songs)
    #expect(try await !scene.library.sharedContents(of: songs).entries[0].isWaiting)
  }

  @Test("two people who sign in in turn keep their reactions, and nobody's are sent as another's")
  func turns() async throws {
    let scene = try await SharedScene()
    let mine = SharedScene.rating("a", SharedScene.me, .liked)
    try await list(scene, SharedScene.demos, [mine])
    #expect(try await scene.reaction("a") == .liked)
    try await signIn(Self.guest, scene)
    // The project has nothing of the other one.
    try await list(scene, SharedScene.demos, [mine])
    #expect(try await scene.reaction("a") == .liked)
    #expect(try await shown(scene) == [.none, .none])
    #expect(try await scene.collect(by: Self.guest) == [])
    _ = try await scene.library.setReaction(
      .loved, for: [try #require(try await scene.track("b"))])
    #expect(try await scene.collect(by: Self.guest).map(\.track) == ["b"])
    try await signIn(SharedScene.me, scene)
    #expect(try await shown(scene) == [.liked, .none])
    #expect(try await scene.collect() == [])
    try await list(scene, SharedScene.demos, [mine, SharedScene.rating("b", Self.guest, .loved)])
    #expect(try await scene.reaction("b") == .loved)
    // Taken back on another machine.
    try await list(scene)
    #expect(try await scene.reaction("a") == Reaction.none)
    #expect(try await scene.reaction("b") == .loved)
    #expect(try await scene.collect() == [])
  }

  @Test("everybody's changes that wait are found, whoever is signed in, with names and pauses")
  func people() async throws {
    let scene = try await SharedScene()
    try await scene.set([SharedChangeRow(id: "a", change: "{}", hold: "no JSON", heldUntil: 9)])
    let pause = SharedPause(failures: 2, until: 5, asked: 7)
    try await scene.library.editSharedChanges(of: scene.server.id, by: Self.guest) { queue, _ in
      queue.rows.append(SharedChangeRow(id: "b", change: "{}"))
      queue.pause = pause
      return ((), [])
    }
    try await scene.library.editSharedChanges(of: scene.server.id, by: SharedScene.ola) { _, _ in
      ((), [])
    }
    #expect(
      try await Set(scene.library.peopleWithSharedChanges(of: scene.server.id))
        == [SharedScene.me, Self.guest])
    let stored = try await scene.library.sharedQueue(of: scene.server.id, by: Self.guest.id)
    #expect(stored.pause == pause && stored.rows.map(\.id) == ["b"])
    #expect(try await scene.changes().map(\.heldUntil) == [9])
  }

  @Test("reactions of the library are not taken in for somebody who is not signed in")
  func other() async throws {
    let scene = try await SharedScene()
    try await list(scene)
    _ = try await scene.library.setReaction(
      .loved, for: [try #require(try await scene.track("a"))])
    let taken = try await scene.library.editSharedChanges(
      of: scene.server.id, by: Self.guest, isSignedIn: false
    ) { _, reactions in (reactions, []) }.value
    #expect(taken == [])
    #expect(try await scene.collect().map(\.track) == ["a"])
  }
}

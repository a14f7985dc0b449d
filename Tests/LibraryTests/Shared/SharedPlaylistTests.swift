import Library
import Music
import Testing

@Suite("Shared playlists in the library")
struct SharedPlaylistTests {
  @Test(
    "an owner whose profile is hidden has the name that comes with what they have said anywhere")
  func ownerNames() async throws {
    let scene = try await SharedScene()
    var listed = SharedScene.playlist()
    listed.owner.name = nil
    try await scene.list(playlist: listed)
    #expect(try await scene.contents().playlist.owner.name == nil)
    try await scene.list(comments: [SharedScene.comment("c", "late")], playlist: listed)
    #expect(try await scene.contents().playlist.owner.name == "Ola")
    // An invitation has no comments of its own.
    var invitation = SharedScene.playlist("songs", standing: .invited)
    invitation.owner.name = nil
    try await scene.library.storeShared(invitation, of: scene.server.id)
    let names = try await scene.library.sharedPlaylists().map(\.owner.name)
    #expect(names == ["Ola", "Ola"])
    // Nobody gets the name of another.
    invitation.owner = SharedPerson(id: "nobody")
    try await scene.library.storeShared(invitation, of: scene.server.id)
    let other = SharedPlaylistID(server: scene.server.id, id: "songs")
    #expect(try await scene.library.sharedContents(of: other).playlist.owner.id == "nobody")
  }

  @Test("comments of a shared track are at hand with it, once each, one's own without an author")
  func commentsOfTrack() async throws {
    let scene = try await SharedScene()
    let comments = [
      SharedScene.comment("1", "late"), SharedScene.comment("2", "mine", by: SharedScene.me),
    ]
    try await scene.list(comments: comments)
    try await scene.list(comments: comments, playlist: SharedScene.playlist("songs"))
    let track = try #require(try await scene.track("a"))
    let found = try await scene.library.sharedComments(of: track)
    #expect(found.map(\.text) == ["late", "mine"] && found.map(\.author) == ["Ola", nil])
    #expect(found.allSatisfy { $0.isShared && $0.place == .seconds(42) && $0.track == track })
    #expect(try await scene.library.comments(of: track) == [])
    let other = try #require(try await scene.track("b"))
    #expect(try await scene.library.sharedComments(of: other) == [])
  }

  @Test("what was listed is there: the playlist, its tracks in order, ratings and comments")
  func listed() async throws {
    let scene = try await SharedScene()
    try await scene.list(
      ratings: [SharedScene.rating("a", SharedScene.ola, .loved)],
      comments: [SharedScene.comment("1", "late")])
    let contents = try await scene.contents()
    #expect(contents.playlist.name == "Demos")
    #expect(contents.playlist.server == "Band")
    #expect(contents.playlist.owner.shownName == "Ola")
    #expect(contents.playlist.tracks == 2)
    #expect(contents.playlist.rights == SharedRights(canEdit: false, canRate: true))
    #expect(contents.entries.map(\.title) == ["T a", "T b"])
    #expect(contents.entries[0].ratings.map(\.reaction) == [.loved])
    let comment = try #require(contents.entries[0].comments.first)
    #expect(comment.text == "late" && comment.place == .seconds(42) && !comment.isOwn)
    let address = try #require(ServerTrackAddress(server: scene.server.uuid, track: "a"))
    #expect(try await scene.library.storagePath(of: address) == "ola/a.mp3")
  }

  @Test("nothing is new at first; what others add later is, until it was looked at")
  func news() async throws {
    let scene = try await SharedScene()
    let first = SharedScene.comment("1", "late")
    try await scene.list(
      ratings: [SharedScene.rating("a", SharedScene.ola, .liked)], comments: [first])
    #expect(try await scene.contents().playlist.news == 0)
    let ratings = [
      SharedScene.rating("a", SharedScene.ola, .loved, at: 2),
      SharedScene.rating("b", SharedScene.me, .loved, at: 2),
    ]
    let comments = [
      first, SharedScene.comment("2", "early"),
      SharedScene.comment("3", "mine", by: SharedScene.me),
    ]
    try await scene.list(ratings: ratings, comments: comments)
    #expect(try await scene.contents().playlist.news == 2)
    // A further look finds the same new things.
    try await scene.list(ratings: ratings, comments: comments)
    #expect(try await scene.contents().playlist.news == 2)
    try await scene.library.lookedAtShared(scene.demos)
    try await scene.list(ratings: ratings, comments: comments)
    #expect(try await scene.contents().playlist.news == 0)
  }

  @Test("labels of the project come into the library, also unknown ones; those set here stay")
  func labels() async throws {
    let scene = try await SharedScene()
    var theirs = TrackLabels(
      category: TrackCategory(rawValue: "field-recordings"), tags: ["needs bass"], mood: "calm")
    try await scene.list(labels: theirs)
    #expect(try await scene.scene.track("a", of: scene.server)?.labels == theirs)
    var change = MarkChange()
    change.mood = .set("wild")
    change.tags = .edit(adding: ["mine"], removing: [])
    _ = try await scene.library.change(change, of: [try #require(try await scene.track("a"))])
    (theirs.category, theirs.mood, theirs.tags) = (.demos, "sad", ["needs drums"])
    try await scene.list(labels: theirs)
    let labels = try await scene.scene.track("a", of: scene.server)?.labels
    #expect(labels?.category == .demos)
    #expect(labels?.mood == "wild")
    #expect(labels?.tags == ["mine", "needs drums"])
  }

  @Test("a playlist that is gone is forgotten; one with words that wait stays as a lost one")
  func gone() async throws {
    let scene = try await SharedScene()
    try await scene.list()
    try await scene.set([
      SharedChangeRow(id: "c", change: "{}", playlist: SharedScene.demos, track: "a")
    ])
    try await scene.library.forgetShared(except: [], of: scene.server.id)
    let lost = try await scene.contents()
    #expect(lost.playlist.standing == .gone && lost.playlist.rights == .none)
    #expect(lost.playlist.waiting == 1 && lost.entries.count == 2)
    try await scene.set([])
    try await scene.library.forgetShared(except: [], of: scene.server.id)
    #expect(try await scene.library.sharedPlaylists() == [])
  }

  @Test("a server that is removed and added again finds the changes that it was not sent")
  func removed() async throws {
    let scene = try await SharedScene()
    try await scene.list()
    let row = SharedChangeRow(id: "c", change: "{}", playlist: SharedScene.demos, track: "a")
    try await scene.set([row])
    _ = try await scene.library.removeServer(scene.server.id)
    #expect(try await scene.library.sharedPlaylists() == [])
    let again = try await scene.scene.add("Band", .coretet)
    #expect(again.id == scene.server.id)
    #expect(try await scene.changes() == [row])
  }
}

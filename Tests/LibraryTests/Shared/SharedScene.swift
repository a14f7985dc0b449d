import Library
import Music

/// A library with a server for sharing and one playlist, whose listings are written by hand.
struct SharedScene {
  let scene: ServerScene
  let server: Server
  var library: Library { scene.library }

  static let me = SharedPerson(id: "me", name: "Kari")
  static let ola = SharedPerson(id: "ola", name: "Ola")
  static let demos = "demos"
  var demos: SharedPlaylistID { SharedPlaylistID(server: server.id, id: Self.demos) }

  init() async throws {
    scene = try ServerScene()
    let added = try await scene.add("Band", .coretet)
    server = try await scene.library.changeServer(added.id) { $0.options.person = Self.me }
  }

  static func playlist(
    _ id: String = demos, standing: SharedPlaylist.Standing = .shared, canRate: Bool = true
  ) -> ListedSharedPlaylist {
    ListedSharedPlaylist(
      id: id, name: "Demos", owner: ola, standing: standing,
      rights: SharedRights(canEdit: false, canRate: canRate), updated: 5_000)
  }

  static func entry(_ track: String, labels: TrackLabels = TrackLabels()) -> ListedSharedEntry {
    ListedSharedEntry(
      id: "e-\(track)", position: Int64(track.utf8.first ?? 0), track: ServerScene.track(track),
      path: "ola/\(track).mp3", labels: labels)
  }

  static func rating(
    _ track: String, _ person: SharedPerson, _ reaction: Reaction, at time: Int64 = 1
  ) -> ListedSharedRating {
    ListedSharedRating(
      track: track, rating: SharedRating(person: person, reaction: reaction, updated: time))
  }

  static func comment(_ id: String, _ text: String, by person: SharedPerson = ola)
    -> ListedSharedComment
  {
    ListedSharedComment(
      track: "a",
      comment: SharedComment(
        id: id, person: person, place: .seconds(42), text: text, created: 1_000))
  }

  /// Stores what a listing brings of the playlist with two tracks.
  func list(
    labels: TrackLabels = TrackLabels(), ratings: [ListedSharedRating] = [],
    comments: [ListedSharedComment] = [], playlist: ListedSharedPlaylist = playlist(),
    mark: String = "m"
  ) async throws {
    let entries = [Self.entry("a", labels: labels), Self.entry("b")]
    _ = try await library.storeTracks(entries.map(\.track), of: server.id)
    try await library.storeShared(
      playlist, entries: entries, ratings: ratings, comments: comments, mark: mark, of: server.id)
  }

  func contents() async throws -> SharedContents { try await library.sharedContents(of: demos) }

  func track(_ id: String) async throws -> TrackID? { try await scene.id(id, of: server) }

  /// A track of the playlist, which is listed first.
  func listedTrack() async throws -> TrackID? {
    try await list()
    return try await track("a")
  }

  func reaction(_ id: String) async throws -> Reaction? {
    try await scene.track(id, of: server)?.reaction
  }

  /// Takes in reactions of the library as changes, one row for each.
  @discardableResult
  func collect(by person: SharedPerson = me) async throws -> [UnsentReaction] {
    try await library.editSharedChanges(of: server.id, by: person) { queue, reactions in
      for one in reactions {
        queue.rows.append(
          SharedChangeRow(
            id: "c-\(person.id)-\(one.track)-\(one.reaction)", change: "{}",
            playlist: one.playlists[0],
            track: one.track, isRating: true))
      }
      return (reactions, [])
    }.value
  }

  func changes() async throws -> [SharedChangeRow] {
    try await library.sharedQueue(of: server.id, by: Self.me.id).rows
  }

  func set(_ rows: [SharedChangeRow], _ edits: [SharedCacheEdit] = []) async throws {
    try await library.editSharedChanges(of: server.id, by: Self.me) { stored, _ in
      stored.rows = rows
      return ((), edits)
    }
  }
}

import Interface
import Music
import Screen

extension Crate {
  static let band = ServerID(7)

  /// The shared playlists, one of them, and what waits.
  static func share(_ stage: inout Stage, _ scene: Scene) {
    knowShared(&stage)
    switch scene {
    case .sharedChanges:
      stage.run("shared-waiting")
      stage.send(.servers(.shared(.changes(sharedChanges))))
      stage.press("Down")
    case .sharedPlaylist: open(demos, &stage)
    case .sharedComments:
      open(demos, &stage)
      stage.press("F3", "Down")
    default:
      stage.run("shared")
      stage.press("Down")
    }
    _ = stage.receive()
  }

  /// The server, its playlists, and their tracks in the library.
  static func knowShared(_ stage: inout Stage) {
    stage.send(.servers(.listed([bandServer], at: serverTime)))
    stage.send(.servers(.shared(.listed(sharedPlaylists))))
    for playlist in sharedPlaylists {
      guard let id = playlist.playlist else { continue }
      stage.rows[ListQuery(.playlist(id))] = demos.entries.enumerated().map { index, entry in
        var track = tracks.first { $0.id == entry.track } ?? tracks[0]
        track.reaction = entry.reaction
        return .entry(
          ListRow.Entry(
            id: EntryID(Int64(700 + index)), position: index + 1, track: track, slots: []))
      }
    }
  }

  /// Opens a shared playlist in the library pane.
  static func open(_ contents: SharedContents, _ stage: inout Stage) {
    var playlists = sharedPlaylists.filter { $0.id != contents.playlist.id }
    playlists.append(contents.playlist)
    stage.send(.servers(.shared(.listed(playlists))))
    stage.run("shared " + contents.playlist.name)
    stage.send(.servers(.shared(.opened(contents, reading: 0))))
  }

  static var bandServer: ServerListItem {
    ServerListItem(
      Server(
        id: band, uuid: "4b4f7c1e-6a52-4d0e-9f3b-2f1a7c9d8e55", kind: .coretet, name: "Band",
        address: "https://project.example", user: "ada@example.org"), tracks: 14)
  }

  /// A moment some seconds ago, in Unix milliseconds.
  static func ago(_ seconds: Int64) -> Int64 { (serverTime - seconds) * 1000 }

  static let ola = SharedPerson(id: "u-ola", name: "Ola")
  static let kari = SharedPerson(id: "u-kari", name: "Kari")
  static let guest = SharedPerson(id: "c-1", isCollaborator: true)
  static let ada = SharedPerson(id: "u-ada", name: "Ada")

  static func sharedPlaylist(
    _ id: String, _ name: String, _ owner: SharedPerson, _ standing: SharedPlaylist.Standing,
    _ rights: SharedRights
  ) -> SharedPlaylist {
    SharedPlaylist(
      id: SharedPlaylistID(server: band, id: id), server: "Band", name: name, owner: owner,
      standing: standing, rights: rights)
  }

  static var sharedPlaylists: [SharedPlaylist] {
    var own = sharedPlaylist("p1", "Kitchen demos", ada, .own, .all)
    (own.tracks, own.news, own.updated) = (12, 3, ago(3 * 3_600))
    own.details = "What we play in the kitchen on Tuesdays, roughly in the order of the set"
    own.playlist = PlaylistID(70)
    var shared = sharedPlaylist(
      "p2", "Ola's ideas", ola, .shared, SharedRights(canEdit: false, canRate: true))
    (shared.tracks, shared.waiting, shared.refused, shared.updated) = (5, 2, 1, ago(2 * 86_400))
    shared.playlist = PlaylistID(71)
    var heard = sharedPlaylist("p3", "Mixes to hear", kari, .shared, .none)
    (heard.tracks, heard.updated) = (3, ago(40))
    var invited = sharedPlaylist("p4", "New record", kari, .invited, .none)
    invited.updated = ago(600)
    var gone = sharedPlaylist("p5", "Old band", ola, .gone, .none)
    gone.tracks = 9
    return [own, shared, heard, invited, gone]
  }

  static var demos: SharedContents {
    func entry(
      _ index: Int, _ reaction: Reaction = .none, _ ratings: [SharedRating] = [],
      _ comments: [SharedComment] = []
    ) -> SharedEntry {
      let track = tracks[index]
      return SharedEntry(
        id: "e\(index)", track: track.id, serverTrack: "t\(index)", title: track.title,
        artist: track.tags.artist, duration: track.audio.duration, reaction: reaction,
        ratings: ratings, comments: comments)
    }
    let comments = [
      SharedComment(
        id: "k1", person: kari, place: .seconds(42), text: "The bass comes in too late here.",
        created: ago(3 * 3_600)),
      SharedComment(
        id: "k2", person: ada, text: "I know. Next take.\nThe drums are fine, though?",
        created: ago(2 * 3_600), edited: ago(3_600), isOwn: true, state: .waiting),
      SharedComment(
        id: "k3", person: ola, place: .seconds(187), text: "This part again, twice as long!",
        created: ago(120), isNew: true),
      SharedComment(
        id: "k4", person: ada, place: .seconds(190), text: "Agreed", created: ago(60), isOwn: true,
        state: .refused("the track is not there any more")),
    ]
    var first = entry(
      0, .liked,
      [
        SharedRating(person: kari, reaction: .loved, isNew: true),
        SharedRating(person: ola, reaction: .liked),
        SharedRating(person: guest, reaction: .listened),
      ], comments)
    first.isWaiting = true
    return SharedContents(
      playlist: sharedPlaylists[0],
      entries: [
        first, entry(3, .loved, [SharedRating(person: ola, reaction: .listened)]),
        entry(7, .listened, [], [comments[0]]), entry(9), entry(12, .loved),
      ])
  }

  static var sharedChanges: [SharedChange] {
    [
      SharedChange(
        id: "c1", server: band, playlist: "p1", subject: "loved, for Harbour Lights", words: nil,
        made: ago(300)),
      SharedChange(
        id: "c2", server: band, playlist: "p2", subject: "a comment on Undertow",
        words: "[0:42] the bass comes in too late,\nand the drums are fine", made: ago(120),
        refusal: "Ola's ideas is not shared with you any more"),
      SharedChange(
        id: "c3", server: band, playlist: "p1", subject: "the order of Kitchen demos", words: nil,
        made: ago(60), refusal: "you may not reorder it"),
    ]
  }
}

import Interface
import Music
import Screen

extension Crate {
  static let serverTime: Int64 = 1_780_000_000
  static let homeID = "0b4f7c1e-6a52-4d0e-9f3b-2f1a7c9d8e55"

  /// The list of servers, the form of a new one, or rows with tracks of one.
  static func serve(_ stage: inout Stage, _ scene: Scene) {
    if scene == .serverRows { return listServerTracks(&stage) }
    stage.send(.servers(.listed(servers, at: serverTime)))
    stage.run("servers")
    if scene == .serverForm {
      stage.press("a", "Tab")
      stage.type("https://ada:opensesame@music.example.org/rest")
      stage.press("Tab", "Tab", "Tab", "Tab", "Left")
    }
    _ = stage.receive()
  }

  /// Every third track is a file, the others live on a server, half of them on this disk, too.
  private static func listServerTracks(_ stage: inout Stage) {
    let tracks = tracks.map { track in
      guard track.id.rawValue % 3 != 0 else { return track }
      return remote(track)
    }
    stage.send(.servers(.listed(servers, at: serverTime)))
    stage.library = tracks
    stage.rows[ListQuery(.songs)] = tracks.map { .track($0, slots: []) }
    stage.send(.library(.changed))
    _ = stage.playSelected()
    let ids = Set(tracks.map(\.id))
    stage.send(.servers(.onDisk(ids.filter { $0.rawValue % 2 == 0 }, of: ids)))
    stage.send(
      .servers(
        .downloading(
          DownloadProgress(
            tracksDone: 3, tracksTotal: 12, bytesDone: 31_000_000, bytesTotal: 118_000_000,
            speed: 2_400_000))))
    stage.press("j", "j")
    stage.app.messages.clear()
    _ = stage.receive()
  }

  /// The same track on the server Home.
  static func remote(_ track: Track) -> Track {
    var track = track
    guard let address = ServerTrackAddress(server: homeID, track: "tr-\(track.id.rawValue)") else {
      return track
    }
    track.source = .server(address)
    return track
  }

  static var servers: [ServerListItem] {
    func server(
      _ id: Int64, _ uuid: String, _ kind: ServerKind, _ name: String, _ address: String,
      user: String?, last: Int64?
    ) -> Server {
      Server(
        id: ServerID(id), uuid: uuid, kind: kind, name: name, address: address, user: user,
        lastListing: last.map { serverTime - $0 })
    }
    var home = server(
      1, homeID, .subsonic, "Home", "https://music.example.org/navidrome", user: "ada",
      last: 7_200)
    home.options.maxBitRate = 192
    let books = server(
      2, "1b4f7c1e-6a52-4d0e-9f3b-2f1a7c9d8e55", .audiobookshelf, "Books at Mum's",
      "http://192.168.1.20:13378", user: nil, last: 3 * 86_400)
    let old = server(
      3, "2b4f7c1e-6a52-4d0e-9f3b-2f1a7c9d8e55", .subsonic, "Old machine",
      "https://old.example.org", user: "ada", last: 90 * 86_400)
    let new = server(
      4, "3b4f7c1e-6a52-4d0e-9f3b-2f1a7c9d8e55", .subsonic, "Label archive",
      "https://archive.example.org:4533", user: "guest", last: nil)
    return [
      ServerListItem(home, tracks: 12_300, tracksOnDisk: 214, bytesOnDisk: 3_210_000_000),
      ServerListItem(books, tracks: 1_840, state: .signInNeeded),
      ServerListItem(old, tracks: 77, state: .offline("no answer within 10 seconds")),
      ServerListItem(
        new, tracks: 4_500,
        state: .listing(ServerListingProgress(done: 4_500, total: 100_000))),
    ]
  }
}

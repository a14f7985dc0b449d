import Library
import Music
import Synchronization
import Testing

@Suite("Listings of servers")
struct ServerListingTests {
  private let scene: ServerScene
  private var library: Library { scene.library }

  init() throws { scene = try ServerScene() }

  @Test("files that have changed on the server are told, by their size or their time")
  func replaced() async throws {
    let server = try await scene.add()
    func listed(_ sizes: [Int64], _ times: [Int64] = [0, 0, 7]) async throws -> [String] {
      let listing = try await scene.library.beginListing(of: server.id)
      let told = Mutex<[String]>([])
      let tracks = sizes.indices.map { index in
        var track = ServerScene.track("\(index)", "T \(sizes[index])")
        (track.size, track.modified) = (sizes[index], times[index])
        return track
      }
      _ = try await scene.library.storeListing(
        tracks, of: server.id, listing: listing, cursor: nil
      ) { addresses in told.withLock { $0 += addresses.map(\.track) } }
      _ = try await scene.library.endListing(of: server.id, listing: listing, at: 1)
      return told.withLock { $0 }
    }
    #expect(try await listed([10, 10, 10]).isEmpty)
    // A size that is not known says nothing, and neither does another name.
    #expect(try await listed([10, 20, 0]) == ["1"])
    #expect(try await listed([10, 20, 10]).isEmpty)
    #expect(try await listed([10, 20, 10], [5, 0, 8]) == ["2"])
    #expect(try await scene.track("2", of: server)?.file == FileStamp(size: 10, modified: 8))
  }

  @Test("another file of the same size is told by its length, its kind, its rate and its time")
  func sameSize() async throws {
    let server = try await scene.add()
    func isTold(_ change: (inout ServerTrack) -> Void) async throws -> Bool {
      let listing = try await scene.library.beginListing(of: server.id)
      var track = ServerScene.track("1")
      (track.audio.bitRate, track.added) = (320_000, 500)
      change(&track)
      let told = Mutex(0)
      _ = try await scene.library.storeListing(
        [track], of: server.id, listing: listing, cursor: nil
      ) { addresses in told.withLock { $0 += addresses.count } }
      _ = try await scene.library.endListing(of: server.id, listing: listing, at: 1)
      return told.withLock { $0 } > 0
    }
    #expect(try await !isTold { _ in })
    for change: (inout ServerTrack) -> Void in [
      { $0.audio.duration = .seconds(101) }, { $0.audio.bitRate = 256_000 },
      { $0.suffix = "wav" }, { $0.added = 900 },
    ] {
      #expect(try await isTold(change))
      #expect(try await isTold { _ in })
      #expect(try await !isTold { _ in })
    }
    // What is not said, and other names, say nothing.
    #expect(try await !isTold { $0.tags.title = "Other" })
    #expect(
      try await !isTold { track in
        (track.audio.duration, track.audio.bitRate, track.suffix, track.added) = (
          nil, nil, nil, nil
        )
      })
    #expect(try await scene.track("1", of: server)?.added == 500)
  }

  @Test("a server is added, renamed and found, and its name and its user are its own")
  func servers() async throws {
    let home = try await scene.add(" Home\n")
    #expect(home.name == "Home")
    #expect(home.uuid.utf8.count == 36)
    await #expect(throws: LibraryError.server(.nameTaken("Home"))) {
      try await scene.add("HOME", at: "https://other.example")
    }
    await #expect(throws: LibraryError.server(.known("Home"))) { try await scene.add("Other") }
    await #expect(throws: LibraryError.server(.emptyName)) { try await scene.add("\u{1}") }
    var changed = home
    changed.name = "A/B"
    changed.options.maxBitRate = 192
    try await scene.list([ServerScene.track("1")], of: home)
    try await library.changeServer(home.id) { now in
      now.name = "A/B"
      now.options.maxBitRate = 192
    }
    changed.lastListing = 1_000
    #expect(try await library.servers() == [changed])
    #expect(try await scene.rows(ListQuery(.folder(nil))) == ["A/B 1"])
    #expect(try await scene.id("1", of: home) != nil)
  }

  @Test("tracks of a listing are tracks of the library, and ids with slashes are kept apart")
  func listing() async throws {
    let server = try await scene.add()
    let ids = ["1", "a/b", "a/b/c", "..", "ü%2F", "a b"]
    let result = try await scene.list(ids.map { ServerScene.track($0) }, of: server)
    #expect(result == (6, 0, 0))
    for id in ids {
      let track = try #require(try await scene.track(id, of: server))
      #expect(track.source.text == "tritone-server://\(server.uuid)/\(id)")
      #expect(track.title == "T \(id)")
      #expect(track.audio.duration == .seconds(100))
    }
    #expect(try await scene.titles().count == 6)
    #expect(try await scene.rows(ListQuery(.albums)) == ["Ann: A 2001 6"])
    let files = try await library.serverFiles(library.trackIDs(ListQuery(.songs, sort: .title)))
    #expect(files.map(\.size) == Array(repeating: 1_000, count: 6))
    #expect(files[0].suffix == "flac")
    #expect(files[0].cover == "c")
    #expect(try await library.servers()[0].lastListing == 1_000)
    // The name of the server is searched, ids are not.
    #expect(try await scene.titles(ListQuery(.songs, filter: "home")).count == 6)
    #expect(try await scene.titles(ListQuery(.songs, filter: "tritone")).isEmpty)
  }

  @Test("an unchanged server changes no track, and a changed track is written alone")
  func unchanged() async throws {
    let server = try await scene.add()
    var tracks = (0..<50).map { ServerScene.track("\($0)") }
    try await scene.list(tracks, of: server)
    let before = try scene.revision()
    #expect(try await scene.list(tracks, of: server) == (0, 0, 0))
    #expect(try scene.revision() == before)
    tracks[7].tags.title = "New"
    #expect(try await scene.list(tracks, of: server) == (0, 1, 0))
    #expect(try scene.revision() != before)
    #expect(try await scene.track("7", of: server)?.title == "New")
  }

  @Test("tracks that a whole listing does not name are missing, and come back")
  func missing() async throws {
    let server = try await scene.add()
    let tracks = (0..<4).map { ServerScene.track("\($0)") }
    try await scene.list(tracks, of: server)
    let id = try #require(try await scene.id("3", of: server))
    #expect(try await scene.list(Array(tracks.dropLast()), of: server) == (0, 0, 1))
    #expect(try await library.tracks([id]).map(\.isMissing) == [true])
    #expect(try await scene.titles() == ["T 0", "T 1", "T 2"])
    #expect(try await scene.list(tracks, of: server) == (0, 1, 0))
    #expect(try await scene.id("3", of: server) == id)
    #expect(try await scene.titles().count == 4)
  }

  @Test("an interrupted listing goes on with its number and its cursor, and loses nothing")
  func interrupted() async throws {
    let server = try await scene.add()
    let tracks = (0..<4).map { ServerScene.track("\($0)") }
    try await scene.list(tracks, of: server)
    let first = try await library.beginListing(of: server.id)
    #expect(try await library.listingCursor(of: server.id) == nil)
    _ = try await library.storeListing(
      Array(tracks[..<2]), of: server.id, listing: first, cursor: #"{"songs":2}"#)
    // As after a restart.
    let again = try Library(at: scene.folder["library.db"])
    #expect(try await again.listingCursor(of: server.id) == #"{"songs":2}"#)
    let second = try await again.beginListing(of: server.id)
    #expect(second == first)
    _ = try await again.storeListing([tracks[2]], of: server.id, listing: second, cursor: nil)
    #expect(try await again.endListing(of: server.id, listing: second, at: 5) == 1)
    #expect(try await again.listingCursor(of: server.id) == nil)
    #expect(try await again.beginListing(of: server.id) > first)
    await #expect(throws: LibraryError.server(.oldListing)) {
      try await again.storeListing([], of: server.id, listing: first, cursor: nil)
    }
  }

  @Test("a server that is removed and added again has its ratings, playlists and plays")
  func removed() async throws {
    let server = try await scene.add()
    try await scene.list([ServerScene.track("1"), ServerScene.track("2")], of: server)
    let id = try #require(try await scene.id("1", of: server))
    try await library.setRating(Rating(stars: 4), for: [id])
    try await library.recordPlay(of: id, at: 77)
    let list = try await library.createPlaylist(named: "L")
    _ = try await library.add([id], to: list.id)
    #expect(try await library.removeServer(server.id) == 2)
    #expect(try await library.servers() == [])
    #expect(try await scene.titles() == [])
    let entries = ListQuery(.playlist(list.id))
    let missing = try await library.window(entries, range: 0..<9, anchor: nil).rows
    #expect(missing.count == 1)
    await #expect(throws: LibraryError.server(.gone)) { try await library.removeServer(server.id) }
    // Another one may have its name meanwhile.
    let other = try await scene.add("Home", at: "https://other.example")
    let back = try await scene.add("Again")
    #expect(back.uuid == server.uuid)
    #expect(other.uuid != server.uuid)
    #expect(try await scene.list([ServerScene.track("1")], of: back) == (0, 1, 0))
    let track = try #require(try await scene.track("1", of: back))
    #expect(track.id == id)
    #expect(track.rating.stars == 4)
    #expect(track.plays == 1)
    #expect(track.isMissing == false)
    #expect(try await scene.rows(ListQuery(.folder(nil))) == ["Again 1"])
  }

  @Test("forgotten tracks of a server are brought back by undo and listed again")
  func forgotten() async throws {
    let server = try await scene.add()
    let tracks = [ServerScene.track("1"), ServerScene.track("2")]
    try await scene.list(tracks, of: server)
    let id = try #require(try await scene.id("2", of: server))
    try await library.setRating(Rating(stars: 3), for: [id])
    try await scene.list([tracks[0]], of: server)
    #expect(try await library.forgetMissing().count == 1)
    #expect(try await scene.id("2", of: server) == nil)
    #expect(try await library.undo() != nil)
    #expect(try await scene.list(tracks, of: server) == (0, 1, 0))
    let track = try #require(try await scene.track("2", of: server))
    #expect(track.id == id)
    #expect(track.rating.stars == 3)
    #expect(try await library.marksToSend(of: server.id).map(\.marks.rating.stars) == [3])
  }

  @Test("texts, numbers and ids of a hostile server are bounded and clean")
  func hostile() async throws {
    let server = try await scene.add()
    var track = ServerScene.track("1")
    track.tags.title = "a\u{1B}[31m\u{202E}b" + String(repeating: "x", count: 5_000)
    track.tags.trackNumber = .min
    track.tags.bpm = .nan
    track.audio.duration = .seconds(Int64.max / 2)
    track.audio.sampleRate = -5
    track.size = -1
    track.added = .max
    track.marks = ServerMarks(plays: .max, lastPlayed: .max)
    var bad = ServerScene.track("x\ny")
    bad.id = "x\ny"
    let long = ServerScene.track(String(repeating: "i", count: 2_000))
    #expect(
      try await scene.list([track, bad, long, ServerScene.track("")], of: server) == (1, 0, 0))
    let stored = try #require(try await scene.track("1", of: server))
    #expect(stored.title.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x202E })
    #expect(stored.title.unicodeScalars.count <= 1_000)
    #expect(stored.tags.trackNumber == 0)
    #expect(stored.tags.bpm == nil)
    #expect(stored.file.size == 0)
    #expect(stored.lastPlayed == nil)
    #expect(try await scene.list([track], of: server) == (0, 0, 0))
  }

  @Test("a reset keeps the servers, which are then listed anew")
  func reset() async throws {
    let server = try await scene.add()
    try await scene.list([ServerScene.track("1")], books: [ServerScene.book("b")], of: server)
    try await library.reset()
    #expect(try await library.servers().map(\.lastListing) == [nil])
    let result = try await scene.list(
      [ServerScene.track("1")], books: [ServerScene.book("b")], of: server)
    #expect(result == (3, 0, 0))
    #expect(try await library.books().count == 1)
    #expect(try await library.check() == [])
  }

  @Test("two changes of a server's options keep one another")
  func options() async throws {
    let server = try await scene.add()
    try await library.changeServer(server.id) { $0.options.fingerprint = "f" }
    let changed = try await library.changeServer(server.id) { $0.options.passwordForm = .encoded }
    #expect(changed.options.fingerprint == "f")
    #expect(changed.options.passwordForm == .encoded)
    #expect(try await library.servers() == [changed])
    await #expect(throws: LibraryError.self) {
      try await library.changeServer(server.id) { $0.name = " " }
    }
  }
}

extension ServerScene {
  /// The rows of a list: names of folders and albums with their tracks.
  func rows(_ query: ListQuery) async throws -> [String] {
    try await library.window(query, range: 0..<100, anchor: nil).rows.map { row in
      switch row {
      case .folder(let folder): "\(folder.name) \(folder.tracks)"
      case .album(let album):
        "\(album.key.artist): \(album.key.name) \(album.year ?? 0) \(album.tracks)"
      case .track(let track, _): track.title
      default: "?"
      }
    }
  }
}

import Foundation
import Library
import Music
import Testing

@Suite("Building: filters, and reading alone")
struct BuildFilterTests {
  @Test("what was heard in N days is left out, to the second")
  func notHeard() async throws {
    let scene = try await BuildScene(["a", "b", "c"].map { .init("Ada", $0) })
    try await scene.play("a", daysAgo: 7)
    try await scene.play("b", daysAgo: 7, seconds: 1)
    #expect(try await scene.top("Ada") { $0.notHeardDays = 7 } == ["b", "c"])
    #expect(try await scene.top("Ada") { $0.notHeardDays = 8 } == ["c"])
    #expect(try await scene.top("Ada") { $0.notHeardDays = 0 } == ["a", "b", "c"])
    #expect(try await scene.top("Ada") { $0.notHeardDays = -4 } == ["a", "b", "c"])
    #expect(try await scene.top("Ada") { $0.notHeardDays = .max } == ["c"])
  }

  @Test("a recording was heard when any of its files was")
  func notHeardRecording() async throws {
    let scene = try await BuildScene(["a", "b", "c"].map { .init("Ada", $0) })
    try scene.test.database.run("UPDATE tracks SET fingerprint = 5 WHERE title IN ('a', 'b');")
    try await scene.play("a")
    #expect(try await scene.top("Ada") { $0.notHeardDays = 30 } == ["c"])
  }

  @Test("a query is that of the lists' filter, playlists and notes included")
  func query() async throws {
    let scene = try await BuildScene([
      .init("Ada", "old", year: 1990), .init("Ada", "new", year: 2020),
      .init("Bo", "b", year: 1980),
    ])
    #expect(try await scene.top("Ada") { $0.query = "year:<2000" } == ["old"])
    #expect(try await scene.top("Ada") { $0.query = "new" } == ["new"])
    try await scene.library.setNotes("for the road", for: [try scene.id("new")])
    #expect(try await scene.top("Ada") { $0.query = "notes:road" } == ["new"])
    let list = try await scene.library.createPlaylist(named: "Mine")
    _ = try await scene.library.add([try scene.id("old")], to: list.id)
    #expect(try await scene.top("Ada") { $0.query = "in:Mine" } == ["old"])
    // Missing tracks cannot be asked for.
    #expect(try await scene.top("Ada") { $0.query = "missing:" } == [])
    try await scene.play("b")
    try await scene.play("new")
    let heard = try await scene.open { $0.query = "year:<2000" }.mostHeard(.ever, limit: 5)
    #expect(heard.map(\.name) == ["Ada", "Bo"] && heard.map(\.tracks) == [1, 1])
    let none = try await scene.open { $0.query = "year:1970" }
    #expect(none.mostHeard(.ever, limit: 5) == [] && none.artist("Ada")?.tracks == 0)
  }

  @Test("an invalid query is an error with its column")
  func invalid() async throws {
    let scene = try await BuildScene([.init("Ada", "a")])
    await #expect {
      _ = try await scene.open { $0.query = "love year:x" }
    } throws: { error in
      guard case .query(let column, _)? = error as? LibraryError else { return false }
      return column > 1
    }
  }

  @Test("the length of a track is known, and no other's")
  func durations() async throws {
    let scene = try await BuildScene([
      .init("Ada", "a", seconds: 61), .init("Ada", "b", seconds: 0),
    ])
    let catalogue = try await scene.open()
    #expect(catalogue.duration(of: try scene.id("a")) == .seconds(61))
    #expect(
      catalogue.duration(of: TrackID(999)) == nil && catalogue.duration(of: TrackID(-1)) == nil)
    #expect(catalogue.duration(of: TrackID(.max)) == nil)
  }

  @Test("a catalogue keeps the state in which it was opened; a track deleted since is left out")
  func snapshot() async throws {
    let scene = try await BuildScene(["a", "b", "c"].map { .init("Ada", $0) })
    let catalogue = try await scene.open()
    try await scene.play("c", 9)
    try scene.test.database.run(
      "DELETE FROM tracks WHERE title = 'a'; UPDATE revision SET tracks = tracks + 1;")
    #expect(try await catalogue.topTracks(of: "Ada", limit: 9).map(\.title) == ["b", "c"])
    #expect(try await scene.top("Ada") == ["c", "b"])
  }

  @Test("reading changes not a byte of the database")
  func reading() async throws {
    let scene = try await BuildScene([.init("Ada", "a"), .init("Bo feat. Ada", "b")])
    try await scene.play("a")
    try await scene.react(.loved, "b")
    let list = try await scene.library.createPlaylist(named: "Mine")
    _ = try await scene.library.add([try scene.id("a")], to: list.id)
    try scene.test.database.emptyLog()
    let files = ["library.db", "library.db-wal"].map { scene.test.folder[$0].text }
    let before = files.map { FileManager.default.contents(atPath: $0) }
    let catalogue = try await scene.open {
      $0.query = "in:Mine"; $0.notHeardDays = 3
    }
    for period in BuildPeriod.allCases { _ = catalogue.mostHeard(period, limit: 9) }
    _ = catalogue.followed(limit: 9)
    _ = catalogue.artists(matching: "ad")
    _ = try await catalogue.topTracks(of: "Ada", limit: 9)
    let tracks = try await scene.library.buildTracks(of: list.id)
    _ = try await scene.library.arranged(tracks)
    #expect(files.map { FileManager.default.contents(atPath: $0) } == before)
    #expect(try #require(before[0]).count > 1_000)
  }

  @Test("ids have one text each, and no other text is one")
  func ids() {
    for id in [1, 17, Int64.max] {
      #expect(TrackID(text: TrackID(id).text) == TrackID(id))
      #expect(PlaylistID(text: PlaylistID(id).text) == PlaylistID(id))
      let queued = QueuedTrack(TrackID(id), entry: EntryID(4))
      #expect(QueuedTrack(text: queued.text) == queued && queued.text == "\(id)/4")
      #expect(QueuedTrack(text: "\(id)") == QueuedTrack(TrackID(id)))
    }
    for text in [
      "", "0", "-1", "+1", "01", " 1", "1 ", "1/", "/1", "1/0", "1/2/3", "1/x", "९",
      "99999999999999999999", "spotify:track:1",
    ] {
      #expect(QueuedTrack(text: text) == nil, "\(text)")
      #expect(TrackID(text: text) == nil && PlaylistID(text: text) == nil, "\(text)")
    }
  }
}

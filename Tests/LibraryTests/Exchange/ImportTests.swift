import Library
import Music
import Testing

@Suite("Importing playlists")
struct ImportTests {
  private typealias Scene = ImportScene

  private func scene() async throws -> ImportScene {
    let scene = try ImportScene()
    for name in ["One", "Two", "Three"] {
      scene.test.write("\(name).flac", seconds: 100, [("TITLE", name)])
    }
    try await scene.test.scan()
    return scene
  }

  private func line(_ name: String, _ number: Int? = nil) -> DocumentTrack {
    Scene.line("../music/\(name).flac", number, title: name)
  }

  @Test("every line becomes an entry; what is missing shows with what the document says of it")
  func entries() async throws {
    let scene = try await scene()
    var gone = Scene.line("/gone/Lost.mp3", 5, title: "Lost", artist: "Ann", seconds: 61)
    gone.album = "Album"
    let report = try await scene.run(
      Scene.document([line("Two", 3), line("One", 4), gone, line("Two", 6), gone]))
    #expect(report.playlists.map(\.name) == ["Friday"])
    #expect(report.tracks == 5 && report.missing == 2)
    #expect(report.matched == [.relativePath: 3])
    #expect(report.issues.map(\.line) == [5, 5])
    #expect(report.issues.first?.text == "Ann — Lost")
    #expect(
      report.issues.first?.kind == .missing(FilePath("/gone/Lost.mp3"), .notFound))
    #expect(try await scene.entries("Friday") == ["Two", "One", "-Lost", "Two", "-Lost"])
    let track = try #require(try await scene.library.track(at: FilePath("/gone/Lost.mp3")))
    #expect(track.isMissing && track.tags.artist == "Ann" && track.tags.album == "Album")
    #expect(track.audio.duration == .seconds(61))
    // The missing track is in no list but the playlist.
    #expect(try await scene.test.rows(ListQuery(.songs, sort: .title)) == ["One", "Three", "Two"])
    #expect(try await scene.library.trackCount == 3)
    #expect(try await scene.library.check().isEmpty)
  }

  @Test("a missing track becomes a real one when its file comes")
  func found() async throws {
    let scene = try await scene()
    try await scene.run(Scene.document([Scene.line("../music/new/Late.flac", title: "Late?")]))
    #expect(try await scene.entries("Friday") == ["-Late?"])
    try await scene.test.scan()
    #expect(try await scene.entries("Friday") == ["-Late?"])
    scene.test.write("new/Late.flac", [("TITLE", "Late")])
    try await scene.test.scan()
    #expect(try await scene.entries("Friday") == ["Late"])
    #expect(try await scene.library.check().isEmpty)
  }

  @Test("folders, playlists, streams and marks are one step, undone and done again as a whole")
  func oneStep() async throws {
    let scene = try await scene()
    let one = try #require(try await scene.id("One.flac"))
    let two = try #require(try await scene.id("Two.flac"))
    try await scene.library.setRating(Rating(stars: 2), for: [two])
    try await scene.library.addCue(Cue(time: .seconds(10), kind: .drop, name: "Here"), to: two)
    let before = try scene.test.database.userData()
    var (rated, known) = (line("One"), line("Two"))
    rated.rating = Rating(stars: 4)
    rated.cues = [
      Cue(id: CueID(9), time: .seconds(5), end: .seconds(9), kind: .loop, name: "L", color: "red")
    ]
    known.rating = Rating(stars: 5)
    known.cues = [
      Cue(id: CueID(1), time: .milliseconds(10_013), kind: .drop),
      Cue(id: CueID(1), time: .milliseconds(9_999), kind: .marker, name: "here"),
      Cue(id: CueID(1), time: .seconds(20), kind: .drop),
    ]
    let radio = try #require(StreamAddress("http://radio.example/live"))
    let items: [PlaylistDocument.Item] = [
      .folder(
        name: "Club",
        [
          .folder(
            name: "May", [.playlist(DocumentPlaylist(name: "Peak", tracks: [rated, known]))]),
          .playlist(
            DocumentPlaylist(
              name: "Warm-up", notes: "slow", color: "blue", targetBPM: 118,
              template: "{Artist}", tracks: [Scene.line("/gone/x.mp3")])),
        ]),
      .playlist(DocumentPlaylist(name: "Empty", tracks: [])),
      .playlist(
        DocumentPlaylist(name: nil, tracks: [DocumentTrack(.stream(radio), title: "Radio")])),
    ]
    let report = try await scene.run(PlaylistDocument(items: items))
    #expect(report.playlists.map(\.name) == ["Peak", "Warm-up", "Empty", "Friday"])
    #expect(report.cues == 2 && report.ratings == 1 && report.streams == 1)
    #expect(
      try await scene.test.rows(ListQuery(.playlists)) == [
        "0 Club/", "1 May/", "2 Peak", "1 Warm-up", "0 Empty", "0 Friday",
      ])
    let warm = try #require(try await scene.library.playlist(named: "Warm-up"))
    #expect(warm.notes == "slow" && warm.color == "blue" && warm.targetBPM == 118)
    #expect(warm.template.source == "{Artist}")
    #expect(try await scene.library.tracks([one, two]).map(\.rating.stars) == [4, 2])
    #expect(
      try scene.test.database.run(
        "SELECT time, end_time, type, name, color FROM cues WHERE track = \(one.rawValue)")
        == ["5000000|9000000|loop|L|red"])
    #expect(try await scene.library.cues(of: two).map(\.time) == [.seconds(10), .seconds(20)])
    #expect(try await scene.entries("Friday") == ["Radio"])

    let after = try scene.test.database.userData()
    let name = "imported 4 playlists from Friday.m3u8"
    #expect(try await scene.library.undo() == name)
    #expect(try scene.test.database.userData() == before)
    #expect(try await scene.library.track(at: FilePath("/gone/x.mp3")) == nil)
    #expect(try await scene.library.redo() == name)
    #expect(try scene.test.database.userData() == after)
    #expect(try await scene.entries("Warm-up") == ["-x"])
    #expect(try await scene.library.check().isEmpty)
  }

  @Test("a group template that cannot be read is in the report, before and after")
  func templates() async throws {
    let scene = try await scene()
    let document = PlaylistDocument(items: [
      .playlist(DocumentPlaylist(name: "Odd", template: "{Album", tracks: [])),
      .playlist(DocumentPlaylist(name: "Even", template: "{Album}", tracks: [])),
      .playlist(DocumentPlaylist(name: "None", tracks: [])),
    ])
    let report = try await scene.run(document)
    #expect(report.problems.count == 1)
    let reason = try #require(report.problems.first).reason
    #expect(reason.hasPrefix("Odd is not grouped: the group template {Album cannot be read"))
    #expect(try await scene.library.playlist(named: "Odd")?.template.isEmpty == true)
    #expect(try await scene.library.playlist(named: "Even")?.template.source == "{Album}")
    #expect(
      try await scene.library.planImport(document, at: scene.source).preview.problems.map(\.reason)
        == [reason])
  }

  @Test("entries keep how they are played, as far as it can be played")
  func sound() async throws {
    let scene = try await scene()
    var (piece, plain, wild) = (line("One"), line("Two"), line("Three"))
    piece.sound = EntryPlayback(start: .seconds(10), end: .seconds(40), isVirtualTrack: true)
    (piece.title, piece.artist) = ("Part", "Someone")
    plain.sound = EntryPlayback(crossfade: .seconds(5), end: .seconds(90), gain: -3)
    plain.notes = "after the drop"
    wild.sound = EntryPlayback(
      crossfade: .seconds(500), start: .seconds(-1), end: .zero, gain: .infinity)
    let report = try await scene.run(Scene.document([piece, plain, wild]))
    let id = try #require(report.playlists.first?.id)
    let document = try await scene.library.document(of: .playlists([id]))
    let tracks = try #require(document.playlists.first?.tracks)
    #expect(tracks.map(\.title) == ["Part", "Two", "Three"])
    #expect(tracks.map(\.artist) == ["Someone", nil, nil])
    #expect(tracks.map(\.notes) == ["", "after the drop", ""])
    #expect(
      tracks.map(\.sound) == [
        piece.sound, plain.sound, EntryPlayback(crossfade: EntryPlayback.maximumCrossfade),
      ])
  }

  @Test(
    "a playlist that is there with the same entries is left alone, without a step of the history")
  func same() async throws {
    let scene = try await scene()
    let library = scene.library
    let twice = PlaylistDocument(items: [
      .playlist(DocumentPlaylist(name: "Friday", tracks: [line("One"), line("Gone")])),
      .playlist(DocumentPlaylist(name: "Friday", tracks: [line("Two")])),
    ])
    let first = try await scene.run(twice)
    #expect(first.playlists.map(\.name) == ["Friday", "Friday 2"])
    #expect(first.playlists.allSatisfy { !$0.isKnown })
    let second = try await scene.run(twice)
    #expect(second.playlists.map(\.id) == first.playlists.map(\.id))
    #expect(second.playlists.allSatisfy(\.isKnown) && second.issues.map(\.playlist) == ["Friday"])
    #expect(try await library.undo()?.hasPrefix("imported 2 playlists") == true)
    #expect(try await scene.entries("Friday") == ["no playlist"])
    _ = try await scene.run(twice)
    // One that was edited is another one.
    let playlist = try #require(try await library.playlist(named: "Friday"))
    let entry = try #require(
      try await library.queuedTracks(ListQuery(.playlist(playlist.id))).first?.entry)
    try await library.change([entry], .gain(-3))
    let third = try await scene.run(twice)
    #expect(third.playlists.map(\.name) == ["Friday 3", "Friday 2"])
    #expect(third.playlists.map(\.isKnown) == [false, true])
    #expect(try await library.undo()?.hasPrefix("imported Friday 3") == true)
  }

  @Test("a name that is taken gets a number; replacing gives the old one the new contents")
  func names() async throws {
    let scene = try await scene()
    let old = try await scene.library.createPlaylist(named: "friday")
    try await scene.library.assign(.two, to: old.id)
    let document = Scene.document([line("One")])
    #expect(try await scene.run(document).playlists.map(\.name) == ["Friday 2"])
    // The same once more is there already.
    let again = try await scene.run(document)
    #expect(again.playlists.map(\.name) == ["Friday 2"] && again.playlists[0].isKnown)
    let other = Scene.document([line("One"), line("One")])
    #expect(try await scene.run(other).playlists.map(\.name) == ["Friday 3"])
    #expect(try await scene.entries("friday") == [])
    let twice = PlaylistDocument(items: [
      .playlist(DocumentPlaylist(name: "Friday", notes: "n", tracks: [line("Two")])),
      .playlist(DocumentPlaylist(name: "Friday", tracks: [line("Three")])),
    ])
    let report = try await scene.run(twice, ImportOptions(replaces: true))
    #expect(report.playlists.map(\.name) == ["friday", "Friday 4"])
    #expect(report.playlists.first?.id == old.id)
    #expect(try await scene.entries("friday") == ["Two"])
    #expect(try await scene.library.mixBoard()[.two]?.notes == "n")
    #expect(try await scene.library.undo() == "imported 2 playlists from Friday.m3u8")
    #expect(try await scene.entries("friday") == [])
    #expect(try await scene.library.mixBoard()[.two]?.notes == "")
  }

  @Test("the folder that is named is used, and the one of the same name is not made twice")
  func folders() async throws {
    let scene = try await scene()
    let options = ImportOptions(folder: "Imports", name: "Mine")
    try await scene.run(Scene.document([line("One")]), options)
    try await scene.run(Scene.document([line("Two")]), ImportOptions(folder: "imports"))
    #expect(
      try await scene.test.rows(ListQuery(.playlists)) == ["0 Imports/", "1 Friday", "1 Mine"])
  }

  @Test("files beside the document that the library does not know are scanned into it")
  func scanning() async throws {
    let scene = try await scene()
    let folder = scene.test.folder
    folder.write("lists/new.flac", FlacFile.bytes([("TITLE", "New")]))
    folder.write("lists/broken.flac", Array("no music at all".utf8))
    folder.write("lists/other.m3u", Array("#EXTM3U\n".utf8))
    folder.write("lists/Friday.m3u8", Array("#EXTM3U\n".utf8))
    let report = try await scene.run(
      Scene.document([
        Scene.line("new.flac", 1), Scene.line("broken.flac", 2), Scene.line("other.m3u", 3),
        Scene.line("Friday.m3u8", 4), Scene.line("new.flac", 5),
      ]))
    #expect(try await scene.entries("Friday") == ["New", "-broken", "New"])
    #expect(report.scanned == 1 && report.tracks == 5 && report.missing == 3)
    #expect(report.issues.map(\.line) == [2, 3, 4])
    #expect(try await scene.library.track(at: folder["lists/other.m3u"]) == nil)
  }

  @Test("a slot gets its playlist where it is empty, and every slot where all is replaced")
  func slots() async throws {
    let scene = try await scene()
    let old = try await scene.library.createPlaylist(named: "Old")
    try await scene.library.assign(.one, to: old.id)
    var document = Scene.document([line("One")])
    document.slots = [.one: 0, .two: 0]
    try await scene.run(document)
    var board = try await scene.library.mixBoard()
    #expect([board[.one]?.name, board[.two]?.name, board[.three]?.name] == ["Old", "Friday", nil])
    _ = try await scene.library.undo()
    #expect(try await scene.library.mixBoard()[.two] == nil)
    try await scene.run(document, ImportOptions(replaces: true))
    board = try await scene.library.mixBoard()
    #expect(board[.one]?.name == "Friday")
  }

  @Test("of very many new files outside of the library some are left, and that is said")
  func manyNew() async throws {
    let scene = try await scene()
    for number in 0..<1_003 {
      scene.test.folder.write("lists/\(number).flac", FlacFile.bytes([], seconds: 1, size: 100))
    }
    for number in 0..<30 { scene.test.write("new \(number).flac", []) }
    let inside = (0..<30).map { Scene.line("../music/new \($0).flac") }
    let report = try await scene.run(
      Scene.document(
        (0..<1_003).map { (number: Int) in Scene.line("\(number).flac", number) } + inside))
    #expect(report.scanned == 1_030 && report.missing == 3)
    #expect(report.issues.map(\.line) == [1_000, 1_001, 1_002])
    #expect(
      report.issues.first?.kind
        == .missing(scene.test.folder["lists/1000.flac"], .outside))
  }

  @Test("what an ambiguous line could mean is told, and the best is taken")
  func ambiguous() async throws {
    let scene = try ImportScene()
    scene.test.write("a/Song.flac", seconds: 100, [("TITLE", "A")])
    scene.test.write("b/Song.flac", seconds: 101, [("TITLE", "B")])
    try await scene.test.scan()
    let report = try await scene.run(
      Scene.document([Scene.line("/x/Song.flac", 2, seconds: 101)]))
    let (a, b) = (try await scene.id("a/Song.flac"), try await scene.id("b/Song.flac"))
    let best = [b, a].compactMap(\.self)
    #expect(report.issues.map(\.kind) == [.ambiguous(best)])
    #expect(try await scene.entries("Friday") == ["B"])
    #expect(report.missing == 0)
  }

  @Test("markers become cues of one track, once")
  func cues() async throws {
    let scene = try await scene()
    let one = try #require(try await scene.id("One.flac"))
    let markers = [
      MixMarker(.cue(.drop), name: "Drop", start: .seconds(30)),
      MixMarker(.track, name: "Song", start: .seconds(60), length: .seconds(5), color: "red"),
    ]
    #expect(try await scene.library.importCues(markers, into: one) == 2)
    #expect(try await scene.library.importCues(markers, into: one) == 0)
    #expect(
      try scene.test.database.run("SELECT time, end_time, type, name, color FROM cues ORDER BY 1")
        == ["30000000|NULL|drop|Drop|NULL", "60000000|65000000|marker|Song|red"])
    #expect(try await scene.library.undo() == "imported 2 cues")
    #expect(try await scene.library.cues(of: one).isEmpty)
  }

  @Test("an import that is cancelled writes nothing")
  func cancelled() async throws {
    let scene = try await scene()
    let before = try scene.test.database.userData()
    let lines = (0..<20_000).map { Scene.line("/gone/\($0).mp3") }
    let plan = try await scene.library.planImport(Scene.document(lines), at: scene.source)
    let library = scene.library
    let task = Task {
      try await library.importPlaylists(plan) { progress in
        if progress.phase == .writing, progress.done > 0 {
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    }
    task.cancel()
    await #expect(throws: LibraryError.cancelled) { try await task.value }
    #expect(try scene.test.database.userData() == before)
  }
}

import Library
import Music
import Testing

@Suite("Tempo and key set by hand")
struct CorrectionTests {
  private let test: TestLibrary
  private var library: Library { test.library }

  init() throws { test = try TestLibrary() }

  /// Tracks called 1, 2, 3, of which the second has a tempo and a key in its tags; analysed.
  private func tracks() async throws -> [TrackID] {
    test.write("1.flac", [("TITLE", "1")])
    test.write("2.flac", [("TITLE", "2"), ("BPM", "90"), ("INITIALKEY", "Am")])
    test.write("3.flac", [("TITLE", "3")])
    try await test.scan()
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let tasks = try await library.analysisTasks(limit: 9, first: ids)
    try await library.saveAnalyses(
      tasks.enumerated().map { ($1, .found(Analyses.found($0 * 10))) })
    return ids
  }

  private func findings(_ ids: [TrackID]) async throws -> [TrackFindings] {
    try await library.tracks(ids).map(\.findings)
  }

  private func tempos(_ ids: [TrackID]) async throws -> [Double?] {
    try await findings(ids).map(\.bpm)
  }

  @Test("what tags say goes before what was found, what the user says before both")
  func order() async throws {
    let ids = try await tracks()
    #expect(try await tempos(ids) == [120, 90, 140])
    #expect(try await findings(ids).map(\.bpmSource) == [.analysis, .tag, .analysis])
    #expect(try await findings(ids).map(\.foundBPM) == [120, 130, 140])
    try await library.prefer(.analysis)
    #expect(try await tempos(ids) == [120, 130, 140])
    #expect(try await findings(ids)[1].key == MusicalKey(number: 11))
    #expect(try await library.setTempo(100, of: ids) == "set the tempo to 100: 3 tracks")
    #expect(try await tempos(ids) == [100, 100, 100])
    #expect(try await findings(ids).map(\.bpmSource) == [.user, .user, .user])
    try await library.prefer(.tags)
    #expect(try await library.undo() == "set the tempo to 100: 3 tracks")
    #expect(try await tempos(ids) == [120, 90, 140])
    #expect(try await findings(ids)[1].key == MusicalKey("Am"))
    #expect(try await library.redo() == "set the tempo to 100: 3 tracks")
    #expect(try await tempos(ids) == [100, 100, 100])
  }

  @Test("tempi are multiplied from what holds, and back again leaves nothing set")
  func multiplied() async throws {
    let ids = try await tracks()
    #expect(try await library.multiplyTempo(by: 0.5, of: [ids[0]]) == "halved the tempo of 1")
    #expect(try await tempos(ids) == [60, 90, 140])
    #expect(
      try await library.storedAnalysis(of: ids[0])?.tempo?.grid
        == .constant(anchor: 0.125, period: 1))
    try await library.multiplyTempo(by: 2, of: ids)
    #expect(try await tempos(ids) == [120, 180, 280])
    #expect(try await findings(ids).map(\.bpmSource) == [.analysis, .user, .user])
    try await library.multiplyTempo(by: 1.5, of: [ids[0]])
    #expect(try await tempos(ids)[0] == 180)
    // A tempo that would be out of range stays.
    try await library.multiplyTempo(by: 2, of: ids)
    #expect(try await tempos(ids) == [360, 360, 280])
    await #expect(throws: LibraryError.tempo) { try await library.multiplyTempo(by: 2, of: ids) }
    #expect(try await library.undo() == "doubled the tempo of 2 tracks")
    #expect(try await tempos(ids) == [180, 180, 280])
  }

  @Test("what is no tempo is refused and leaves no step")
  func refused() async throws {
    let ids = try await tracks()
    for bpm in [0, -1, 19.99, 400.5, .nan, .infinity] {
      await #expect(throws: LibraryError.tempo) { try await library.setTempo(bpm, of: ids) }
    }
    try test.database.run("DELETE FROM analyses")
    await #expect(throws: LibraryError.noTempo) {
      try await library.multiplyTempo(by: 2, of: [ids[0]])
    }
    #expect(try await library.undo() == nil)
  }

  @Test("a grid that is shifted by half a beat has its beats and its mix points there")
  func shifted() async throws {
    let ids = try await tracks()
    try await library.shiftGrid(of: [ids[0]])
    let shifted = try #require(try await library.storedAnalysis(of: ids[0]))
    #expect(shifted.tempo?.grid == .constant(anchor: 0.375, period: 0.5))
    #expect(shifted.mixIn == .milliseconds(375))
    #expect(try await library.shiftGrid(of: [ids[0]]) == "shifted the grid by half a beat: 1")
    let back = try #require(try await library.storedAnalysis(of: ids[0]))
    #expect(back.tempo?.grid == .constant(anchor: 0.125, period: 0.5))
    #expect(try await library.undo() != nil)
    #expect(try await library.storedAnalysis(of: ids[0]) == shifted)
  }

  @Test("lists are sorted, filtered and grouped by what holds, at once and in both ways back")
  func lists() async throws {
    let ids = try await tracks()
    let sorted = ListQuery(.songs, sort: .bpm)
    let filtered = ListQuery(.songs, filter: "bpm:100-135 ", sort: .bpm)
    let grouped = ListQuery(.songs, sort: .bpm, template: try GroupTemplate("{BPM} {Key}"))
    #expect(try await test.rows(sorted) == ["2", "1", "3"])
    #expect(try await test.rows(filtered) == ["1"])
    try await library.prefer(.analysis)
    #expect(try await test.rows(sorted) == ["1", "2", "3"])
    #expect(try await test.rows(filtered) == ["1", "2"])
    try await library.setTempo(150, of: [ids[0]])
    try await library.setKey(MusicalKey("8A"), of: ids)
    #expect(try await test.rows(sorted) == ["2", "3", "1"])
    #expect(try await test.rows(filtered) == ["2"])
    #expect(
      try await test.rows(grouped) == [
        "# 130–140 8A 1", "2", "# 140–150 8A 1", "3", "# 150–160 8A 1", "1",
      ])
    #expect(try await test.rows(ListQuery(.songs, filter: "~key:8A")).count == 3)
    _ = try await library.undo()
    _ = try await library.undo()
    #expect(try await test.rows(sorted) == ["1", "2", "3"])
    #expect(try await test.rows(ListQuery(.songs, filter: "key:8A")).count == 0)
    // Opened again, from the catalog's file.
    try await library.setTempo(150, of: [ids[0]])
    await library.saveCatalog()
    let again = try Library(at: test.folder["library.db"])
    #expect(try await again.trackIDs(sorted) == [ids[1], ids[2], ids[0]])
  }

  @Test("playlists are written with the tempo and the key that hold")
  func exported() async throws {
    let ids = try await tracks()
    let list = try await library.createPlaylist(named: "Mix")
    _ = try await library.add(ids, to: list.id)
    try await library.setKey(MusicalKey(hour: 5, isMajor: false), of: [ids[2]])
    let document = try await library.document(of: .playlists([list.id]))
    guard case .playlist(let written) = try #require(document.items.first) else {
      Issue.record("no playlist")
      return
    }
    #expect(written.tracks.map(\.bpm) == [120, 90, 140])
    #expect(written.tracks.map(\.key) == ["Abm", "Am", "Cm"])
  }
}

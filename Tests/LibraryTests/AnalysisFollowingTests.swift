import Library
import Music
import Testing

/// Findings and corrections follow their track.
@Suite("Analyses that follow their tracks")
struct AnalysisFollowingTests {
  private let test: TestLibrary
  private var library: Library { test.library }

  init() throws { test = try TestLibrary() }

  private func write(_ name: String, _ number: Int, title: String) {
    test.folder.write("music/\(name)", WaveTrack.bytes(number, title: title))
  }

  private func id(_ name: String) async throws -> TrackID {
    try #require(try await library.track(at: test.folder["music/\(name)"])).id
  }

  /// Saves an analysis of each pending track, waveforms included.
  private func analyseAll() async throws {
    let tasks = try await library.analysisTasks(limit: 100)
    try await library.saveAnalyses(
      tasks.map { ($0, .found(Analyses.found(Int($0.track.rawValue)))) })
  }

  private var waiting: [String] {
    get async throws { try await library.analysisTasks(limit: 100).map(\.path.name) }
  }

  @Test("new tags keep what was found, other audio takes it away")
  func retag() async throws {
    write("1.wav", 1, title: "One")
    try await test.scan()
    let track = try await id("1.wav")
    try await analyseAll()
    write("1.wav", 1, title: "Another title, longer than the first")
    #expect(try await test.scan().updated == 1)
    #expect(try await library.storedAnalysis(of: track) != nil)
    #expect(try await library.waveform(of: track) != nil)
    #expect(try await waiting == [])
    write("1.wav", 2, title: "Another title, longer than the first")
    #expect(try await test.scan().updated == 1)
    #expect(try await library.storedAnalysis(of: track) == nil)
    #expect(try await library.waveform(of: track) == nil)
    #expect(try await waiting == ["1.wav"])
  }

  @Test("a newer version looks again at what was found, and not at what failed")
  func newerVersion() async throws {
    write("1.wav", 1, title: "One")
    write("2.wav", 2, title: "Two")
    try await test.scan()
    let tasks = try await library.analysisTasks(limit: 100)
    let (bad, good) = (try #require(tasks.first), try #require(tasks.last))
    try await library.saveAnalyses([
      (bad, .failed("damaged")), (good, .found(Analyses.found(Int(good.track.rawValue)))),
    ])
    #expect(try await waiting == [])
    _ = try test.database.run("UPDATE analysis_versions SET version = 0 WHERE part = 'key'")
    _ = try test.database.run("UPDATE analyses SET key_version = 0")
    let newer = try Library(at: test.folder["library.db"])
    let again = try await newer.analysisTasks(limit: 100)
    #expect(again.map(\.track) == [good.track])
    #expect(again.map(\.parts) == [[.key]])
    // Every task has work left: else it would be requested without end.
    for task in again { #expect(try newer.remaining(of: task) != nil) }
  }

  @Test("a shift of the grid goes with the sound that it was for; a tempo that was set stays")
  func shiftOfOtherSound() async throws {
    write("1.wav", 1, title: "One")
    try await test.scan()
    let track = try await id("1.wav")
    try await analyseAll()
    let found = try await library.storedAnalysis(of: track)?.tempo?.grid
    try await library.shiftGrid(of: [track])
    let shifted = try await library.storedAnalysis(of: track)?.tempo?.grid
    #expect(found != nil && shifted != found)
    write("1.wav", 1, title: "Another title, longer than the first")
    try await test.scan()
    #expect(try await library.storedAnalysis(of: track)?.tempo?.grid == shifted)
    try await library.setTempo(88, of: [track])
    let change = try test.database.run("SELECT change FROM revision")
    write("1.wav", 2, title: "Another title, longer than the first")
    #expect(try await test.scan().updated == 1)
    #expect(try test.database.run("SELECT set_bpm, shifts_grid FROM marks") == ["88.0|0"])
    #expect(try test.database.run("SELECT change FROM revision") != change)
    try await analyseAll()
    try await library.setTempo(nil, of: [track])
    #expect(try await library.storedAnalysis(of: track)?.tempo?.grid == found)
    // Undo of the tempo does not restore the shift of the grid.
    #expect(try await library.undo()?.hasPrefix("took back") == true)
    #expect(try test.database.run("SELECT set_bpm, shifts_grid FROM marks") == ["88.0|0"])
    #expect(try await library.check() == [])
  }

  @Test("tags that the program writes itself keep what was found where audio has no fingerprint")
  func written() async throws {
    let track = try await test.withTracks(1)[0]
    try test.database.run("UPDATE tracks SET fingerprint = NULL")
    try await analyseAll()
    try await library.shiftGrid(of: [track])
    let before = try #require(try await library.tracks([track]).first).file
    try await library.noteWritten(
      track, before: before, after: FileStamp(size: before.size + 9, modified: before.modified + 9))
    #expect(try await library.storedAnalysis(of: track) != nil)
    #expect(try test.database.run("SELECT shifts_grid FROM marks") == ["1"])
    #expect(try await waiting == [])
  }

  @Test("a file that moves takes what was found and corrected along")
  func moved() async throws {
    write("a/1.wav", 1, title: "One")
    try await test.scan()
    let track = try await id("a/1.wav")
    try await analyseAll()
    try await library.setTempo(99.5, of: [track])
    let before = try await library.storedAnalysis(of: track)
    try test.folder.move("music/a/1.wav", "music/other.wav")
    #expect(try await test.scan().moved == 1)
    #expect(try await id("other.wav") == track)
    #expect(try await library.storedAnalysis(of: track) == before)
    #expect(try await library.waveform(of: track) != nil)
    #expect(try await library.tracks([track]).first?.findings.bpm == 99.5)
    #expect(try await waiting == [])
  }

  @Test("two tracks that are one file keep the corrections of both and what was found")
  func merged() async throws {
    write("1.wav", 1, title: "One")
    try await test.scan()
    let old = try await id("1.wav")
    try await analyseAll()
    try await library.setKey(MusicalKey("8A"), of: [old])
    var copy = old
    let before = try await library.storedAnalysis(of: old)
    try await test.whileWatched {
      write("copy.wav", 1, title: "One")
      try await eventually {
        try await library.track(at: test.folder["music/copy.wav"]) != nil
      }
      copy = try await id("copy.wav")
      #expect(copy != old)
      try await library.setTempo(88, of: [copy])
      try test.folder.remove("music/1.wav")
      try await eventually { try await library.tracks([copy]).first?.id == old }
    }
    let findings = try #require(try await library.tracks([copy]).first).findings
    #expect(findings.bpm == 88 && findings.key == MusicalKey("8A"))
    #expect(findings.bpmSource == .user && findings.keySource == .user)
    #expect(try await library.storedAnalysis(of: copy)?.loudness == before?.loudness)
    #expect(try await waiting == [])
  }

  @Test("what is relocated, forgotten, undone and redone ends with what was found in it")
  func relocatedAndUndone() async throws {
    write("old/1.wav", 1, title: "One")
    write("2.wav", 2, title: "Two")
    try await test.scan()
    let old = try await id("old/1.wav")
    try await analyseAll()
    try await library.setTempo(77, of: [old])
    try await library.shiftGrid(of: [old])
    try test.folder.remove("music/old/1.wav")
    try await test.scan()
    // As after a scan of an unknown folder: a track of its own, not analysed yet.
    try test.database.run(
      """
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      CREATE TEMP TABLE found AS SELECT * FROM tracks WHERE id = \(old.rawValue);
      UPDATE found SET id = 900, missing = 0,
        path = CAST('\(test.folder["music/2.wav"].text)x' AS BLOB);
      INSERT INTO tracks SELECT * FROM found;
      """)
    let state = """
      SELECT quote(track), quote(bpm), hex(histogram), fingerprint, size FROM analyses ORDER BY 1;
      SELECT id FROM tracks ORDER BY id;
      SELECT track, quote(set_bpm), shifts_grid FROM marks ORDER BY track;
      SELECT track, parts FROM pending_analyses ORDER BY track
      """
    let before = try test.database.run(state)
    #expect(try await library.relocate([.init(from: old, to: TrackID(900))]) == 1)
    let after = try test.database.run(state)
    #expect(after != before)
    let found = try #require(try await library.storedAnalysis(of: TrackID(900)))
    #expect(found.tempo?.bpm == 77)
    #expect(try await library.undo() == "relocated a track")
    #expect(try test.database.run(state) == before)
    #expect(try await library.redo() == "relocated a track")
    #expect(try test.database.run(state) == after)
    #expect(try await library.undo() == "relocated a track")

    #expect(try await library.forgetMissing().count == 1)
    #expect(try await library.storedAnalysis(of: old) == nil)
    #expect(try await library.undo() == "forgot a missing track")
    #expect(try test.database.run(state) == before)
    #expect(try await library.check() == [])
  }

  @Test("a step of a track that was merged meanwhile is undone without harm")
  func undoneAfterMerge() async throws {
    write("1.wav", 1, title: "One")
    try await test.scan()
    let old = try await id("1.wav")
    try await analyseAll()
    try await library.setTempo(66, of: [old])
    write("copy.wav", 1, title: "One")
    try await test.scan()
    let copy = try await id("copy.wav")
    try await library.setTempo(80, of: [copy])
    try test.folder.remove("music/1.wav")
    try await test.scan()
    #expect(try await library.undo()?.hasPrefix("set the tempo to 80") == true)
    #expect(try await library.undo()?.hasPrefix("set the tempo to 66") == true)
    #expect(try await library.check() == [])
  }

  @Test("a process that is killed loses nothing that was said to be kept")
  func reopened() async throws {
    write("1.wav", 1, title: "One")
    write("2.wav", 2, title: "Two")
    try await test.scan()
    let first = try #require(try await library.analysisTasks(limit: 1).first)
    try await library.saveAnalyses([(first, .found(Analyses.found(3)))])
    // Nothing is closed: another connection sees what a dead process leaves.
    let again = try Library(at: test.folder["library.db"])
    #expect(
      try await again.storedAnalysis(of: first.track)
        == library.storedAnalysis(of: first.track))
    #expect(try await again.waveform(of: first.track) == Analyses.found(3).waveform)
    #expect(try await again.analysisTasks(limit: 9).count == 1)
  }
}

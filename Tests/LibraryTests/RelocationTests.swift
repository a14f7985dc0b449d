import Foundation
import Library
import Music
import Testing

/// Unnoticed moves of files: found again, and given the marks of the old tracks.
@Suite("Relocating")
struct RelocationTests {
  private let songs = ListQuery(.songs, sort: .path)

  /// A file with a tone of its own, written by the `ffmpeg` program.
  private func ffmpeg(
    _ test: TestLibrary, _ name: String, tone: Int, seconds: Double = 2, _ tags: [String: String]
  ) throws {
    let file = test.folder[name]
    if let parent = file.parent { makeFolder(parent) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-v", "error", "-y", "-nostdin", "-f", "lavfi"]
      + ["-i", "sine=frequency=\(tone):sample_rate=22050:duration=\(seconds)"]
      + tags.flatMap { ["-metadata", "\($0)=\($1)"] } + [file.text]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func id(_ test: TestLibrary, _ name: String) async throws -> TrackID {
    try #require(try await test.library.track(at: test.folder[name])).id
  }

  /// All rows that a relocation may change, as text.
  private func state(_ test: TestLibrary) throws -> [String] {
    try test.database.userData()
      + test.database.run(
        """
        SELECT 'track', id, path, missing, added FROM tracks ORDER BY id;
        SELECT 'marks', track, plays, quote(last_played), rating FROM marks ORDER BY track;
        SELECT 'merged', track, survivor FROM merged_tracks ORDER BY track;
        SELECT 'play', id, track, time FROM plays ORDER BY id
        """)
  }

  /// The paths of a plan: old → new, and the reason.
  private func shown(_ plan: RelocationPlan, _ test: TestLibrary) -> [String] {
    func short(_ path: FilePath) -> String {
      String(path.text.dropFirst(test.folder.path.text.count + 1))
    }
    return plan.relocations.map { relocation in
      short(relocation.path) + " → "
        + relocation.candidates.map { "\(short($0.path)) \($0.evidence)" }.joined(separator: ", ")
        + (relocation.isSure ? "" : " ?")
    }
  }

  @Test("everything said of a track goes over to where it was found, in one step back and forth")
  func oneStep() async throws {
    let test = try TestLibrary()
    try ffmpeg(test, "music/old/a.flac", tone: 300, ["title": "A", "artist": "X"])
    try ffmpeg(test, "music/keep.flac", tone: 900, ["title": "K"])
    try await test.scan()
    let old = try await id(test, "music/old/a.flac")
    try await test.library.setRating(Rating(stars: 4), for: [old])
    try await test.library.setNotes("mine", for: [old])
    try await test.library.setColor("blue", for: [old])
    try await test.library.setReaction(.loved, for: [old])
    try await test.library.recordPlay(of: old, at: 1_000)
    try await test.library.addCue(
      Cue(time: .milliseconds(700), kind: .mixIn), to: old)
    try test.database.run("INSERT INTO plays (track, time) VALUES (\(old.rawValue), 1000)")
    let list = try await test.library.createPlaylist(named: "L").id
    _ = try await test.library.add([old], to: list)
    let entry = try #require(
      try await test.library.queuedTracks(ListQuery(.playlist(list)))[0].entry)
    var details = EntryDetails()
    details.notes = .set("first of all")
    try await test.library.change([entry], details)

    // Renamed, retagged and in another folder, unknown to the library.
    try FileManager.default.removeItem(atPath: test.folder["music/old"].text)
    try await test.scan()
    try ffmpeg(test, "else/renamed.flac", tone: 300, ["title": "Other"])
    _ = try await test.library.scan([test.folder["else"]], followsMoves: false) { _ in }
    let found = try await id(test, "else/renamed.flac")
    #expect(found != old)
    try await test.library.recordPlay(of: found, at: 500)
    let before = try state(test)

    let plan = try await test.library.relocations()
    #expect(shown(plan, test) == ["music/old/a.flac → else/renamed.flac audioHash"])
    #expect(try state(test) == before)
    #expect(try await test.library.relocate(plan.sureMoves) == 1)
    let after = try state(test)
    let track = try #require(try await test.library.tracks([found]).first)
    #expect(track.rating.stars == 4 && track.notes == "mine" && track.color == "blue")
    #expect(track.reaction == .loved && track.plays == 2 && track.lastPlayed == 1_000)
    #expect(track.title == "Other" && !track.isMissing)
    #expect(try await test.library.cues(of: found).map(\.kind) == [.mixIn])
    #expect(try await test.library.trackIDs(ListQuery(.playlist(list))) == [found])
    #expect(try await test.library.facts(of: [entry]).map(\.notes) == ["first of all"])
    // The old id leads to the same track.
    #expect(try await test.library.tracks([old]).map(\.id) == [found])
    #expect(try await test.library.search("missing:").isEmpty)
    #expect(try await test.library.search("rating:4").map(\.id) == [found])

    // A play before the undo stays.
    #expect(try await test.library.undo() == "relocated a track")
    #expect(try state(test) == before)
    #expect(try await test.library.search("missing:").map(\.id) == [old])
    #expect(try await test.library.trackIDs(ListQuery(.playlist(list))) == [old])
    #expect(try await test.library.redo() == "relocated a track")
    #expect(try state(test) == after)
    try await test.library.recordPlay(of: found, at: 9_000)
    _ = try await test.library.undo()
    let back = try await test.library.tracks([found, old])
    #expect(back.map(\.plays) == [2, 1] && back.map(\.lastPlayed) == [9_000, 1_000])
    #expect(try await test.library.check() == [])
  }

  @Test("what is not the same audio is found by name and length, then by title and length")
  func evidence() async throws {
    let test = try TestLibrary()
    for number in 1...4 {
      try ffmpeg(
        test, "music/\(number).flac", tone: 200 * number, seconds: 2 + Double(number),
        ["title": "T\(number)", "artist": "X"])
    }
    try await test.scan()
    for number in 1...4 { try test.folder.remove("music/\(number).flac") }
    test.write("stays.flac", [])
    try await test.scan()
    // 1: the same name, other audio. 2: another name and format, the same tags. 3: the same name
    // and another length. 4: nothing.
    try ffmpeg(test, "music/new/1.flac", tone: 777, seconds: 3.2, ["title": "?"])
    try ffmpeg(test, "music/new/two.mp3", tone: 400, seconds: 4, ["title": "t2", "artist": "x"])
    try ffmpeg(test, "music/new/3.flac", tone: 600, seconds: 30, ["title": "T3", "artist": "X"])
    _ = try await test.library.scan([test.music], followsMoves: false) { _ in }
    let plan = try await test.library.relocations()
    // Two tracks moved to one folder: the third's name in there is worth a question.
    #expect(
      shown(plan, test) == [
        "music/1.flac → music/new/1.flac name", "music/2.flac → music/new/two.mp3 tags",
        "music/3.flac → music/new/3.flac folder ?",
      ])
    #expect(plan.unfound == [test.folder["music/4.flac"]])
    #expect(try await test.library.relocate(plan.sureMoves) == 2)
    #expect(try await test.library.undo() == "relocated 2 tracks")
  }

  @Test("of several that fit none is taken unasked, unless they are the same audio")
  func ambiguous() async throws {
    let test = try TestLibrary()
    try ffmpeg(test, "music/a/x.flac", tone: 300, ["title": "X"])
    try ffmpeg(test, "music/a/y.flac", tone: 500, seconds: 4, ["title": "Y"])
    try await test.scan()
    try FileManager.default.removeItem(atPath: test.folder["music/a"].text)
    test.write("stays.flac", [])
    try await test.scan()
    for folder in ["b", "c"] {
      try ffmpeg(test, "music/\(folder)/x.flac", tone: folder == "b" ? 310 : 320, ["title": "X"])
      try ffmpeg(test, "music/\(folder)/copy.flac", tone: 500, seconds: 4, ["title": "Y"])
    }
    _ = try await test.library.scan([test.music], followsMoves: false) { _ in }
    let plan = try await test.library.relocations()
    #expect(
      shown(plan, test) == [
        "music/a/x.flac → music/b/x.flac name, music/c/x.flac name ?",
        "music/a/y.flac → music/b/copy.flac audioHash, music/c/copy.flac audioHash",
      ])
    #expect(plan.relocations.map(\.isAmbiguous) == [true, true])
    #expect(plan.sureMoves.count == 1)
    // The user may choose the other candidate.
    let chosen = Relocation.Move(
      from: plan.relocations[0].track, to: plan.relocations[0].candidates[1].track)
    #expect(try await test.library.relocate([chosen]) == 1)
    #expect(try await test.library.track(at: test.folder["music/a/x.flac"]) == nil)
    // A move is not applied twice.
    #expect(try await test.library.relocate([chosen]) == 0)
  }

  @Test("the rest of a folder is looked for where most of it went")
  func folders() async throws {
    let test = try TestLibrary()
    for number in 1...4 {
      try ffmpeg(
        test, "music/old/\(number).flac", tone: 200 * number, seconds: 2,
        ["title": "T\(number)", "artist": "X", "track": "\(number)"])
    }
    try await test.scan()
    try FileManager.default.removeItem(atPath: test.folder["music/old"].text)
    test.write("stays.flac", [])
    try await test.scan()
    for number in 1...2 {
      try ffmpeg(
        test, "music/new/\(number).flac", tone: 200 * number, seconds: 2, ["title": "T"])
    }
    // The same stem in another format, without tags; and a file with only its track number.
    try ffmpeg(test, "music/new/3.wav", tone: 5_000, seconds: 3, [:])
    try ffmpeg(test, "music/new/four.flac", tone: 5_000, seconds: 3, ["track": "4"])
    _ = try await test.library.scan([test.music], followsMoves: false) { _ in }
    let plan = try await test.library.relocations()
    #expect(
      shown(plan, test) == [
        "music/old/1.flac → music/new/1.flac audioHash",
        "music/old/2.flac → music/new/2.flac audioHash",
        "music/old/3.flac → music/new/3.wav folder",
        "music/old/4.flac → music/new/four.flac folder",
      ])
  }

  @Test("a folder is looked through without becoming part of the library")
  func dry() async throws {
    let test = try TestLibrary()
    try ffmpeg(test, "music/a.flac", tone: 300, ["title": "A"])
    try ffmpeg(test, "music/b.flac", tone: 400, ["title": "B"])
    try await test.scan()
    makeFolder(test.folder["else"])
    try test.folder.move("music/a.flac", "else/a.flac")
    try await test.scan()
    let before = try state(test)
    let scratch = try Library.inMemory()
    _ = try await scratch.scan([test.folder["else"]]) { _ in }
    #expect(try await test.library.relocations().relocations.isEmpty)
    let plan = try await test.library.relocations(alsoIn: scratch)
    #expect(shown(plan, test) == ["music/a.flac → else/a.flac audioHash"])
    #expect(try state(test) == before)
  }

  @Test("what is there again, or on a drive that is away, is not looked for")
  func present() async throws {
    let test = try TestLibrary()
    try ffmpeg(test, "music/a.flac", tone: 300, ["title": "A"])
    try ffmpeg(test, "music/copy.flac", tone: 300, ["title": "A"])
    try ffmpeg(test, "second/c.flac", tone: 300, ["title": "A"])
    try await test.scan()
    _ = try await test.library.scan([test.folder["second"]]) { _ in }
    let second = try await id(test, "second/c.flac")
    try test.folder.move("second", "away")
    _ = try await test.library.scan(nil) { _ in }
    #expect(try await test.library.relocations() == RelocationPlan())
    #expect(try await test.library.relocations(of: [second]) == RelocationPlan())
    // Gone since the last scan; playing it has failed.
    let first = try await id(test, "music/a.flac")
    try test.folder.move("music/a.flac", "a.flac")
    try await test.library.markFault("No such file", of: first)
    #expect(
      shown(try await test.library.relocations(of: [first]), test)
        == ["music/a.flac → music/copy.flac audioHash"])
    try test.folder.move("a.flac", "music/a.flac")
    #expect(try await test.library.relocations(of: [first]) == RelocationPlan())
  }
}

import Library
import Music
import Testing

@Suite("Cue points")
struct CueTests {
  /// A library with one track of three minutes.
  private func track(_ test: TestLibrary) async throws -> TrackID {
    test.write("1.flac", seconds: 180, [("TITLE", "One")])
    try await test.scan()
    return try await test.library.trackIDs(ListQuery(.songs))[0]
  }

  @Test("cues come in the order of their times, and setting and removing one can be undone")
  func cues() async throws {
    let test = try TestLibrary()
    let track = try await track(test)
    try await test.library.addCue(Cue(time: .seconds(90), kind: .drop, name: "Big"), to: track)
    try await test.library.addCue(Cue(time: .milliseconds(15_250)), to: track)
    let cues = try await test.library.cues(of: track)
    #expect(cues.map(\.time) == [.milliseconds(15_250), .seconds(90)])
    #expect(cues.map(\.kind) == [.marker, .drop])
    try await test.library.removeCues([cues[1].id])
    #expect(try await test.library.undo() == "removed the cue Big at 1:30 from One")
    #expect(try await test.library.cues(of: track) == cues)
    #expect(try await test.library.undo() == "set a cue at 0:15 in One")
    #expect(try await test.library.cues(of: track).map(\.name) == ["Big"])
    try await test.library.addCue(Cue(time: .seconds(1)), to: track)
    try await test.library.removeCues(try await test.library.cues(of: track).map(\.id))
    #expect(try await test.library.cues(of: track).isEmpty)
    #expect(try await test.library.undo() == "removed 2 cues")
    #expect(try await test.library.cues(of: track).count == 2)
  }

  @Test("everything that is said of a cue is kept to the microsecond")
  func exact() async throws {
    let test = try TestLibrary()
    let track = try await track(test)
    let cue = Cue(
      time: .microseconds(83_333_333), end: .microseconds(99_999_999), kind: .mixOut,
      name: " it's \u{1F3B5}\nover ", color: "pink")
    let kept = try await test.library.addCue(cue, to: track)
    #expect(kept.name == "it's \u{1F3B5} over")
    #expect(kept.time == cue.time && kept.end == cue.end)
    #expect(try await test.library.cues(of: track) == [kept])
    // A clock is finer than the stored microseconds.
    let fine = try await test.library.addCue(
      Cue(time: .nanoseconds(1_234_567_891)), to: track)
    #expect(fine.time == .microseconds(1_234_567))
    #expect(try await test.library.cues(of: [track, TrackID(99)]) == [track: [fine, kept]])
  }

  @Test("what is changed of a cue names the step, and nothing changed is none")
  func changes() async throws {
    let test = try TestLibrary()
    let track = try await track(test)
    var cue = try await test.library.addCue(Cue(time: .seconds(60)), to: track)
    let changes: [(String, (inout Cue) -> Void)] = [
      ("moved the cue Marker to 1:01.50 in One", { $0.time = .milliseconds(61_500) }),
      ("set the end of the cue Marker to 1:10.00 in One", { $0.end = .seconds(70) }),
      ("made a cue of One Vocal", { $0.kind = .vocal }),
      ("renamed a cue of One to Chorus", { $0.name = "Chorus" }),
      ("coloured the cue Chorus of One", { $0.color = "blue" }),
      ("took off the end of the cue Chorus in One", { $0.end = nil }),
      (
        "changed the cue Hook of One",
        {
          $0.name = "Hook"
          $0.kind = .custom
        }
      ),
    ]
    var states = [cue]
    for (_, change) in changes {
      change(&cue)
      try await test.library.change(cue)
      try await test.library.change(cue)
      #expect(try await test.library.cues(of: track) == [cue])
      states.append(cue)
    }
    for ((name, _), state) in zip(changes, states).reversed() {
      #expect(try await test.library.undo() == name)
      #expect(try await test.library.cues(of: track) == [state])
    }
    #expect(try await test.library.undo() == "set a cue at 1:00 in One")
  }

  @Test("what was moved while its form was open stays moved where the form says nothing of it")
  func lateForm() async throws {
    let test = try TestLibrary()
    let track = try await track(test)
    let known = try await test.library.addCue(Cue(time: .seconds(60)), to: track)
    _ = try await test.library.adjustCue(known.id, .move(by: .seconds(5)))
    var named = known
    named.name = "Chorus"
    try await test.library.change(named, from: known)
    named.time = .seconds(65)
    #expect(try await test.library.cues(of: track) == [named])
  }

  @Test("a cue that does not fit its track is refused and leaves no step")
  func refused() async throws {
    let test = try TestLibrary()
    let track = try await track(test)
    let kept = try await test.library.addCue(Cue(time: .seconds(60)), to: track)
    let faults: [(Cue, CueFault)] = [
      (Cue(time: .seconds(-1)), .beforeStart),
      (Cue(time: .seconds(181)), .behindEnd(.seconds(180))),
      (Cue(time: .seconds(10), end: .seconds(10)), .endBeforeStart(.seconds(10))),
      (Cue(time: .seconds(10), end: .seconds(500)), .behindEnd(.seconds(180))),
      (Cue(time: .zero, name: String(repeating: "x", count: 201)), .nameTooLong),
      (Cue(time: .zero, color: "mauve"), .noSuchColor("mauve")),
      (Cue(time: .milliseconds(60_049)), .near(.seconds(60))),
      (Cue(time: .seconds(Int64.max)), .behindEnd(.seconds(180))),
    ]
    for (cue, fault) in faults {
      await #expect(throws: LibraryError.cue(fault)) {
        try await test.library.addCue(cue, to: track, apart: Cue.nearness)
      }
      guard case .near = fault else {
        var changed = cue
        changed.id = kept.id
        await #expect(throws: LibraryError.cue(fault)) { try await test.library.change(changed) }
        continue
      }
    }
    #expect(try await test.library.cues(of: track) == [kept])
    try await test.library.addCue(
      Cue(time: .milliseconds(60_050)), to: track, apart: Cue.nearness)
    try await test.library.removeCues([kept.id])
    await #expect(throws: LibraryError.cue(.gone)) { try await test.library.change(kept) }
    await #expect(throws: LibraryError.cue(.gone)) {
      try await test.library.addCue(Cue(time: .zero), to: TrackID(99))
    }
    #expect(try await test.library.undo()?.hasPrefix("removed the cue") == true)
    #expect(try await test.library.undo()?.hasPrefix("set a cue") == true)
    #expect(try await test.library.undo()?.hasPrefix("set a cue") == true)
    #expect(try await test.library.undo() == nil)
  }

  @Test("nudges that go on are one step, whatever is between parts them, and the track bounds them")
  func nudges() async throws {
    let test = try TestLibrary()
    let track = try await track(test)
    let library = test.library
    let range = try await library.addCue(
      Cue(time: .seconds(60), end: .seconds(70), kind: .loop), to: track)
    let other = try await library.addCue(Cue(time: .seconds(5)), to: track)
    func nudge(_ cue: Cue, _ milliseconds: Int, _ isContinued: Bool = true) async throws -> Cue {
      try await library.adjustCue(
        cue.id, .move(by: .milliseconds(milliseconds)), isContinued: isContinued)
    }
    // The first nudge follows another cue's step, and is a step of its own.
    for _ in 0..<50 { _ = try await nudge(range, 10) }
    let moved = try await nudge(range, -100)
    #expect(moved.time == .milliseconds(60_400) && moved.end == .milliseconds(70_400))
    #expect(try test.database.run("SELECT count(*) FROM undo_changes") == ["3"])
    _ = try await nudge(other, 1_000)
    _ = try await nudge(range, 1_000)
    _ = try await nudge(range, 1_000, false)
    #expect(try await library.undo() == "moved the cue Loop to 1:02.40 in One")
    // A nudge after an undo is a step of its own.
    _ = try await nudge(range, 10)
    #expect(try await library.redo() == nil)
    #expect(try await library.undo() == "moved the cue Loop to 1:01.41 in One")
    #expect(try await library.undo() == "moved the cue Loop to 1:01.40 in One")
    #expect(try await library.undo() == "moved the cue Marker to 0:06.00 in One")
    #expect(try await library.undo() == "moved the cue Loop to 1:00.40 in One")
    #expect(try await library.cues(of: track) == [other, range])
    #expect(try await library.redo() == "moved the cue Loop to 1:00.40 in One")
    #expect(try await library.cues(of: track) == [other, moved])

    #expect(try await nudge(other, -60_000).time == .zero)
    let last = try await nudge(range, 500_000)
    #expect(last.time == .seconds(170) && last.end == .seconds(180))
    #expect(try await library.adjustCue(other.id, .kind(by: -1)).kind == .custom)
    await #expect(throws: LibraryError.cue(.endBeforeStart(.zero))) {
      try await library.adjustCue(other.id, .end(.zero))
    }
  }

  @Test("hostile rows are read as far as they make sense, and what nobody edits of them stays")
  func hostile() async throws {
    let test = try TestLibrary()
    let track = try await track(test)
    try test.database.run(
      """
      INSERT INTO cues (track, time, end_time, type, color, name) VALUES
        (\(track.rawValue), -5, -9, 'hot', 'mauve', 'a' || char(10) || char(27) || 'b'),
        (\(track.rawValue), 9223372036854775807, -9223372036854775808, '', NULL,
          replace(hex(zeroblob(5000)), '0', 'x'));
      """)
    let cues = try await test.library.cues(of: track)
    #expect(cues.map(\.time) == [.zero, EntryPlayback.latest])
    #expect(cues.map(\.end) == [nil, nil] && cues.map(\.kind) == [.custom, .custom])
    #expect(cues[0].name == "a b" && cues[0].color == nil)
    #expect(cues[1].name.count == Cue.maximumName)
    var named = cues[0]
    named.name = "ok"
    try await test.library.change(named)
    #expect(
      try test.database.run("SELECT time, type, color, name FROM cues ORDER BY id LIMIT 1")
        == ["-5|hot|mauve|ok"])
    // A cue beyond the end is moved into its track.
    #expect(try await test.library.adjustCue(cues[1].id, .move(by: .zero)).time == .seconds(180))
    // More cues than anybody sets are not all read.
    try test.database.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO cues (track, time, type) SELECT \(track.rawValue), i * 1000, 'drop' FROM n
      """)
    #expect(try await test.library.cues(of: track).count == Cue.maximumOfTrack)
    await #expect(throws: LibraryError.cue(.tooMany)) {
      try await test.library.addCue(Cue(time: .seconds(170)), to: track)
    }
  }

  @Test("entries begin at their Mix In and end at their Mix Out, in one step")
  func parts() async throws {
    let test = try TestLibrary()
    for number in 1...4 { test.write("\(number).flac", seconds: 180, [("TITLE", "\(number)")]) }
    try await test.scan()
    let library = test.library
    let tracks = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let list = try await library.createPlaylist(named: "L")
    _ = try await library.add(tracks, to: list.id)
    let entries = try await library.queuedTracks(ListQuery(.playlist(list.id))).compactMap(\.entry)
    // Both bounds, the end alone, both in the wrong order, none.
    for (index, times) in [(30, 150), (nil, 140), (100, 20)].enumerated() {
      if let start = times.0 {
        try await library.addCue(
          Cue(time: .seconds(start), kind: .mixIn), to: tracks[index])
      }
      try await library.addCue(
        Cue(time: .seconds(times.1), kind: .mixOut), to: tracks[index])
    }
    try await library.addCue(Cue(time: .seconds(160), kind: .mixOut), to: tracks[0])
    let before = try test.database.userData()
    let parts = try await library.setParts(of: entries, start: .mixIn, end: .mixOut)
    #expect(parts == CuedParts(set: 2, without: 1, refused: 1))
    let sounds = try await library.sounds(of: entries)
    #expect(sounds[entries[0]] == EntryPlayback(start: .seconds(30), end: .seconds(160)))
    #expect(sounds[entries[1]] == EntryPlayback(end: .seconds(140)))
    #expect(sounds[entries[2]] == EntryPlayback() && sounds[entries[3]] == EntryPlayback())
    #expect(try await library.undo() == "set the start and the end of 2 entries by cues")
    let after = try test.database.userData()
    #expect(after == before)
    let one = try await library.setParts(of: [entries[2]], start: .mixIn, end: nil)
    #expect(one == CuedParts(set: 1, position: .seconds(100)))
    #expect(try await library.undo() == "set the start of 3 by cues")
  }
}

import Interface
import Music
import Testing

@Suite("The wording of outcomes")
struct OutcomeTests {
  private func text(of outcome: Outcome, _ keymap: Keymap = .standard) -> String? {
    message(of: outcome, keymap)?.text
  }

  private func message(of outcome: Outcome, _ keymap: Keymap = .standard) -> App.Message? {
    var stage = Stage()
    stage.app.keymap = keymap
    stage.send(.done(outcome))
    return stage.app.message
  }

  private static let seconds = Duration.seconds(90)

  @Test(
    "of what was done with tracks",
    arguments: [
      (.rated(.none, 1), "Rated: no rating"),
      (.rated(Rating(stars: 3), 1), "Rated: ★★★"),
      (.rated(Rating(stars: 2), 1_200), "Rated 1,200 tracks: ★★"),
      (.reacted(.none, 1), "Reaction taken off"),
      (.reacted(.listened, 1), "Listened"),
      (.reacted(.liked, 1), "Liked"),
      (.reacted(.loved, 2_000), "Loved: 2,000 tracks"),
      (.noted("", 1), "Note cleared"),
      (.noted("Long intro", 1), "Note saved"),
      (.noted("Long intro", 2), "Note saved on 2 tracks"),
      (.colored(nil, 1), "Colour taken off"),
      (.colored("red", 1), "Marked red"),
      (.colored("red", 2), "Marked red: 2 tracks"),
    ] as [(TrackOutcome, String)])
  func tracks(outcome: TrackOutcome, words: String) {
    #expect(text(of: .tracks(outcome)) == words)
  }

  @Test(
    "of what was done with entries",
    arguments: [
      (.removed(1), "Removed; Ctrl-Z brings it back"),
      (.removed(2_000), "Removed 2,000 entries; Ctrl-Z brings them back"),
      (.changed(.crossfade(.seconds(2.5))), "Crossfade of 2.5 s into what follows"),
      (.changed(.crossfade(nil)), "No crossfade of its own"),
      (.changed(.start(seconds)), "Starts at 1:30"),
      (.changed(.start(nil)), "Starts at its beginning"),
      (.changed(.end(seconds)), "Ends at 1:30"),
      (.changed(.end(nil)), "Plays to its end"),
      (.changed(.gain(1.5)), "Gain +1.5 dB"),
      (.changed(.gain(-3)), "Gain −3 dB"),
      (.changed(.gain(nil)), "No gain of its own"),
      (.detailsChanged(1), "Entry changed; Ctrl-Z takes it back"),
      (.detailsChanged(2), "Changed 2 entries; Ctrl-Z takes it back"),
      (.arranged, "Arranged; Ctrl-Z takes it back"),
    ] as [(EntryOutcome, String)])
  func entries(outcome: EntryOutcome, words: String) {
    #expect(text(of: .entries(outcome)) == words)
  }

  private static func merge(_ sources: Int, added: Int, doubles: Int) -> PlaylistMerge {
    PlaylistMerge(
      playlist: Playlist(id: PlaylistID(1), name: "Peak"), sources: sources, added: added,
      doubles: doubles)
  }

  @Test(
    "of what was done with playlists",
    arguments: [
      (.queueSaved("Peak"), "Saved Peak; Ctrl-Z takes it back"),
      (.folderMade("Club"), "Made the folder Club; I moves playlists into it"),
      (.folderRenamed("Club"), "Renamed to Club"),
      (
        .deleted(PlaylistItemNames(playlists: ["Peak"])), "Deleted Peak; Ctrl-Z brings it back"
      ),
      (
        .deleted(PlaylistItemNames(folders: ["Club"])),
        "Deleted the folder Club; what was in it moved up; Ctrl-Z brings it back"
      ),
      (
        .deleted(PlaylistItemNames(playlists: ["Peak", "Warm-up"], folders: ["Club"])),
        "Deleted 2 playlists and 1 folder; what was in it moved up; Ctrl-Z brings it back"
      ),
      (.moved(PlaylistItemNames(playlists: ["Peak"]), folder: "Club"), "Moved Peak to Club"),
      (
        .moved(PlaylistItemNames(folders: ["Club", "2024"]), folder: nil),
        "Moved 2 folders to the top level"
      ),
      (.duplicated("Peak 2"), "Made Peak 2"),
      (
        .merged(merge(1, added: 1, doubles: 0)), "Put 1 track into Peak; the other playlist stays"
      ),
      (
        .merged(merge(2, added: 1_000, doubles: 3)),
        "Put 1,000 tracks into Peak, 3 were there already; the merged playlists stay"
      ),
      (.frozen("Peak", tracks: 1), "Froze 1 track into Peak"),
      (.frozen("Peak", tracks: 2), "Froze 2 tracks into Peak"),
      (.slotFilled(.two, "Peak"), "Slot 2 is now Peak"),
      (.slotEmptied(.one), "Slot 1 is empty; its playlist stays"),
    ] as [(PlaylistOutcome, String)])
  func playlists(outcome: PlaylistOutcome, words: String) {
    #expect(text(of: .playlists(outcome)) == words)
  }

  @Test(
    "of what was done with templates",
    arguments: [
      (.set(.none), "Not grouped"),
      (.saved("Mine", isReplaced: false), "Saved the template Mine; U offers it"),
      (.saved("Mine", isReplaced: true), "Replaced the template Mine; U offers it"),
      (.renamed("Mine", to: "Ours"), "The template Mine is now Ours"),
      (.deleted("Mine"), "Template Mine deleted; Ctrl-Z brings it back"),
    ] as [(TemplateOutcome, String)])
  func templates(outcome: TemplateOutcome, words: String) {
    #expect(text(of: .templates(outcome)) == words)
  }

  @Test("of a template that was set, by its name")
  func template() throws {
    let template = try #require(GroupTemplate.preset(named: "artist"))
    #expect(text(of: .templates(.set(template))) == "Grouped by \(template.name)")
  }

  private static func parts(
    _ parts: CuedParts, _ start: Cue.Kind? = .mixIn, _ end: Cue.Kind? = .mixOut
  ) -> CueOutcome {
    .partsSet(parts, start: start, end: end)
  }

  @Test(
    "of what was done with cues",
    arguments: [
      (.changed("Drop"), "Changed Drop"),
      (.adjusted(Cue(time: seconds)), "Marker at 1:30.00"),
      (
        .adjusted(Cue(time: seconds, end: .seconds(100), kind: .loop)),
        "Loop at 1:30.00 to 1:40.00"
      ),
      (.removed(1), "Cue removed; Ctrl-Z brings it back"),
      (.removed(2), "2 cues removed; Ctrl-Z brings them back"),
      (parts(CuedParts(set: 1, position: seconds), .mixIn, nil), "Starts at 1:30 (Mix In)"),
      (parts(CuedParts(set: 1, position: seconds), nil, .mixOut), "Ends at 1:30 (Mix Out)"),
      (parts(CuedParts(set: 1, position: seconds)), "1 entry follows Mix In and Mix Out now"),
      (
        parts(CuedParts(set: 2, without: 1, refused: 3), .mixIn, nil),
        "2 entries follow Mix In now; 1 without such a cue; 3 would end before the start"
      ),
      (parts(CuedParts(without: 1)), "No Mix In and no Mix Out cue there; :cues sets them"),
      (parts(CuedParts(refused: 1)), "It would end before it starts"),
    ] as [(CueOutcome, String)])
  func cues(outcome: CueOutcome, words: String) {
    #expect(text(of: .cues(outcome)) == words)
  }

  @Test(
    "of what was done with findings",
    arguments: [
      (
        .corrected("set the tempo to 100: 3 tracks"),
        "Set the tempo to 100: 3 tracks; Ctrl-Z takes it back"
      ),
      (
        .mixPointsSet(SetMixPoints(cues: 1, tracks: 1)),
        "Set 1 mix point; Ctrl-Z takes that back"
      ),
      (
        .mixPointsSet(SetMixPoints(cues: 2_000, tracks: 1_001, without: 1)),
        "Set 2,000 mix points of 1,001 tracks, 1 have none; Ctrl-Z takes that back"
      ),
      (.mixPointsSet(SetMixPoints()), "Mix In and Mix Out are set there already"),
      (
        .mixPointsSet(SetMixPoints(without: 1)),
        "No mix points are proposed there yet; the analysis has not found any"
      ),
      (
        .preferred(.tags), "Tempo and key of tags hold, and what was found where there are none"
      ),
      (
        .preferred(.analysis), "Tempo and key that were found hold, and tags where nothing was"
      ),
      (.analysed(1, failed: 0, reason: nil), "Analysed"),
      (.analysed(2_000, failed: 0, reason: nil), "Analysed 2,000 tracks"),
      (.analysed(1, failed: 1, reason: "no such file"), "It cannot be analysed: no such file"),
      (.analysed(3, failed: 2, reason: nil), "Analysed 1 of 3 tracks"),
    ] as [(FindingOutcome, String)])
  func findings(outcome: FindingOutcome, words: String) {
    #expect(text(of: .findings(outcome)) == words)
  }

  private static func root(_ path: String, _ tracks: Int, isUndoable: Bool = true) -> RemovedRoot {
    RemovedRoot(path: FilePath(path), tracks: tracks, entries: 0, isUndoable: isUndoable)
  }

  @Test(
    "of what was done with the library",
    arguments: [
      (.missingForgotten(0, isUndoable: true), "No file is missing there"),
      (
        .missingForgotten(1, isUndoable: true), "Forgot a missing track; Ctrl-Z brings it back"
      ),
      (
        .missingForgotten(2, isUndoable: true), "Forgot 2 missing tracks; Ctrl-Z brings them back"
      ),
      (
        .missingForgotten(2, isUndoable: false),
        "Forgot 2 missing tracks, which is more than undo can bring back"
      ),
      (
        .rootsRemoved([root("/music", 1)]),
        "Took /music with a track out of the library; Ctrl-Z brings it back"
      ),
      (
        .rootsRemoved([root("/music", 1), root("/more", 2, isUndoable: false)]),
        "Took 2 folders with 3 tracks out of the library, which is more than undo can bring back"
      ),
    ] as [(LibraryOutcome, String)])
  func library(outcome: LibraryOutcome, words: String) {
    #expect(text(of: .library(outcome)) == words)
  }

  @Test(
    "of undo, of files of other programs and of the player",
    arguments: [
      (.history(.undone("moved Peak to Club")), "Undid: moved Peak to Club"),
      (.history(.undone(nil)), "Nothing to undo"),
      (.history(.redone("moved Peak to Club")), "Redid: moved Peak to Club"),
      (.history(.redone(nil)), "Nothing to redo"),
      (.exchange(.importRefused), "An import is on its way; Esc stops it"),
      (.exchange(.importStopped), "The import was stopped; nothing of it was kept"),
      (.exchange(.cuesImported(1, linesLost: 0)), "1 new cue; C lists them"),
      (
        .exchange(.cuesImported(2, linesLost: 3)),
        "2 new cues; C lists them, 3 lines not understood"
      ),
      (.exchange(.exported(FilePath("/mix.m3u8"))), "Wrote /mix.m3u8"),
      (.exchange(.syncFileSet(FilePath("/all.json"))), "Playlists are kept in /all.json"),
      (.exchange(.syncFileSet(nil)), "Playlists are not written by themselves any more"),
      (
        .exchange(.tookOver(TakenOver(file: "tritone.json", playlists: ["A", "B", "C"]))),
        "Took over 3 playlists from tritone.json; Ctrl-Z takes it back"
      ),
      (
        .exchange(
          .tookOver(
            TakenOver(file: "tritone.json", playlists: ["A 2"], removed: 1, doubled: 1))),
        "Took over A 2 from tritone.json, 1 beside yours, as both had changed, 1 deleted; "
          + "Ctrl-Z takes it back"
      ),
      (
        .exchange(.tookOver(TakenOver(file: "tritone.json", playlists: [], marks: 2))),
        "Took over ratings and cues from tritone.json; Ctrl-Z takes it back"
      ),
      (.playing(.adjustedLater), "It takes effect the next time that this is played"),
      (
        .playing(.passwordNotStored),
        "The password of that address is not stored; give it again after a restart"
      ),
    ] as [(Outcome, String)])
  func others(outcome: Outcome, words: String) {
    #expect(text(of: outcome) == words)
  }

  @Test("keys in them are those of the keymap")
  func keys() throws {
    let keymap = Keymap(
      replacing: [
        "undo": try [#require(KeySequence("F6"))], "cancel": try [#require(KeySequence("F7"))],
      ])
    for (outcome, words) in [
      (.entries(.removed(2)), "Removed 2 entries; F6 brings them back"),
      (.cues(.removed(1)), "Cue removed; F6 brings it back"),
      (.templates(.deleted("Mine")), "Template Mine deleted; F6 brings it back"),
      (.exchange(.importRefused), "An import is on its way; F7 stops it"),
    ] as [(Outcome, String)] {
      #expect(text(of: outcome, keymap) == words)
    }
  }

  @Test("those in which nothing was done show like errors")
  func kinds() {
    for outcome in [
      .cues(OutcomeTests.parts(CuedParts(without: 1))), .findings(.mixPointsSet(SetMixPoints())),
      .findings(.analysed(2, failed: 1, reason: nil)), .exchange(.importRefused),
    ] as [Outcome] {
      #expect(message(of: outcome)?.kind == .bad)
    }
    for outcome in [
      .cues(OutcomeTests.parts(CuedParts(set: 1, refused: 1))),
      .findings(.analysed(2, failed: 0, reason: nil)),
      .library(.missingForgotten(0, isUndoable: true)),
    ] as [Outcome] {
      #expect(message(of: outcome)?.kind == .good)
    }
  }
}

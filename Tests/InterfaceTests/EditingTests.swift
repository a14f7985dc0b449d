import Foundation
import Interface
import Music
import Screen
import Testing

@Suite("Mixes, playlists and what is typed")
struct EditingTests {
  private func stageWithSlots() -> Stage {
    var stage = Stage()
    stage.send(
      .playlists(.mixBoardLoaded(MixBoard(playlists: [.one: Samples.playlist(1, "Warm-up")]))))
    return stage
  }

  @Test("1 adds the selected row to slot 1, marked rows together")
  func addToSlot() {
    var stage = stageWithSlots()
    stage.press("1")
    let query = ListQuery.folded(.songs)
    #expect(
      stage.receive() == [.edit(.entries(.addToSlot(.one, .rows([.track(TrackID(1))], query))))])
    stage.press("v", "v", "1")
    let both: [RowID] = [.track(TrackID(1)), .track(TrackID(2))]
    #expect(stage.receive() == [.edit(.entries(.addToSlot(.one, .rows(both, query))))])
    #expect(stage.app.library.marks.isEmpty)
  }

  @Test("from Now Playing the playing track is added")
  func addPlaying() {
    var stage = stageWithSlots()
    stage.press("j", "j")
    _ = stage.playSelected()
    _ = stage.receive()
    stage.press("Tab", "1")
    #expect(
      stage.receive() == [.edit(.entries(.addToSlot(.one, .tracks([QueuedTrack(TrackID(3))]))))])
  }

  @Test("an empty slot takes the track at once, and the message names the playlist made for it")
  func emptySlot() {
    var stage = stageWithSlots()
    stage.press("2")
    let selection = Selection.rows([.track(TrackID(1))], ListQuery.folded(.songs))
    #expect(stage.receive() == [.edit(.entries(.addToSlot(.two, selection)))])
    #expect(stage.app.overlays.isEmpty)
    var addition = Addition(playlist: "Mix 2", added: 1, alreadyThere: 0, title: "So What")
    addition.isNew = true
    stage.send(.playlists(.tracksAdded(addition, slot: .two)))
    #expect(
      stage.app.message?.text == "Made Mix 2 in slot 2 with “So What”; Ctrl-Z takes it back")
  }

  @Test("an empty slot is given a playlist of a typed name")
  func namedSlot() {
    var stage = stageWithSlots()
    stage.press("m", "2")
    #expect(stage.receive() == [.load(.playlists)])
    stage.send(
      .playlists(
        .loaded(SortedPlaylists([Samples.playlist(1, "Warm-up"), Samples.playlist(2, "Peak")]))))
    stage.type("Friday")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.assignSlot(.two, .new("Friday"))))])
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("an existing playlist is found by typing a part of its name")
  func pickExisting() {
    var stage = stageWithSlots()
    stage.press("m", "3")
    _ = stage.receive()
    stage.send(
      .playlists(
        .loaded(SortedPlaylists([Samples.playlist(1, "Warm-up"), Samples.playlist(2, "Peak")]))))
    stage.type("pea")
    stage.press("Enter")
    #expect(
      stage.receive() == [
        .edit(.playlists(.assignSlot(.three, .existing(PlaylistID(2)))))
      ])
  }

  @Test(
    "what adding did is said in words",
    arguments: [
      (
        Addition(playlist: "Peak", added: 1, alreadyThere: 0, title: "So What"),
        "Added “So What” to Peak (slot 1)"
      ),
      (
        Addition(playlist: "Peak", added: 0, alreadyThere: 1, title: "So What"),
        "“So What” is already in Peak (slot 1)"
      ),
      (
        Addition(playlist: "Peak", added: 0, alreadyThere: 12),
        "All 12 are already in Peak (slot 1)"
      ),
      (
        Addition(playlist: "Peak", added: 1500, alreadyThere: 0),
        "Added 1,500 tracks to Peak (slot 1)"
      ),
      (
        Addition(playlist: "Peak", added: 3, alreadyThere: 2),
        "Added 3 tracks to Peak (slot 1), 2 were already there"
      ),
    ])
  func words(addition: Addition, text: String) {
    var stage = Stage()
    stage.send(.playlists(.tracksAdded(addition, slot: .one)))
    #expect(stage.app.message?.text == text)
    #expect(stage.app.mixSlots.isFlashing(.one, at: stage.app.now))
  }

  @Test("the filter follows what is typed, Enter keeps it, Escape clears it")
  func filter() {
    var stage = Stage()
    stage.press("/")
    stage.type("Blue")
    #expect(stage.app.library.query.filter == "Blue")
    #expect(stage.app.library.count == 1)
    stage.press("Enter")
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.library.query.filter == "Blue")
    stage.press("Esc")
    #expect(stage.app.library.count == Samples.tracks.count)
    // The cursor stays on the row that the filter had found.
    #expect(stage.app.library.selectedRow?.id == .track(TrackID(2)))
  }

  @Test("the cursor stays on its row while rows appear above it")
  func anchoring() {
    var stage = Stage()
    stage.press("j", "j")
    let row = stage.app.library.selectedRow?.id
    stage.library.insert(Samples.track(90, "AAA", "x", "y", nil, 1, seconds: 1), at: 0)
    stage.send(.library(.changed))
    #expect(stage.app.library.selectedRow?.id == row)
    #expect(stage.app.library.selected == 3)
  }

  @Test("in a list of 100,000 rows only a few pages are ever at hand")
  func windows() {
    let many = (1...100_000).map {
      Samples.track(Int64($0), "t\($0)", "a", "b", nil, 1, seconds: 1)
    }
    var stage = Stage(tracks: many)
    stage.press("G")
    #expect(stage.app.library.selectedRow?.track?.title == "t100000")
    #expect(stage.app.library.window.rows.count < 400)
    stage.press("g", "PgDn", "PgDn", "PgDn")
    #expect(stage.app.library.selectedRow != nil)
    #expect(!stage.app.awaitsRows)
  }

  @Test("the mouse selects, plays on a double click, seeks on the bar and presses tabs")
  func mouse() {
    var stage = Stage()
    let row = 4
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 5)))))
    #expect(stage.app.library.selected == 2)
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 5)))))
    let query = ListQuery.folded(.songs)
    #expect(
      stage.receive() == [.find(.toPlay(.rows([], query), start: .track(TrackID(3)), serial: 1))])
    let albums = Array(stage.frame.text(ofRow: 0)).firstIndex(of: "A").map { $0 + 9 }!
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: 0, column: albums)))))
    #expect(stage.app.mode == .albums)
  }

  @Test("m waits for a slot and Escape forgets it")
  func prefix() {
    var stage = Stage()
    stage.press("m")
    #expect(stage.app.terminal.pendingKeys.count == 1)
    stage.press("Esc")
    #expect(stage.app.terminal.pendingKeys.isEmpty)
    stage.press("m", "x")
    #expect(stage.receive().isEmpty)
    #expect(stage.app.terminal.pendingKeys.isEmpty)
  }

  @Test("the command line runs commands by name and says what is wrong")
  func commandLine() {
    var stage = Stage()
    stage.press(":")
    stage.type("volume 40")
    stage.press("Enter")
    #expect(stage.receive() == [.player(.setVolume(0.4))])
    stage.press(":")
    stage.type("volume loud")
    stage.press("Enter")
    #expect(stage.app.message?.text.hasPrefix("Usage: volume PERCENT") == true)
    stage.press(":")
    stage.type("shuf")
    stage.press("Tab", "Enter")
    #expect(stage.app.queue.isShuffled)
  }

  @Test("a skin with a mistake is passed by at the next press")
  func brokenSkin() {
    var stage = Stage()
    stage.send(.theme(.listed(["Obsidian", "Broken", "Vinyl"])))
    stage.press("t")
    stage.send(.failed("broken.toml:1: a skin needs a name"))
    stage.press("t")
    #expect(
      stage.receive() == [
        .theme(.load("Broken", isPreview: false)), .theme(.load("Vinyl", isPreview: false)),
      ])
  }

  @Test("a skin asked for before the skins are known comes when they are")
  func skinTypedAhead() {
    var stage = Stage()
    stage.press("t", "t")
    #expect(stage.receive() == [.theme(.list), .theme(.list)])
    // Without skins the request waits for a list that has some.
    stage.send(.theme(.listed([])))
    #expect(stage.receive().isEmpty)
    stage.send(.theme(.listed(["Obsidian", "Tidal", "Vinyl"])))
    #expect(stage.receive() == [.theme(.load("Vinyl", isPreview: false))])
    stage.send(.theme(.listed(["Obsidian", "Tidal", "Vinyl"])))
    #expect(stage.receive().isEmpty)
  }

  @Test("a skin asked for by name comes in place of the next one")
  func skinByName() {
    var stage = Stage()
    stage.press("t", ":")
    stage.type("skin Tidal")
    stage.press("Enter")
    _ = stage.receive()
    stage.send(.theme(.listed(["Obsidian", "Tidal", "Vinyl"])))
    #expect(stage.receive().isEmpty)
  }

  @Test("turning the volume unmutes")
  func unmute() {
    var stage = Stage()
    stage.press("M", "-")
    #expect(
      stage.receive() == [
        .player(.setMuted(true)), .player(.setVolume(0.95)), .player(.setMuted(false)),
      ])
  }

  @Test("the skin picker previews while moving and Escape goes back")
  func skins() {
    var stage = Stage()
    stage.send(.theme(.listed(["Obsidian", "Tidal", "Vinyl"])))
    stage.press("T")
    _ = stage.receive()
    stage.press("Down")
    #expect(stage.receive() == [.theme(.load("Tidal", isPreview: true))])
    stage.press("Esc")
    #expect(stage.receive() == [.theme(.load("Obsidian", isPreview: true))])
    stage.press("t")
    #expect(stage.receive() == [.theme(.load("Tidal", isPreview: false))])
  }

  @Test("every command has a key or a name, no two defaults collide, and help shows them all")
  func table() {
    var seen: [String: String] = [:]
    for entry in CommandTable.entries {
      for key in entry.keys {
        let sequence = KeySequence(key)
        #expect(sequence?.text == key, "\(key)")
        let position = "\(entry.pane?.rawValue ?? "") \(key)"
        #expect(seen[position] == nil, "\(key) of \(entry.name) and \(seen[position] ?? "")")
        seen[position] = entry.name
      }
      #expect(CommandLineReader.read(entry.name) == .command(entry.command))
      #expect(CommandTable.markdown().contains(entry.summary))
    }
  }

  @Test("docs/keys.md is what the table prints")
  func keysPage() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/keys.md")
    #expect(try String(contentsOf: file, encoding: .utf8) == CommandTable.markdown())
  }

  @Test("help finds a command by typing and runs it")
  func help() {
    var stage = Stage()
    stage.press("?")
    stage.type("shuffle")
    stage.press("Enter")
    #expect(stage.app.queue.isShuffled)
  }

  @Test("help begins the line of a command that needs an argument")
  func helpWithArgument() {
    var stage = Stage()
    stage.press("?")
    stage.type("set the volume")
    stage.press("Enter")
    stage.type("35")
    stage.press("Enter")
    #expect(stage.receive() == [.player(.setVolume(0.35))])
  }

  @Test("in a terminal that is too small only leaving works")
  func tooSmall() {
    var stage = Stage(rows: 4, columns: 20)
    stage.press("j", "1", "x")
    #expect(stage.receive().isEmpty)
    stage.press("q")
    #expect(stage.receive().last == .terminal(.quit))
    #expect(stage.text.contains("Too small"))
  }
}

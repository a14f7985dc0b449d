import Interface
import Music
import Screen
import Testing

@Suite("Edits of many rows, and what cannot be stored")
struct NothingLostTests {
  private let songs = ListQuery.folded(.songs)

  @Test("V marks every row of a list, those included that are not at hand")
  func marksAll() {
    let many = (101...10_100).map {
      Samples.track(Int64($0), "T\($0)", nil, nil, nil, nil, seconds: 60)
    }
    var stage = Stage(tracks: many)
    stage.press("V")
    #expect(stage.app.library.marks.contains(.track(TrackID(9_999))))
    stage.type(":rate 4")
    stage.press("Enter")
    #expect(
      stage.receive() == [.edit(.tracks(.setRating(Rating(stars: 4), .all(songs, except: []))))])
    // Rows are unmarked one by one.
    stage.press("v", "l")
    let reaction = stage.receive()
    #expect(
      reaction == [
        .edit(.tracks(.setReaction(.listened, .all(songs, except: [.track(TrackID(101))]))))
      ])
    stage.press("V", "V")
    #expect(stage.app.library.marks.contains(.track(TrackID(101))))
    stage.press("Esc")
    #expect(stage.app.library.marks.isEmpty)
  }

  @Test("notes and colours are for all that is selected, and each shows in its row")
  func notesAndColors() {
    var stage = Stage(rows: 39, columns: 200)
    stage.press("v", "v")
    let both = Selection.rows([.track(TrackID(1)), .track(TrackID(2))], songs)
    stage.type(":note")
    stage.press("Enter")
    stage.type("opener")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.tracks(.setNotes("opener", both)))])
    stage.type(":color gold")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.tracks(.setColor("gold", both)))])
    stage.type(":color none")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.tracks(.setColor(nil, both)))])
    stage.type(":color mud")
    stage.press("Enter")
    #expect(stage.receive() == [] && stage.text.contains("Usage: color NAME"))
    stage.library[0].notes = "opener"
    stage.library[0].color = "gold"
    stage.library[0].plays = 1_234
    stage.press("Esc")
    stage.send(.library(.changed))
    let row = stage.text.split(separator: "\n").first { $0.contains("Aerodynamic") } ?? ""
    #expect(row.contains("✎") && row.contains("●") && row.contains("1,234"))
  }

  @Test("all entries of a playlist are removed in one step")
  func removesAll() {
    var stage = Stage()
    let query = ListQuery(.playlist(PlaylistID(1)))
    stage.rows[query] = (1...3).map {
      .entry(
        ListRow.Entry(
          id: EntryID(Int64($0)), position: $0, track: Samples.tracks[$0 - 1], slots: []))
    }
    stage.send(.playlists(.opened(Samples.playlist(1, "P", 3))))
    stage.press("V", "d")
    #expect(stage.receive() == [.edit(.entries(.removeSelected(.all(query, except: []))))])
    #expect(stage.app.playlistsList.marks.isEmpty)
  }

  @Test("rows that cannot be read are asked for again with the next key, and not in a loop")
  func failedLoads() {
    var app = App(size: Size(rows: 40, columns: 120), now: .now, theme: .fallback, mode: .songs)
    func loads(_ effects: [Effect]) -> [(ListID, Int)] {
      effects.compactMap {
        if case .list(.load(let slot, _, _, _, let serial)) = $0 { (slot, serial) } else { nil }
      }
    }
    let first = loads(app.handle(.resized(app.size)))
    #expect(first.map(\.0).contains(.library))
    for (slot, serial) in first {
      #expect(loads(app.handle(.list(.failed(slot, serial: serial, "The disk fails")))).isEmpty)
    }
    #expect(!app.awaitsRows)
    app.now = app.now.advanced(by: .seconds(1))
    #expect(loads(app.handle(.ticked)).isEmpty)
    #expect(loads(app.handle(.input(.key(Key("j"))))).count == first.count)
    // An answer to an older request changes nothing.
    #expect(loads(app.handle(.list(.failed(.library, serial: 0, "late")))).isEmpty)
  }

  @Test("a playlist shows its new name when that is stored, and not before")
  func renamed() {
    var stage = Stage()
    stage.send(.playlists(.opened(Samples.playlist(1, "Old", 3))))
    stage.press("R")
    stage.press("Ctrl-U")
    stage.type("New")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.rename(PlaylistID(1), "New")))])
    #expect(stage.app.openPlaylistName == "Old")
    stage.send(.failed("Not saved, no space is left; free some and try again"))
    #expect(stage.app.openPlaylistName == "Old")
    stage.send(.playlists(.renamed(PlaylistID(1), "New")))
    #expect(stage.app.openPlaylistName == "New")
  }

  @Test("a recovered library is shown with both whole paths until the window is closed")
  func recovery() {
    let aside = "/home/somebody/.local/share/tritone/" + "folder/" + "library-damaged-x.db"
    var stage = Stage(rows: 24, columns: 80)
    stage.send(.library(.recovered(setAside: aside, backup: "/b/library-2026.db")))
    stage.wait(.seconds(60))
    #expect(stage.text.contains("Library recovered"))
    let joined = stage.text.filter { !" │\n".contains($0) }
    #expect(joined.contains(aside) && joined.contains("/b/library-2026.db"))
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.library(.dismissRecovery)), .library(.scan(nil))])
    #expect(stage.app.overlays.isEmpty)
    stage.send(.library(.recovered(setAside: aside, backup: nil)))
    stage.press("Esc")
    #expect(stage.receive() == [.edit(.library(.dismissRecovery))])
  }

  @Test("what others did shows within two seconds of the last key, and then nothing is asked for")
  func looks() {
    var app = App(size: Size(rows: 24, columns: 80), now: .now, theme: .fallback)
    _ = app.handle(.resized(app.size))
    app.now = app.now.advanced(by: .milliseconds(1_500))
    #expect(!app.handle(.input(.key(Key("j")))).contains(.library(.pollExternalChanges)))
    #expect(app.timeToNextTick.map { $0 <= .milliseconds(500) } == true)
    app.now = app.now.advanced(by: .milliseconds(500))
    #expect(app.handle(.ticked).contains(.library(.pollExternalChanges)))
    #expect(app.timeToNextTick == nil)
  }
}

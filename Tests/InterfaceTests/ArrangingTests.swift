import Interface
import Music
import Screen
import Testing

@Suite("Arranging a playlist")
struct ArrangingTests {
  private static let list = PlaylistID(3)
  private let query = ListQuery(.playlist(list))
  private static let tracks = [
    ("a", 120.0, "Am"), ("b", 132, "Am"), ("c", 121, "Em"), ("d", 132, "F#"),
  ]
  .enumerated().map { number, track in
    Samples.track(
      Int64(number + 1), track.0, "Somebody", nil, nil, nil, bpm: track.1, key: track.2,
      seconds: 200)
  }

  private func stage() -> Stage {
    var stage = Stage()
    stage.rows[ListQuery(.playlists)] = [
      .playlist(
        ListRow.PlaylistNode(playlist: Samples.playlist(3, "Friday", 4), slots: [], depth: 0))
    ]
    stage.rows[query] = Self.tracks.enumerated().map { number, track in
      .entry(
        ListRow.Entry(
          id: EntryID(Int64(100 + number)), position: number + 1, track: track, slots: []))
    }
    stage.send(.library(.changed))
    stage.press("Shift-Tab", "Enter")
    _ = stage.receive()
    return stage
  }

  private func arrangement(_ order: [Int], isFirstKept: Bool = true) -> Arrangement {
    Arrangement(
      playlist: Self.list, name: "Friday",
      entries: Self.tracks.enumerated().map { .init(EntryID(Int64(100 + $0)), $1) }, order: order,
      isFirstKept: isFirstKept)
  }

  @Test("an order is looked at, with what it gains, and taken with Enter")
  func accepts() {
    var stage = stage()
    stage.press(":")
    stage.type("arrange")
    stage.press("Enter")
    #expect(stage.receive() == [.arrangement(.find(Self.list, keepingFirst: true))])
    stage.send(.mixing(.arrangementFound(arrangement([0, 2, 1, 3]))))
    #expect(stage.text.contains("Arrange Friday"))
    #expect(stage.text.contains("; clashes "))
    #expect(stage.text.contains("was 3"))
    stage.press("Enter")
    #expect(
      stage.receive() == [
        .edit(.entries(.arrange([100, 102, 101, 103].map { EntryID($0) }, of: Self.list)))
      ])
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("an order that comes after a key does not open under the next one")
  func keyBetween() {
    var stage = stage()
    stage.type(":arrange")
    stage.press("Enter", "j")
    _ = stage.receive()
    stage.send(.mixing(.arrangementFound(arrangement([0, 2, 1, 3]))))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text == "An order for Friday was found: :arrange shows it")
    stage.press("Enter")
    #expect(
      !stage.receive().contains { if case .edit(.entries(.arrange)) = $0 { true } else { false } })
  }

  @Test("Esc leaves the playlist as it is; f asks for an order that may begin anywhere")
  func leaves() {
    var stage = stage()
    stage.type(":arrange")
    stage.press("Enter")
    stage.send(.mixing(.arrangementFound(arrangement([0, 2, 1, 3]))))
    stage.press("f")
    #expect(stage.receive().last == .arrangement(.find(Self.list, keepingFirst: false)))
    stage.send(.mixing(.arrangementFound(arrangement([2, 0, 1, 3], isFirstKept: false))))
    #expect(stage.text.contains("keep the first"))
    stage.press("Esc")
    #expect(stage.receive() == [])
    stage.send(.mixing(.arrangementFound(arrangement([2, 0, 1, 3]))))
    #expect(stage.app.overlays.isEmpty)
  }

  @Test(
    "how far it is shows in the last line; Esc stops it, and what comes all the same is not shown")
  func stopped() {
    var stage = stage()
    stage.type(":arrange")
    stage.press("Enter")
    _ = stage.receive()
    stage.send(.mixing(.arrangementProgressed(Self.list, 0.424)))
    #expect(stage.text.contains("Arranging · 42 % · Esc stops it"))
    stage.send(.mixing(.arrangementProgressed(PlaylistID(99), 0.9)))
    #expect(stage.text.contains("42 %"))
    stage.press("Esc")
    #expect(stage.receive() == [.arrangement(.cancel)])
    #expect(!stage.text.contains("Arranging"))
    #expect(stage.app.message?.text.contains("stays as it is") == true)
    stage.send(.mixing(.arrangementProgressed(Self.list, 0.5)))
    #expect(!stage.text.contains("Arranging"))
    stage.send(.mixing(.arrangementFound(arrangement([0, 2, 1, 3]))))
    #expect(stage.app.overlays.isEmpty)
    stage.press("Esc")
    #expect(stage.receive() == [])
    // A failure ends the search, too.
    stage.type(":arrange")
    stage.press("Enter")
    stage.send(.mixing(.arrangementFailed(Self.list, "The library is busy")))
    #expect(!stage.text.contains("Arranging"))
    #expect(stage.app.message?.text == "The library is busy")
  }

  @Test("a window that is closed stops the other order that was asked for in it")
  func stoppedInWindow() {
    var stage = stage()
    stage.type(":arrange")
    stage.press("Enter")
    stage.send(.mixing(.arrangementFound(arrangement([0, 2, 1, 3]))))
    stage.press("f")
    _ = stage.receive()
    stage.press("Esc")
    #expect(stage.receive() == [.arrangement(.cancel)])
  }

  @Test("nothing better is said and not shown; without a playlist it says what to do")
  func nothing() {
    var stage = stage()
    stage.type(":arrange")
    stage.press("Enter")
    stage.send(.mixing(.arrangementFound(arrangement([0, 1, 2, 3]))))
    #expect(stage.app.overlays.isEmpty)
    #expect(stage.app.message?.text.contains("stays as it is") == true)
    stage.press("Backspace")
    _ = stage.receive()
    stage.type(":arrange")
    stage.press("Enter")
    #expect(stage.receive() == [])
    #expect(stage.app.message?.text.contains("Open a playlist first") == true)
  }

  @Test("neighbours that clash are marked, and what clashes is said of the selected one")
  func clashes() {
    var stage = stage()
    func marked() -> [Bool] {
      let lines = stage.text.split(separator: "\n").filter { $0.contains("Somebody") }
      return lines.map { $0.contains("≠") }
    }
    #expect(marked() == [false, true, true, true])
    stage.press("j")
    #expect(stage.text.contains("≠ tempo +10.0 %"))
    stage.type(":clashes off")
    stage.press("Enter")
    #expect(marked() == [false, false, false, false])
    #expect(!stage.text.contains("tempo +10.0 %"))
    #expect(stage.app.kept(.screenClashes) == .flag(false))
    stage.type(":clashes on")
    stage.press("Enter")
    #expect(marked() == [false, true, true, true])
  }

  @Test("what is filtered shows no clashes, since its rows are no neighbours")
  func filtered() {
    var stage = stage()
    var filtered = query
    filtered.filter = "An"
    stage.rows[filtered] = stage.rows[query]
    stage.press("/")
    stage.type("An")
    #expect(!stage.text.contains("≠"))
  }
}

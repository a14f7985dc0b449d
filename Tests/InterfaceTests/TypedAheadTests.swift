import Interface
import Music
import Screen
import Testing

/// Keys that are pressed before the rows requested by earlier keys have come.
@Suite("Keys typed ahead")
struct TypedAheadTests {
  private static let many = (1...30).map {
    Samples.track(Int64($0), $0 == 20 ? "Ferry" : "t\($0)", "a", "b", nil, 1, seconds: 1)
  }

  /// A filter was typed and its rows are held back; the cursor of the old rows was on the fourth.
  private func filtered() -> Stage {
    var stage = Stage(tracks: Self.many)
    stage.press("j", "j", "j")
    stage.holdsLists = true
    stage.press("/")
    stage.type("Ferry")
    stage.press("Enter")
    _ = stage.receive()
    return stage
  }

  private func arrive(_ stage: inout Stage) {
    stage.holdsLists = false
    stage.send(.library(.changed))
    _ = stage.receive()
  }

  private func waits(_ key: String, _ stage: Stage) -> Bool {
    guard let key = KeySequence(key)?.keys.first else { return false }
    return stage.app.awaits(before: .key(key))
  }

  @Test(
    "a key that is about a row does nothing while rows of another filter show, and says so",
    arguments: ["*", "l", "e", "E", "Enter", "a", "1", "v", "V", "P", "w", "X", "C"])
  func filter(key: String) {
    var stage = filtered()
    #expect(stage.app.awaitsRows && waits(key, stage))
    stage.press(key)
    #expect(stage.receive() == [.terminal(.forgetTypedAhead)])
    #expect(stage.app.message?.text == "The list is still being read")
    #expect(stage.app.overlays.isEmpty && stage.app.library.marks.isEmpty)
    arrive(&stage)
    #expect(!stage.app.awaitsRows && !waits(key, stage))
  }

  @Test("once the rows are there, a key is about the row that the filter has found")
  func found() {
    var stage = filtered()
    arrive(&stage)
    stage.press("*")
    let row = Selection.rows([.track(TrackID(20))], ListQuery.folded(.songs, filter: "Ferry"))
    #expect(stage.receive() == [.edit(.tracks(.setRating(Rating(stars: 1), row)))])
  }

  @Test("a command line that is entered ahead waits, and is not about the old rows")
  func commandLine() {
    var stage = filtered()
    #expect(!waits(":", stage))
    stage.type(":rate 4")
    #expect(!waits("x", stage) && waits("Enter", stage))
    stage.press("Enter")
    #expect(stage.receive() == [.terminal(.forgetTypedAhead)])
  }

  @Test("keys that are about no row wait for none: what plays, another pane, letters of a line")
  func others() {
    var stage = filtered()
    // With nothing else to play, the play key means the row.
    #expect(waits("Space", stage))
    for key in [">", "+", "q", "Tab", "/", "?", "Ctrl-Z"] {
      #expect(!waits(key, stage), "\(key)")
    }
    #expect(waits("j", stage))
    stage.press("/")
    #expect(!waits("*", stage) && waits("Down", stage))
    stage.press("Enter", "Shift-Tab")
    // The list of another pane is not awaited.
    #expect(stage.app.focus == .playlists && !waits("j", stage))
  }

  @Test("going to what plays means its row, not the one where the cursor was")
  func playing() {
    var stage = Stage(tracks: Self.many)
    _ = stage.playSelected()
    stage.press("j", "j", "j")
    stage.holdsLists = true
    stage.press("i")
    _ = stage.receive()
    #expect(stage.app.awaitsRows)
    stage.press("*")
    #expect(stage.receive() == [.terminal(.forgetTypedAhead)])
    arrive(&stage)
    #expect(stage.app.library.selectedRow?.id == .track(TrackID(1)))
  }

  @Test("a playlist that was just made is the one that is deleted, once it shows")
  func created() {
    var stage = Stage()
    let lists = ListQuery(.playlists)
    stage.rows[lists] = (1...3).map {
      .playlist(
        ListRow.PlaylistNode(playlist: Samples.playlist(Int64($0), "P\($0)"), slots: [], depth: 0))
    }
    stage.send(.library(.changed))
    stage.press("Shift-Tab")
    stage.holdsLists = true
    stage.send(.playlists(.created(Samples.playlist(9, "New", 0))))
    #expect(stage.app.awaitsRows)
    _ = stage.receive()
    stage.press("d")
    #expect(stage.receive() == [.terminal(.forgetTypedAhead)])
    stage.rows[lists]?.append(
      .playlist(ListRow.PlaylistNode(playlist: Samples.playlist(9, "New", 0), slots: [], depth: 0)))
    arrive(&stage)
    stage.press("d")
    #expect(
      stage.receive() == [.edit(.playlists(.delete(PlaylistItems(playlists: [PlaylistID(9)]))))])
  }

  @Test("what comes too late is neither played nor gone into by a key of long before")
  func late() {
    var stage = Stage()
    stage.holdsLists = true
    stage.press(":")
    stage.type("browse artists")
    stage.press("Enter", "j", "j", "*", "Enter")
    #expect(!stage.receive().contains { $0 != .terminal(.forgetTypedAhead) })
    stage.rows[stage.app.library.query] = [
      .artist(ListRow.Artist(name: "Nora", albums: 1, tracks: 3))
    ]
    stage.holdsLists = false
    stage.send(.library(.changed))
    #expect(!stage.receive().contains { if case .find(.toPlay) = $0 { true } else { false } })
    #expect(stage.app.library.selectedRow?.id == .artist("Nora"))
  }

  @Test("the first track that a scan finds plays by itself only where no key followed")
  func scanned() {
    var stage = Stage(tracks: [])
    stage.send(.library(.scanProgressed(ScanProgress())))
    stage.press("Enter", "j")
    stage.library = Samples.tracks
    stage.send(.library(.changed))
    #expect(!stage.receive().contains { if case .find(.toPlay) = $0 { true } else { false } })
  }

  // MARK: Edits

  /// A playlist of five entries is open.
  private func playlist() -> Stage {
    var stage = Stage()
    let query = ListQuery(.playlist(PlaylistID(1)))
    stage.rows[query] = (1...5).map {
      .entry(
        ListRow.Entry(
          id: EntryID(Int64($0)), position: $0, track: Samples.tracks[$0 - 1], slots: []))
    }
    stage.send(.playlists(.opened(Samples.playlist(1, "P", 5))))
    _ = stage.receive()
    return stage
  }

  @Test("an entry is not removed twice: the next removal waits until it is gone")
  func removal() {
    var stage = playlist()
    stage.holdsEdits = true
    stage.press("d")
    #expect(stage.receive() == [.edit(.entries(.remove([EntryID(1)])))])
    #expect(stage.app.awaitsRows && waits("d", stage) && !waits("j", stage))
    stage.press("d")
    #expect(stage.receive() == [.terminal(.forgetTypedAhead)])
    // Rows that were read before the edit ended do not show its result.
    stage.send(.library(.changed))
    _ = stage.receive()
    stage.press("d")
    #expect(stage.receive() == [.terminal(.forgetTypedAhead)])
    stage.rows[ListQuery(.playlist(PlaylistID(1)))]?.removeFirst()
    stage.send(.editEnded)
    #expect(!stage.app.awaitsRows)
    stage.press("d")
    #expect(stage.receive() == [.edit(.entries(.remove([EntryID(2)])))])
  }

  @Test("stars are counted from what the edit before has left, on other rows at once")
  func stars() {
    var stage = Stage()
    stage.holdsEdits = true
    stage.press("*", "*")
    let query = ListQuery.folded(.songs)
    func rated(_ stars: Int, _ track: Int64) -> Effect {
      .edit(.tracks(.setRating(Rating(stars: stars), .rows([.track(TrackID(track))], query))))
    }
    #expect(stage.receive() == [rated(1, 1), .terminal(.forgetTypedAhead)])
    #expect(stage.app.message?.text == "The edit before is still being written")
    // A slow disk blocks no edits of other rows.
    stage.press("j", "j", "*")
    #expect(stage.receive() == [rated(1, 3)])
    stage.library[0].rating = Rating(stars: 1)
    stage.send(.editEnded)
    stage.send(.editEnded)
    stage.press("g", "*")
    #expect(stage.receive() == [rated(2, 1)])
  }

  @Test("stars of what plays are counted from what the edit before has left, too")
  func starsOfPlaying() {
    var stage = Stage()
    _ = stage.playSelected()
    stage.app.focus = .nowPlaying
    _ = stage.receive()
    stage.holdsEdits = true
    let playing = Selection.tracks([QueuedTrack(TrackID(1))])
    stage.press("*", "*")
    #expect(waits("*", stage) && !waits("Space", stage))
    #expect(
      stage.receive() == [
        .edit(.tracks(.setRating(Rating(stars: 1), playing))), .terminal(.forgetTypedAhead),
      ])
    stage.library[0].rating = Rating(stars: 1)
    stage.send(.editEnded)
    #expect(!waits("*", stage))
    stage.press("*")
    #expect(stage.receive() == [.edit(.tracks(.setRating(Rating(stars: 2), playing)))])
  }

  @Test("a double click means the row of its first click, whatever is below the pointer by then")
  func click() {
    var stage = Stage()
    let click = Event.input(.mouse(Mouse(.press, at: Position(row: 4, column: 5))))
    stage.send(click)
    stage.library.insert(Samples.track(90, "AAA", "x", "y", nil, 1, seconds: 1), at: 0)
    stage.send(.library(.changed))
    _ = stage.receive()
    stage.send(click)
    let row = RowID.track(Samples.tracks[2].id)
    #expect(stage.app.library.selectedRow?.id == row)
    #expect(
      stage.receive().contains {
        if case .find(.toPlay(_, let start, _)) = $0 { start == row } else { false }
      })
  }

  @Test("a row at the edge is played by a double click, though the first click scrolls the list")
  func clickAtTheEdge() throws {
    var stage = Stage(
      tracks: (1...100).map { Samples.track($0, "t\($0)", "a", "b", nil, 1, seconds: 1) })
    let last = try #require(
      (0..<40).last { stage.frame.text(ofRow: $0).hasPrefix("│  t") })
    let click = Event.input(.mouse(Mouse(.press, at: Position(row: last, column: 5))))
    stage.send(click)
    let row = try #require(stage.app.library.selectedRow?.id)
    _ = stage.receive()
    stage.send(click)
    #expect(
      stage.receive().contains {
        if case .find(.toPlay(_, let start, _)) = $0 { start == row } else { false }
      })
  }

  @Test("rows of a list that was left for another one are asked for when it shows again")
  func leftAndShown() {
    var stage = Stage(tracks: Self.many)
    stage.holdsLists = true
    stage.send(.library(.changed))
    stage.press("]")
    _ = stage.receive()
    stage.holdsLists = false
    stage.press("[")
    #expect(stage.app.library.query.source == .songs)
    #expect(!stage.app.awaitsRows && !stage.app.library.isLoading)
    _ = stage.receive()
    stage.press("*")
    #expect(
      stage.receive() == [
        .edit(
          .tracks(
            .setRating(Rating(stars: 1), .rows([.track(TrackID(1))], ListQuery.folded(.songs)))))
      ]
    )
  }

  @Test("an edit that was refused holds nothing up")
  func refused() {
    var stage = playlist()
    stage.holdsEdits = true
    stage.press("d")
    stage.send(.refused(.edit(.entries(.remove([EntryID(1)]))), "The disk is full"))
    stage.send(.editEnded)
    #expect(!stage.app.awaitsRows)
    _ = stage.receive()
    stage.press("d")
    #expect(stage.receive() == [.edit(.entries(.remove([EntryID(1)])))])
  }
}

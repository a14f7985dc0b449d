import Interface
import Music
import Screen
import Testing

@Suite("What fits now")
struct FitsKeysTests {
  private func list(from number: Int = 0) -> FitList {
    let from = Samples.tracks[number]
    let fits = [3, 4, 5].map { position in
      let track = Samples.tracks[position]
      return FitList.Fit(track, MixFit(from: from.mixPoint, to: track.mixPoint))
    }
    return FitList(from: from, fits: fits, count: 3)
  }

  /// The window is open with three fits.
  private func stage() -> Stage {
    var stage = Stage()
    stage.press("w")
    stage.send(.mixing(.fitsFound(list())))
    _ = stage.receive()
    return stage
  }

  private var panel: (Stage) -> FitsPanel? {
    { if case .fits(let panel) = $0.app.overlays.last { panel } else { nil } }
  }

  @Test("w asks for what fits the track under the cursor, and opens a window with the reasons")
  func opens() {
    var stage = Stage()
    stage.press("w")
    #expect(stage.receive() == [.load(.fits(TrackID(1)))])
    #expect(stage.app.overlays.isEmpty)
    stage.send(.mixing(.fitsFound(list())))
    #expect(stage.text.contains("What fits after Aerodynamic"))
    #expect(stage.text.contains("123.0 BPM"))
    #expect(stage.text.contains("+25.2") && stage.text.contains("−13.8"))
    #expect(stage.text.contains("+25.2 % tempo, too far, 10A and 7A fight."))
    #expect(stage.text.contains("1 2 3 add to mix"))
    stage.press("Esc")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("a track of which neither tempo nor key is known says so")
  func unknown() {
    var stage = Stage()
    stage.press("j", "w")
    #expect(stage.receive() == [])
    #expect(stage.app.message?.text.contains("Blue in Green") == true)
  }

  @Test("a track in which nothing was found says so, and how to set it")
  func nothingFound() {
    var tracks = Samples.tracks
    tracks[1].findings.isAnalysed = true
    var stage = Stage(tracks: tracks)
    stage.press("j", "w")
    #expect(stage.receive() == [])
    let text = stage.app.message?.text ?? ""
    #expect(text.contains("was found in “Blue in Green”"))
    #expect(text.contains(":bpm") && text.contains(":key"))
    #expect(!text.contains("the analysis finds"))
    tracks[1].findings.isAnalysed = false
    tracks[1].findings.fault = "damaged"
    stage = Stage(tracks: tracks)
    stage.press("j", "w")
    #expect(stage.app.message?.text.contains("cannot be analysed (damaged)") == true)
  }

  @Test("where the cursor is on no track it is about what plays, and says so")
  func fallback() {
    var stage = Stage(mode: .artists)
    stage.press("w")
    #expect(stage.receive() == [])
    #expect(stage.app.message?.text.contains("Go to a track first") == true)
    stage = Stage()
    _ = stage.playSelected()
    _ = stage.receive()
    stage.press("]")
    _ = stage.receive()
    stage.press("w")
    #expect(stage.receive() == [.load(.fits(TrackID(1)))])
    stage.send(.mixing(.fitsFound(list())))
    #expect(stage.text.contains("What fits after Aerodynamic, which plays"))
    // The fits of another track have another title.
    stage.press("w")
    stage.send(.mixing(.fitsFound(list(from: 3))))
    #expect(!stage.text.contains("which plays"))
    stage.press("Backspace")
    stage.send(.mixing(.fitsFound(list())))
    #expect(stage.text.contains("What fits after Aerodynamic, which plays"))
  }

  @Test("in Now Playing it is about what plays")
  func nowPlaying() {
    var stage = Stage()
    stage.press("G", "k", "k", "k", "k")
    _ = stage.playSelected()
    stage.press("Tab")
    _ = stage.receive()
    stage.press("w")
    #expect(stage.receive() == [.load(.fits(TrackID(4)))])
  }

  @Test("1 2 3, e, E and a take the track under the cursor, and the window stays")
  func adds() {
    var stage = stage()
    stage.send(
      .playlists(.mixBoardLoaded(MixBoard(playlists: [.two: Samples.playlist(5, "Peak")]))))
    stage.press("j", "2")
    let second = QueuedTrack(TrackID(5))
    #expect(stage.receive() == [.edit(.entries(.addToSlot(.two, .tracks([second]))))])
    stage.press("e")
    #expect(stage.app.queue.tracks.last == TrackID(5))
    stage.press("1")
    #expect(stage.receive().contains(.edit(.entries(.addToSlot(.one, .tracks([second]))))))
    stage.press("a")
    #expect(stage.receive().contains(.load(.playlists)))
    stage.press("Esc")
    #expect(panel(stage)?.cursor.selected == 1)
  }

  @Test("Enter plays what fits from the cursor's row on")
  func plays() {
    var stage = stage()
    stage.press("j", "Enter")
    #expect(stage.app.queue.tracks == [TrackID(4), TrackID(5), TrackID(6)])
    #expect(stage.obey()?.track == TrackID(5))
  }

  @Test("w goes on from a track that fits, Backspace goes back")
  func chain() {
    var stage = stage()
    stage.press("w")
    #expect(stage.receive() == [.load(.fits(TrackID(4)))])
    stage.send(.mixing(.fitsFound(list(from: 3))))
    #expect(panel(stage)?.list.from.id == TrackID(4))
    stage.press("Backspace")
    #expect(stage.receive() == [.load(.fits(TrackID(1)))])
    stage.send(.mixing(.fitsFound(list())))
    #expect(panel(stage)?.list.from.id == TrackID(1))
    stage.press("Backspace")
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("what fits is asked for again when the library changes; closed, the window stays closed")
  func fresh() {
    var stage = stage()
    stage.press("j")
    stage.send(.library(.changed))
    #expect(stage.receive().contains(.load(.fits(TrackID(1)))))
    var fewer = list()
    fewer.fits.removeFirst()
    stage.send(.mixing(.fitsFound(fewer)))
    #expect(panel(stage)?.fit?.track.id == TrackID(5))
    stage.send(.library(.changed))
    stage.press("Esc")
    stage.send(.mixing(.fitsFound(fewer)))
    #expect(stage.app.overlays.isEmpty)
  }

  @Test("the mouse selects and plays, the wheel moves")
  func mouse() throws {
    var stage = stage()
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains("Déjà vu") && $0.contains("−13.8") })
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 60)))))
    #expect(panel(stage)?.cursor.selected == 1)
    stage.send(.input(.mouse(Mouse(.wheelDown, at: Position(row: row, column: 60)))))
    #expect(panel(stage)?.cursor.selected == 2)
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 60)))))
    stage.send(.input(.mouse(Mouse(.press, at: Position(row: row, column: 60)))))
    #expect(stage.obey()?.track == TrackID(5))
  }

  // MARK: Listening

  /// The first track plays since 20 s, and the window is open.
  private func listening(isPaused: Bool = false) throws -> Stage {
    var stage = Stage()
    let playing = stage.playSelected()
    let first = try #require(playing)
    stage.wait(.seconds(20))
    if isPaused {
      stage.send(.player(.state(.paused(first, stage.clock(.seconds(20), isAdvancing: false)))))
    }
    stage.press("w")
    stage.send(.mixing(.fitsFound(list())))
    _ = stage.receive()
    stage.press("Space")
    #expect(stage.receive() == [.load(.mixIn(TrackID(4)))])
    return stage
  }

  @Test("Space listens to a track from its Mix In, and goes back to the position before")
  func listens() throws {
    var stage = try listening()
    let queue = stage.app.queue
    stage.send(.mixing(.mixInFound(TrackID(4), .seconds(31))))
    let heard = stage.obey()
    #expect(heard?.track == TrackID(4))
    #expect(stage.app.position == .seconds(31))
    #expect(stage.app.queue == queue)
    #expect(stage.text.contains("heard from Mix In 0:31"))
    #expect(stage.text.contains("listening"))
    #expect(stage.app.session.position == 20_000_000)
    stage.wait(.seconds(5))
    stage.press("Space")
    #expect(stage.obey()?.track == TrackID(1))
    #expect(stage.app.position == .seconds(20))
    #expect(stage.app.isPlaying && stage.app.queue == queue)
    #expect(!stage.text.contains("listening"))
  }

  @Test("Esc goes back first, paused as before, and then closes")
  func leavesListening() throws {
    var stage = try listening(isPaused: true)
    stage.send(.mixing(.mixInFound(TrackID(4), nil)))
    _ = stage.obey()
    #expect(stage.app.position == .zero)
    #expect(stage.text.contains("heard from its beginning"))
    stage.press("Esc")
    #expect(panel(stage) != nil)
    #expect(stage.obey()?.track == TrackID(1))
    guard case .paused = stage.app.player else {
      Issue.record("it plays")
      return
    }
    #expect(stage.app.position == .seconds(20))
    stage.press("Esc")
    #expect(panel(stage) == nil)
  }

  @Test("another track is listened to from the same window, and its end goes back")
  func ends() throws {
    var stage = try listening()
    stage.send(.mixing(.mixInFound(TrackID(4), .seconds(31))))
    _ = stage.obey()
    stage.press("j", "Space")
    stage.send(.mixing(.mixInFound(TrackID(5), .seconds(7))))
    let obeyed = stage.obey()
    let heard = try #require(obeyed)
    #expect(heard.track == TrackID(5))
    stage.send(.player(.finished(heard, heard: 1, reachedEnd: true)))
    #expect(!stage.effects.contains { if case .edit = $0 { true } else { false } })
    stage.send(.player(.state(.stopped)))
    #expect(stage.obey()?.track == TrackID(1))
    #expect(stage.app.position == .seconds(20))
  }

  @Test("an answer after Esc is not listened to; where nothing played, it stops again")
  func late() throws {
    var stage = try listening()
    stage.press("Esc")
    stage.send(.mixing(.mixInFound(TrackID(4), .seconds(31))))
    #expect(stage.receive().isEmpty)
    var silent = self.stage()
    silent.press("Space")
    silent.send(.mixing(.mixInFound(TrackID(4), .seconds(31))))
    #expect(silent.obey()?.track == TrackID(4))
    _ = silent.receive()
    silent.press("Space")
    #expect(silent.receive() == [.player(.stop)])
  }

  @Test("nothing follows what is listened to, and playing ends it")
  func endings() throws {
    var stage = try listening()
    stage.send(.mixing(.mixInFound(TrackID(4), .seconds(31))))
    let obeyed = stage.obey()
    let heard = try #require(obeyed)
    _ = stage.receive()
    stage.send(.player(.wantsNext(after: heard)))
    #expect(stage.receive() == [.player(.prepareNext(nil, after: heard))])
    stage.press("Enter")
    #expect(stage.app.playing.audition == nil)
    #expect(stage.obey()?.track == TrackID(4))
  }
}

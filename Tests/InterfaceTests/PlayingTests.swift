import Interface
import Music
import Screen
import Testing

@Suite("Playing")
struct PlayingTests {
  @Test("Enter and Space in Now Playing play what is selected in the library, if nothing plays")
  func playsFromNowPlaying() {
    for key in ["Enter", "Space"] {
      var stage = Stage()
      stage.press("j", "Tab", key)
      let row = RowID.track(TrackID(2))
      #expect(
        stage.receive() == [
          .find(.toPlay(.rows([], ListQuery.folded(.songs)), start: row, serial: 1))
        ])
      #expect(stage.app.focus == .nowPlaying)
      var empty = Stage(tracks: [])
      empty.press("Tab", key)
      #expect(empty.receive().isEmpty && empty.text.contains("Nothing is selected in the library"))
    }
  }

  @Test("Enter asks for the list from the row on, and nothing plays until the player says so")
  func enter() {
    var stage = Stage()
    stage.press("j", "Enter")
    let query = ListQuery.folded(.songs)
    #expect(
      stage.receive() == [.find(.toPlay(.rows([], query), start: .track(TrackID(2)), serial: 1))])
    stage.send(.search(.foundToPlay(Samples.tracks.map { QueuedTrack($0.id) }, start: 1)))
    #expect(stage.app.player == .stopped)
    let id = PlayID(track: TrackID(2), serial: 1)
    #expect(
      stage.receive().contains(
        .player(
          .play(PlayRequest(id, neighbors: [TrackID(1), TrackID(3)]), from: .zero, isPaused: false))
      ))
    stage.send(.player(.state(.playing(id, stage.clock()))))
    #expect(stage.app.isPlaying)
    #expect(stage.app.playing.track?.title == "Blue in Green")
  }

  @Test("the player is told what comes next, and the queue follows the sound")
  func advance() {
    var stage = Stage()
    let first = stage.playSelected()
    #expect(first?.track == TrackID(1))
    guard case .player(.prepareNext(let next?, after: _)) = stage.receive().last else {
      Issue.record("nothing was prepared")
      return
    }
    #expect(next.id.track == TrackID(2))
    #expect(stage.app.playing.nextTrack?.id == TrackID(2))
    stage.send(.player(.finished(first!, heard: 1, reachedEnd: true)))
    #expect(stage.receive() == [.edit(.library(.recordPlay(TrackID(1))))])
    stage.send(.player(.state(.playing(next.id, stage.clock()))))
    #expect(stage.app.queue.current == 1)
    #expect(stage.app.playing.track?.id == TrackID(2))
  }

  @Test(
    "a track that was heard and then failed is followed by the prepared one, which is not begun anew"
  )
  func brokenOff() {
    var stage = Stage()
    let first = stage.playSelected()!
    guard case .player(.prepareNext(let next?, after: _)) = stage.receive().last else {
      Issue.record("nothing was prepared")
      return
    }
    stage.send(.player(.failed(first, reason: "damaged")))
    stage.send(.player(.finished(first, heard: 0.4, reachedEnd: true)))
    stage.send(.player(.state(.playing(next.id, stage.clock()))))
    #expect(!stage.receive().contains { if case .player(.play) = $0 { true } else { false } })
    #expect(stage.app.queue.current == 1)
  }

  @Test("where the player stops after such a track, the next one is asked for")
  func brokenOffAndStopped() {
    var stage = Stage()
    let first = stage.playSelected()!
    _ = stage.receive()
    stage.send(.player(.finished(first, heard: 0.4, reachedEnd: false)))
    stage.send(.player(.failed(first, reason: "the disk does not answer")))
    stage.send(.player(.state(.stopped)))
    let asked = stage.receive().compactMap { effect -> TrackID? in
      if case .player(.play(let request, _, _)) = effect { request.id.track } else { nil }
    }
    #expect(asked == [TrackID(2)])
  }

  @Test(
    "a track counts as played from 90 % on", arguments: [(0.5, false), (0.9, true), (0.95, true)])
  func counting(heard: Double, counts: Bool) {
    var stage = Stage()
    let id = stage.playSelected()!
    _ = stage.receive()
    stage.send(.player(.finished(id, heard: heard, reachedEnd: false)))
    #expect(stage.receive() == (counts ? [.edit(.library(.recordPlay(TrackID(1))))] : []))
  }

  @Test("at the end of the queue it stops, and repeat all begins again")
  func ending() {
    var stage = Stage()
    stage.press("G")
    let id = stage.playSelected()!
    #expect(stage.receive().contains(.player(.prepareNext(nil, after: id))))
    stage.press("r")
    guard case .player(.prepareNext(let next?, after: _)) = stage.receive().last else {
      Issue.record("repeat all must name the first track")
      return
    }
    #expect(next.id.track == TrackID(1))
  }

  @Test("a track that cannot be played is said, marked and passed over")
  func failure() {
    var stage = Stage()
    let id = stage.playSelected()!
    _ = stage.receive()
    stage.send(.player(.failed(id, reason: "not an audio file")))
    stage.send(.player(.state(.stopped)))
    let effects = stage.receive()
    #expect(effects.contains(.edit(.library(.recordFault(TrackID(1), "not an audio file")))))
    guard case .player(.play(let next, _, _)) = effects.last else {
      Issue.record("the next one must be tried")
      return
    }
    #expect(next.id.track == TrackID(2))
    #expect(stage.app.message?.text == "Cannot play “Aerodynamic”: not an audio file")
  }

  @Test("ten failures in a row stop rather than spin")
  func tenFailures() {
    var stage = Stage(tracks: (1...40).map { Samples.track($0, "t", "a", "b", nil, 1, seconds: 1) })
    stage.press("Enter")
    stage.send(.search(.foundToPlay(stage.library.map { QueuedTrack($0.id) }, start: 0)))
    var plays = 0
    for _ in 0..<30 {
      guard
        let id = stage.receive().lazy.compactMap({ effect -> PlayID? in
          if case .player(.play(let id, _, _)) = effect { id.id } else { nil }
        }).last
      else { break }
      plays += 1
      stage.send(.player(.failed(id, reason: "broken")))
      stage.send(.player(.state(.stopped)))
    }
    #expect(plays == 10)
    #expect(stage.app.message?.text.contains("10 tracks in a row") == true)
  }

  @Test("a repeated queue in which nothing can be played is gone through once", arguments: [1, 3])
  func oneRound(count: Int64) {
    var stage = Stage(
      tracks: (1...count).map { Samples.track($0, "t", "a", "b", nil, 1, seconds: 1) })
    stage.press("r", "Enter")
    stage.send(.search(.foundToPlay(stage.library.map { QueuedTrack($0.id) }, start: 0)))
    var plays = 0
    for _ in 0..<10 {
      guard
        let id = stage.receive().lazy.compactMap({ effect -> PlayID? in
          if case .player(.play(let id, _, _)) = effect { id.id } else { nil }
        }).last
      else { break }
      plays += 1
      stage.send(.player(.failed(id, reason: "the server has no such stream (404)")))
      stage.send(.player(.state(.stopped)))
    }
    #expect(plays == Int(count))
    #expect(stage.app.message?.text == "Cannot play “t”: the server has no such stream (404)")
  }

  @Test("when the prepared track fails another one is named in its place")
  func preparedFails() {
    var stage = Stage()
    let id = stage.playSelected()!
    guard case .player(.prepareNext(let next?, after: _)) = stage.receive().last else { return }
    stage.send(.player(.failed(next.id, reason: "broken")))
    stage.send(.player(.wantsNext(after: id)))
    guard case .player(.prepareNext(let other?, after: _)) = stage.receive().last else {
      Issue.record("nothing was named")
      return
    }
    #expect(other.id.track == TrackID(3))
    #expect(stage.app.isPlaying)
  }

  @Test("previous goes to the start of a track that has run for a while, else to the one before")
  func previous() {
    var stage = Stage()
    stage.press("j")
    let id = stage.playSelected()!
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(40))))))
    _ = stage.receive()
    stage.press("<")
    #expect(stage.receive() == [.player(.seek(.zero))])
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(1))))))
    stage.press("<")
    guard case .player(.play(let before, _, _)) = stage.receive().last else { return }
    #expect(before.id.track == TrackID(1))
  }

  @Test("the place is saved within five seconds of playing and at a pause, and nothing ticks after")
  func saving() {
    var stage = Stage()
    let id = stage.playSelected()!
    _ = stage.receive()
    var saved = 0
    for _ in 0..<20 {
      stage.wait(.seconds(1))
      saved += stage.receive().count { if case .session(.saveSession) = $0 { true } else { false } }
    }
    #expect((4...5).contains(saved))
    stage.send(.player(.state(.paused(id, stage.clock(.seconds(20), isAdvancing: false)))))
    #expect(
      stage.receive().contains { if case .session(.saveSession) = $0 { true } else { false } })
    stage.wait(.seconds(10))
    _ = stage.receive()
    #expect(stage.app.timeToNextTick == nil)
  }

  @Test("a volume is saved within a second, once for many keys")
  func savingVolume() {
    var stage = Stage()
    stage.wait(.seconds(10))
    stage.press("+")
    stage.wait(.seconds(1))
    _ = stage.receive()
    for _ in 0..<10 {
      stage.press("-")
      stage.wait(.milliseconds(50))
    }
    let volume = stage.app.audio.volume
    stage.wait(.milliseconds(500))
    let saved = stage.receive().compactMap { effect -> Double? in
      if case .session(.saveSession(let session)) = effect { session.volume } else { nil }
    }
    #expect(saved == [volume])
    stage.wait(.seconds(10))
    #expect(stage.app.timeToNextTick == nil)
  }

  @Test("while a file is written nothing is repeated, and what it lacks is known at the end")
  func writing() {
    var stage = Stage()
    stage.app.playing.setWritesFile(true)
    stage.press("r")
    #expect(stage.app.queue.repeating == .off)
    #expect(stage.app.message?.text == "Repeat stays off while a file is written")
    #expect(stage.app.writingFault == nil)
    let id = stage.playSelected()!
    stage.send(.player(.failed(id, reason: "the disk does not answer")))
    #expect(stage.app.writingFault == "Cannot play “Aerodynamic”: the disk does not answer")
    stage.app.playing.setWritesFile(false)
    stage.press("r")
    #expect(stage.app.queue.repeating == .all)
  }

  @Test("a track that fails before it was loaded is named as soon as it is known")
  func nameOfFault() {
    var stage = Stage()
    let unknown = QueuedTrack(TrackID(77))
    stage.send(.search(.foundToPlay([unknown], start: 0)))
    guard case .player(.play(let request, _, _)) = stage.receive().first(where: { $0.isPlay })
    else {
      Issue.record("nothing was played")
      return
    }
    stage.send(.player(.failed(request.id, reason: "it is damaged")))
    #expect(stage.app.message?.text == "Cannot play the track: it is damaged")
    #expect(stage.receive().contains(.load(.fault(unknown, "it is damaged"))))
    stage.send(.track(.faultNamed("Late", "it is damaged")))
    #expect(stage.app.message?.text == "Cannot play “Late”: it is damaged")
    // A late answer does not replace a newer message.
    stage.press("j")
    stage.send(.done(.history(.undone(nil))))
    stage.send(.track(.faultNamed("Later", "it is damaged")))
    #expect(stage.app.message?.text == "Nothing to undo")
  }

  @Test("a session comes back paused where it was")
  func restoring() {
    var stage = Stage()
    var session = Session()
    session.current = 1
    session.position = 42_000_000
    session.volume = 0.4
    session.mode = .songs
    let queue = PlayQueue(tracks: Samples.tracks.map(\.id), current: 1)
    stage.send(.session(.restored(session, queue)))
    let effects = stage.receive()
    let id = PlayID(track: TrackID(2), serial: 1)
    #expect(
      effects.contains(
        .player(
          .play(
            PlayRequest(id, neighbors: [TrackID(1), TrackID(3)]), from: .seconds(42), isPaused: true
          )))
    )
    #expect(effects.contains(.player(.setVolume(0.4))))
    #expect(stage.app.position == .seconds(42))
  }

  @Test("what was not opened for a session begins where the session left it")
  func restoredStream() {
    var stage = Stage()
    var session = Session()
    session.current = 1
    session.position = 42_000_000
    stage.send(
      .session(.restored(session, PlayQueue(tracks: Samples.tracks.map(\.id), current: 1))))
    _ = stage.receive()
    // The player has reported nothing: a restored stream is not opened.
    stage.press("Space")
    let effects = stage.receive()
    // The item behind it has the number between.
    let id = PlayID(track: TrackID(2), serial: 3)
    #expect(
      effects.contains(
        .player(
          .play(
            PlayRequest(id, neighbors: [TrackID(1), TrackID(3)]), from: .seconds(42),
            isPaused: false))
      ))
  }

  @Test("a session whose cursor was far down comes back before any rows are known")
  func restoringPosition() {
    var app = App(size: Size(rows: 40, columns: 120), now: .now, theme: .fallback)
    var session = Session()
    session.mode = .songs
    session.selected = 633_334
    let effects = app.handle(.session(.restored(session, PlayQueue(tracks: []))))
    #expect(app.library.selected == 633_334)
    #expect(
      effects.contains {
        if case .list(.load(.library, _, let wanted, _, _)) = $0 {
          wanted.range.contains(633_334)
        } else {
          false
        }
      })
  }

  @Test("Enter on a list that is still empty plays the first track as soon as it is found")
  func impatience() {
    var stage = Stage(tracks: [])
    stage.send(
      .session(.startedWithoutMusic(proposed: FilePath("/music"), demo: FilePath("/demo"))))
    stage.press("Enter", "Enter")
    #expect(
      stage.receive() == [
        .library(.countMusic([FilePath("/music")])), .library(.scan([FilePath("/music")])),
      ])
    stage.library = Samples.tracks
    var progress = ScanProgress()
    progress.added = 8
    stage.send(.library(.scanEnded(progress)))
    let query = ListQuery.folded(.songs)
    #expect(
      stage.receive() == [.find(.toPlay(.rows([], query), start: .track(TrackID(1)), serial: 1))])
  }

  @Test("paths on the command line play at once, and the queue is completed around the track")
  func paths() {
    var stage = Stage()
    stage.send(.search(.pathsAdded([QueuedTrack(TrackID(3))], isComplete: false)))
    let id = stage.obey()!
    #expect(id.track == TrackID(3))
    stage.send(
      .search(
        .pathsAdded(
          [QueuedTrack(TrackID(1)), QueuedTrack(TrackID(3)), QueuedTrack(TrackID(2))],
          isComplete: true)))
    #expect(stage.app.queue.current == 1)
    #expect(!stage.receive().contains { if case .player(.play) = $0 { true } else { false } })
    #expect(stage.app.playing.nextTrack?.id == TrackID(2))
  }

  @Test("paths that were played to the end before all were found are not played again")
  func pathsOver() {
    var stage = Stage()
    stage.send(.search(.pathsAdded([QueuedTrack(TrackID(3))], isComplete: false)))
    let id = stage.obey()!
    stage.send(.player(.finished(id, heard: 1, reachedEnd: true)))
    stage.send(.player(.state(.stopped)))
    _ = stage.receive()
    stage.send(.search(.pathsAdded([QueuedTrack(TrackID(3))], isComplete: true)))
    stage.send(.search(.pathsAdded([QueuedTrack(TrackID(3))], isComplete: false)))
    #expect(!stage.receive().contains { if case .player(.play) = $0 { true } else { false } })
  }
}

extension Effect {
  fileprivate var isPlay: Bool { if case .player(.play) = self { true } else { false } }
}

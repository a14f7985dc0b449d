import Music
import Screen
import Testing

@testable import Interface

@Suite("The frame of a requested item")
struct UnshownItemTests {
  private func opened(_ id: PlayID?, _ stage: inout Stage) throws {
    stage.send(.player(.state(.loading(try #require(id)))))
  }

  @Test("the frame of the next track waits for its report and its tracks, and shows all at once")
  func next() throws {
    var stage = Stage.playing()
    #expect(!stage.app.awaitsChange)
    let library = stage.library
    stage.library = []
    stage.press(">")
    let id = try #require(stage.app.playing.requested?.id)
    #expect(stage.app.awaitsChange)
    try opened(id, &stage)
    #expect(stage.app.awaitsChange)
    stage.send(.track(.loaded(library[1], entry: nil)))
    #expect(stage.app.awaitsChange)
    stage.send(.track(.loaded(library[2], entry: nil)))
    #expect(!stage.app.awaitsChange)
    #expect(stage.app.playing.track?.id == library[1].id)
    #expect(stage.app.playing.nextTrack?.id == library[2].id)
    // What shows is what will show once it plays.
    let frame = stage.frame
    let clock = PlayClock(
      position: .zero, at: stage.app.now, isAdvancing: true, duration: library[1].audio.duration)
    stage.send(.player(.state(.playing(id, clock))))
    #expect(stage.frame == frame)
  }

  @Test("nothing is waited for behind the next key, a second, a fault, and for what stays paused")
  func ends() throws {
    for end in 0..<4 {
      var stage = Stage.playing()
      stage.library = []
      stage.press(">")
      #expect(stage.app.awaitsChange)
      switch end {
      case 0: stage.press("Down")
      case 1: stage.send(.ticked)
      case 2:
        stage.send(.search(.foundToPlay([QueuedTrack(TrackID(1))], start: 0)))
        #expect(stage.app.awaitsChange)
        let id = try #require(stage.app.playing.requested?.id)
        stage.send(.player(.failed(id, reason: "it is gone")))
        stage.send(.player(.state(.stopped)))
      default:
        stage = Stage()
        stage.send(
          .session(.restored(Session(), PlayQueue(tracks: [TrackID(1)], current: 0))))
      }
      #expect(!stage.app.awaitsChange, "\(end)")
    }
  }

  @Test("what comes over the net is not waited for")
  func remote() throws {
    var stage = Stage.playing()
    let station = Track(
      id: TrackID(90), source: .stream(try #require(StreamAddress("http://radio.example/"))))
    stage.library.append(station)
    stage.send(.search(.foundToPlay([QueuedTrack(station.id)], start: 0)))
    #expect(stage.app.playing.track?.id == station.id && stage.app.playing.awaitsItem)
    #expect(!stage.app.awaitsChange)
  }

  @Test("a track that opens for long says so")
  func opening() throws {
    var stage = Stage.playing()
    stage.press(">")
    try opened(stage.app.playing.requested?.id, &stage)
    #expect(!stage.text.contains("Opening…") && stage.text.contains("Playing"))
    let due = try #require(stage.app.timeToNextTick)
    #expect(due <= UnshownItem.patience)
    stage.wait(UnshownItem.patience)
    #expect(stage.text.contains("Opening…"))
  }

  @Test("an edit before the player asks for the next item changes what shows as the next")
  func edited() throws {
    var stage = Stage.playing()
    stage.press(">")
    #expect(stage.app.playing.nextTrack?.id == Samples.tracks[2].id)
    stage.send(.search(.foundToQueue([QueuedTrack(Samples.tracks[4].id)], next: true)))
    stage.obey()
    #expect(stage.app.playing.nextTrack?.id == Samples.tracks[4].id)
    #expect(stage.app.playing.lookahead.next?.id.track == Samples.tracks[4].id)
  }
}

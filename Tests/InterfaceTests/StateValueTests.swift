import Music
import Screen
import Testing

@testable import Interface

/// The smaller values of the state.
@Suite("Values of the state")
struct StateValueTests {
  private let now = ContinuousClock.now

  private func after(_ time: Duration) -> ContinuousClock.Instant { now.advanced(by: time) }

  @Test("a place is saved every few seconds while it changes, a volume soon, and then nothing")
  func saving() {
    var saving = Saving(at: now)
    func isDue(_ seconds: Int) -> Bool {
      saving.isDue(at: after(.seconds(seconds)), speed: 1)
    }
    #expect(!isDue(60) && saving.times(at: now, speed: 1).isEmpty)
    saving.need()
    #expect(!isDue(1) && isDue(4))
    saving.volumeChanged(at: now)
    #expect(isDue(1))
    saving.saved(at: after(.seconds(1)), isPlaying: true)
    #expect(!isDue(3) && isDue(5))
    saving.saved(at: after(.seconds(5)), isPlaying: false)
    #expect(saving.times(at: after(.seconds(5)), speed: 1).isEmpty)
  }

  @Test("at any speed less than five seconds of a track go by between two saves")
  func savingFast() {
    var saving = Saving(at: now)
    saving.need()
    for speed in [0.5, 1, 1.5, 2, 3] {
      let wait = saving.times(at: now, speed: speed)[0]
      #expect(wait * speed < .seconds(5), "at \(speed)")
      #expect(saving.isDue(at: now + wait, speed: speed), "at \(speed)")
      #expect(!saving.isDue(at: now + wait - .milliseconds(1), speed: speed), "at \(speed)")
    }
    // The player goes by the speed that it plays at.
    var stage = Stage.playing()
    _ = stage.order(.speed(2))
    stage.wait(.seconds(4))
    _ = stage.receive()
    #expect(stage.app.timeToNextTick.map { $0 <= .seconds(2) } == true)
    stage.wait(.seconds(2))
    let saves = stage.receive().filter {
      if case .session(.saveSession) = $0 { true } else { false }
    }
    #expect(saves.count == 1)
  }

  @Test("other processes are looked after once behind a key, at most every two seconds")
  func polling() {
    var polling = Polling(at: now)
    #expect(polling.time(at: now) == nil)
    polling.inputCame()
    #expect(polling.time(at: after(.seconds(1))) == .seconds(1))
    #expect(!polling.takeDue(at: after(.seconds(1))) && polling.takeDue(at: after(.seconds(2))))
    #expect(polling.time(at: after(.seconds(2))) == nil)
  }

  @Test("an order that was stopped, or that another one follows, is no longer looked for")
  func arranging() {
    var tasks = Tasks()
    tasks.arrangingStarted(PlaylistID(1), opensWindow: true)
    tasks.arrangingProgressed(PlaylistID(2), 0.5)
    #expect(tasks.arranging?.part == 0)
    tasks.arrangingStarted(PlaylistID(2), opensWindow: true)
    tasks.arrangingEnded(PlaylistID(1))
    #expect(tasks.arranging?.playlist == PlaylistID(2))
    tasks.arrangingEnded(PlaylistID(2))
    #expect(tasks.arranging == nil)
  }

  @Test("a skin with a mistake is passed over")
  func skins() {
    var skins = Skins(.fallback)
    #expect(skins.next() == nil)
    // The skin that was requested before any was listed.
    #expect(skins.listed(["a", "b", "c"]) == "a")
    #expect([skins.next(), skins.next(), skins.next()] == ["b", "c", "a"])
  }

  @Test("news waits until what went wrong was seen")
  func messages() {
    var messages = Messages()
    messages.say(App.Message("bad", .bad, of: nil, at: now, inputs: 0), at: now)
    messages.say(App.Message("worse", .bad, of: nil, at: now, inputs: 0), at: now)
    #expect(messages.shown?.text == "bad")
    messages.showNext(at: after(.seconds(1)), inputs: 0)
    #expect(messages.shown?.text == "bad")
    messages.showNext(at: after(.seconds(2)), inputs: 0)
    #expect(messages.shown?.text == "worse")
    messages.clear()
    #expect(messages.shown == nil && messages.due(at: now, fades: true) == nil)
  }

  @Test("the volume takes the muting off, and what the player says of itself is not said again")
  func audio() {
    var audio = Audio()
    _ = audio.toggleMute()
    #expect(audio.isMuted)
    let response = audio.changeVolume(by: -10)
    #expect(response.effects == [.player(.setVolume(0.9)), .player(.setMuted(false))])
    #expect(audio.receive(.volume(0.9, isMuted: false)) == [])
    #expect(audio.receive(.volume(0.5, isMuted: false)) == Response([], .volumeChanged))
    let reason = "no server"
    #expect(
      audio.receive(.output(.unavailable(reason))).facts
        == [.said("No sound: \(reason)", .bad), .outputFailed(reason)])
    #expect(audio.receive(.output(.unavailable("no server"))) == [])
  }

  @Test("a waveform is asked for once, and again when more was found of its track")
  func waveforms() {
    var waveforms = Waveforms()
    let track = Samples.tracks[0]
    #expect(waveforms.missing(of: track, besides: []) == [.load(.analysis(track.id))])
    waveforms.receive(nil, nil, of: Samples.tracks[1].id)
    #expect(waveforms[Samples.tracks[1].id] == nil && waveforms[track.id] != nil)
    _ = waveforms.missing(of: Samples.tracks[1], besides: [])
    #expect(waveforms[track.id] == nil)
  }

  @Test("an adjustment of a cue soon after another is one step with it")
  func adjustments() {
    var cueEditing = Cueing()
    let continued = [0, 1, 3].map {
      cueEditing.adjust(CueID(1), .move(by: .milliseconds(10)), at: after(.seconds($0)))
    }
    #expect(continued == [false, true, false])
    cueEditing.endAdjustment()
    let isContinued = cueEditing.adjust(
      CueID(1), .move(by: .milliseconds(10)), at: after(.seconds(3)))
    #expect(!isContinued)
  }
}

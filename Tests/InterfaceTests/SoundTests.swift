import Music
import Screen
import Testing

@testable import Interface

@Suite("Sound")
struct SoundTests {
  /// The effects of a command line.
  private func run(_ line: String, _ stage: inout Stage) -> [Effect] {
    _ = stage.receive()
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
    return stage.receive()
  }

  @Test(
    "every setting has a command with an argument, which is said",
    arguments: [
      ("equalizer rock", "Equalizer: Rock"), ("replaygain album", "ReplayGain: album"),
      ("preamp -3", "ReplayGain preamp: −3 dB; ReplayGain is off"),
      ("clipping off", "ReplayGain may clip peaks"), ("balance -30", "Balance: 30 left"),
      ("mono", "Mono"), ("speed 1.25", "Speed 1.25×"), ("faster", "Speed 1.05×"),
      ("slower", "Speed 0.95×"), ("crossfade 4.5", "Crossfade: 4.5 s"),
    ])
  func settings(line: String, text: String) {
    var stage = Stage()
    var expected = SoundSettings()
    switch line {
    case "equalizer rock": expected.equalizer = .rock
    case "replaygain album": expected.replayGain = .album
    case "preamp -3": expected.preamp = -3
    case "clipping off": expected.preventsClipping = false
    case "balance -30": expected.balance = -0.3
    case "mono": expected.isMono = true
    case "speed 1.25": expected.speed = 1.25
    case "faster": expected.speed = 1.05
    case "crossfade 4.5": expected.crossfade = .milliseconds(4_500)
    default: expected.speed = 0.95
    }
    #expect(run(line, &stage) == [.player(.setSound(expected, keptSpeed: expected.speed))])
    #expect(stage.app.sound == expected)
    #expect(stage.app.message?.text == text)
  }

  @Test(
    "what is out of bounds or no number changes nothing and says the form",
    arguments: [
      "equalizer loud", "replaygain", "preamp 13", "preamp nan", "clipping maybe", "balance 101",
      "speed 0.4", "speed inf", "sleep 25:00", "sleep -5", "sleep 1:75", "sleep x",
      "open ftp://host/x", "open http://", "crossfade 13", "crossfade -1", "crossfade long",
      "entry-crossfade 13", "entry-crossfade -1", "gain 99",
      "start 1:xx", "end -4",
    ])
  func mistakes(line: String) {
    var stage = Stage()
    let before = stage.app.sound
    // A bare "replaygain" is the command that cycles.
    let effects = run(line, &stage)
    guard line != "replaygain" else {
      #expect(stage.app.sound.replayGain == .track)
      return
    }
    #expect(effects.isEmpty)
    #expect(stage.app.sound == before)
    #expect(stage.app.message?.text.hasPrefix("Usage: ") == true)
  }

  @Test("keys change the speed in steps, reset it, and the bar shows it where it is not 1")
  func speed() {
    var stage = Stage()
    stage.press("}", "}", "}")
    #expect(stage.app.sound.speed == 1.15)
    stage.app.messages.clear()
    #expect(stage.text.contains("1.15×"))
    stage.press("{", "\\")
    #expect(stage.app.sound.speed == 1)
    stage.app.messages.clear()
    #expect(!stage.text.contains("×"))
    for _ in 0..<100 { stage.press("}") }
    #expect(stage.app.sound.speed == 3)
  }

  @Test("the bar shows the crossfade while it is on, and its lengths are chosen from a list")
  func crossfade() {
    var stage = Stage()
    #expect(run("crossfade 4.5", &stage).count == 1)
    stage.app.messages.clear()
    #expect(stage.text.contains("⨯4.5s"))
    // Without a length the command lists them.
    #expect(run("crossfade", &stage).isEmpty)
    #expect(stage.text.contains("● 4.5 s") && stage.text.contains("  12 s"))
    stage.press("Home", "Enter")
    #expect(stage.receive() == [.player(.setSound(SoundSettings(), keptSpeed: 1))])
    #expect(stage.app.message?.text == "No crossfade")
    stage.app.messages.clear()
    #expect(!stage.text.contains("⨯"))
  }

  @Test("L goes through the ReplayGain modes")
  func replayGain() {
    var stage = Stage()
    let modes = (0..<4).map { _ in
      stage.press("L")
      return stage.app.sound.replayGain
    }
    #expect(modes == [.track, .album, .smart, .off])
  }

  @Test("what was kept is told to the player, the chosen output too")
  func restoring() {
    var stage = Stage()
    var sound = SoundSettings()
    sound.equalizer = .jazz
    stage.send(.session(.soundRestored(sound, device: "usb")))
    #expect(
      stage.receive() == [
        .player(.setSound(sound, keptSpeed: 1)), .player(.chooseDevice("usb")),
      ])
    #expect(stage.app.sound.equalizer == .jazz)
  }

  // MARK: Outputs

  private let devices = [
    OutputDevice(name: "pci", description: "Speakers", isDefault: true),
    OutputDevice(name: "usb", description: "USB DAC"),
    OutputDevice(name: "air", description: "Kitchen", isRemote: true),
  ]

  @Test("the picker of outputs marks the chosen one and follows what comes and goes")
  func outputs() {
    var stage = Stage()
    stage.press("D")
    #expect(stage.app.overlays.isEmpty && stage.app.message != nil)
    stage.send(.player(.devices(devices, chosen: nil)))
    stage.press("D")
    #expect(stage.text.contains("● Follow the default"))
    #expect(stage.text.contains("network"))
    stage.press("j", "j")
    // The speakers go away: the cursor stays on the DAC.
    stage.send(.player(.devices(Array(devices.dropFirst()), chosen: nil)))
    #expect(!stage.text.contains("Speakers"))
    stage.press("Enter")
    #expect(stage.receive() == [.player(.chooseDevice("usb"))])
    #expect(run("output default", &stage) == [.player(.chooseDevice(nil))])
    #expect(run("output kitch", &stage) == [.player(.chooseDevice("air"))])
    #expect(run("output gramophone", &stage).isEmpty)
    #expect(stage.app.message?.kind == .bad)
  }

  @Test("a chosen output that is not there, goes or comes back is said")
  func missingOutput() {
    var stage = Stage()
    stage.send(.session(.soundRestored(SoundSettings(), device: "usb")))
    stage.send(.player(.devices([devices[0]], chosen: "usb")))
    #expect(stage.app.message?.text.hasPrefix("usb is not there") == true)
    stage.press("D")
    #expect(stage.text.contains("● usb"))
    #expect(stage.text.contains("not there │"))
    stage.press("Esc")
    stage.send(.player(.devices(devices, chosen: "usb")))
    #expect(stage.app.message?.text == "USB DAC is back")
    stage.send(.player(.devices([devices[0]], chosen: "usb")))
    #expect(stage.app.message?.text.hasPrefix("USB DAC is not there") == true)
  }

  // MARK: Sleep

  @Test(
    "the sleep timer is set by minutes, hours, the end of the track, and off",
    arguments: [
      ("sleep 30", Effect.player(.sleep(.after(.seconds(1800))))),
      ("sleep 1:30", .player(.sleep(.after(.seconds(5400))))),
      ("sleep end", .player(.sleep(.endOfTrack))),
      ("sleep +5", .player(.sleep(.after(.seconds(300))))),
    ])
  func sleeping(line: String, effect: Effect) {
    var stage = Stage()
    #expect(run(line, &stage) == [effect])
  }

  @Test("+5 extends a timer that runs, off ends it, and the picker has all of them")
  func extending() {
    var stage = Stage()
    stage.send(.player(.sleep(.until(stage.app.now.advanced(by: .seconds(600))))))
    #expect(run("sleep +5", &stage) == [.player(.sleep(.after(.seconds(900))))])
    #expect(run("sleep off", &stage) == [.player(.sleep(nil))])
    stage.press("z")
    #expect(stage.text.contains("Stops in 10 minutes."))
    stage.press("j", "j", "Enter")
    #expect(stage.receive() == [.player(.sleep(.after(.seconds(900))))])
    stage.send(.player(.sleep(.off)))
    #expect(run("sleep off", &stage).isEmpty)
  }

  @Test("the minutes that are left show, and tick once a minute when nothing plays")
  func minutes() throws {
    var stage = Stage()
    stage.send(.player(.sleep(.until(stage.app.now.advanced(by: .seconds(150))))))
    #expect(stage.text.contains("sleep 3 min"))
    let first = try #require(stage.app.timeToNextTick)
    #expect(abs(first.seconds - 30) < 0.1)
    stage.wait(first)
    #expect(stage.text.contains("sleep 2 min"))
    let second = try #require(stage.app.timeToNextTick)
    #expect(abs(second.seconds - 60) < 0.1)
    stage.wait(second)
    stage.wait(.seconds(60))
    stage.send(.player(.sleep(.slept)))
    #expect(stage.app.message?.text == "Sleep timer: paused")
    stage.wait(.seconds(10))
    #expect(stage.app.timeToNextTick == nil)
  }

  // MARK: Reports

  @Test("buffering shows until the next state, and a call until the music goes on")
  func reports() {
    var stage = Stage()
    let id = stage.playSelected()!
    stage.send(.player(.buffering(PlayID(track: id.track, serial: 999))))
    #expect(!stage.text.contains("Buffering"))
    stage.send(.player(.buffering(id)))
    #expect(stage.text.contains("Buffering…"))
    stage.send(.player(.state(.playing(id, stage.clock()))))
    #expect(!stage.text.contains("Buffering"))
    stage.send(.player(.interrupted(true)))
    #expect(stage.text.contains("Paused for a call"))
    stage.send(.player(.state(.paused(id, stage.clock(isAdvancing: false)))))
    stage.app.messages.clear()
    #expect(stage.text.contains("In a call"))
    stage.send(.player(.interrupted(false)))
    stage.send(.player(.state(.playing(id, stage.clock()))))
    stage.app.messages.clear()
    #expect(!stage.text.contains("call"))
  }

  @Test("beside the tabs of a narrow pane the state is a sign")
  func narrowState() {
    var stage = Stage()
    let id = stage.playSelected()!
    func state(_ room: Int) -> String? {
      NowPlayingPane().status(in: stage.app, columns: 40, room: room)?.text
    }
    stage.send(.player(.state(.playing(id, stage.clock()))))
    #expect(state(7) == "Playing" && state(6) == String(stage.app.skins.shape.playing))
    stage.send(.player(.buffering(id)))
    #expect(state(10) == "Buffering…" && state(9) == "…")
    stage.send(.player(.interrupted(true)))
    stage.send(.player(.state(.paused(id, stage.clock(isAdvancing: false)))))
    #expect(state(17) == "Paused for a call" && state(16) == "In a call" && state(8) == "‖")
    stage.send(.player(.interrupted(false)))
    stage.send(.player(.state(.stopped)))
    #expect(state(7) == "Stopped" && state(6) == "■")
    // Between the tabs and the corner of the pane.
    for columns in [104, 114, 120] {
      stage.send(.resized(Size(rows: 40, columns: columns)))
      let line = stage.frame.text(ofRow: 0)
      #expect(line.contains(" Stopped ") || line.contains(" ■ "), "\(columns): \(line)")
    }
  }

  @Test("what is done when headphones are pulled is the player's, by the setting, and is said")
  func unplugged() {
    var stage = Stage()
    let id = stage.playSelected()!
    stage.send(.player(.state(.playing(id, stage.clock()))))
    _ = stage.receive()
    #expect(stage.app.value(of: .playerUnplugged) == .text("pause"))
    #expect(run("set player.unplugged resume", &stage).contains(.player(.setUnplugging(.resume))))
    stage.send(.player(.state(.paused(id, stage.clock(isAdvancing: false)))))
    stage.send(.player(.unplugged("Headphones")))
    #expect(stage.app.message?.text == "Paused: Headphones is unplugged")
    stage.send(.player(.pluggedIn("Headphones")))
    stage.send(.player(.state(.playing(id, stage.clock()))))
    stage.app.messages.clear()
    #expect(stage.app.message == nil)
  }

  @Test("going on during a call is not said to be the end of the call")
  func goingOnDuringCall() {
    var stage = Stage()
    let id = stage.playSelected()!
    stage.send(.player(.state(.playing(id, stage.clock()))))
    stage.send(.player(.interrupted(true)))
    stage.send(.player(.state(.paused(id, stage.clock(isAdvancing: false)))))
    stage.app.messages.clear()
    stage.press("Space")
    stage.send(.player(.interrupted(false)))
    stage.send(.player(.state(.playing(id, stage.clock()))))
    #expect(stage.app.message == nil)
  }

  @Test("a stream shows its own title, has no end, and cannot be sought in")
  func streams() {
    let address = StreamAddress("http://radio.example/live")!
    let radio = Track(
      id: TrackID(70), source: .stream(address),
      tags: Tags(title: "Radio Example"))
    var stage = Stage(tracks: [radio])
    #expect(
      run("open http://radio.example/live", &stage) == [
        .find(.stream(address, serial: 1))
      ])
    stage.send(.search(.foundToPlay([QueuedTrack(radio.id)], start: 0)))
    let id = stage.obey()!
    var clock = stage.clock(.seconds(75))
    clock.duration = nil
    stage.send(.player(.state(.playing(id, clock))))
    #expect(stage.app.isLive)
    #expect(stage.text.contains("1:15 / LIVE"))
    stage.send(.player(.streamTitle(id, "Artist - Song\u{1B}[31m")))
    #expect(stage.text.contains("Artist - Song"))
    #expect(stage.text.contains("│ Radio Example"))
    #expect(!stage.text.contains("\u{1B}"))
    _ = stage.receive()
    stage.press("Right", "<")
    #expect(stage.receive().isEmpty)
    #expect(stage.app.message?.text.contains("live stream") == true)
    #expect(stage.app.session.position == 0)
  }
}

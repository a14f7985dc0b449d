import Interface
import Music
import Testing

@Suite("Seeking")
struct SeekingTests {
  private func stage(at position: Duration, speed: Double = 1) -> (Stage, PlayID) {
    var stage = Stage()
    let id = stage.playSelected()!
    var clock = stage.clock(position)
    clock.speed = speed
    stage.send(.player(.state(.playing(id, clock))))
    _ = stage.receive()
    return (stage, id)
  }

  private func seeks(_ stage: inout Stage) -> [Duration] {
    stage.receive().compactMap { if case .player(.seek(let to)) = $0 { to } else { nil } }
  }

  @Test("seek keys add up from where the seek is going, within the track")
  func adding() {
    var (stage, _) = stage(at: .seconds(10))
    for key in ["Right", "Right", "f", "Shift-Right"] {
      stage.press(key)
      stage.wait(.milliseconds(100))
    }
    #expect(seeks(&stage) == [.seconds(15), .seconds(20), .seconds(30), .seconds(60)])
    for _ in 0..<20 { stage.press("F") }
    #expect(stage.app.position == .seconds(180))
    stage.wait(.milliseconds(100))
    #expect(seeks(&stage).last == .seconds(180))
  }

  @Test("what is pressed before anything is heard decides where it begins")
  func early() {
    var (stage, id) = stage(at: .zero)
    stage.send(.player(.state(.loading(id))))
    _ = stage.receive()
    stage.press("Right")
    #expect(seeks(&stage) == [.seconds(5)])
    stage.wait(.milliseconds(100))
    stage.type(":seek 25")
    stage.press("Enter")
    #expect(seeks(&stage) == [.seconds(25)])
    stage.wait(.milliseconds(100))
    stage.press("Right")
    #expect(seeks(&stage) == [.seconds(30)])
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(30))))))
    #expect(stage.app.position == .seconds(30))
  }

  @Test("a held key shows every step at once and tells the player at most every 80 ms")
  func holding() {
    var (stage, _) = stage(at: .zero)
    var shown: [Duration] = []
    // A terminal repeats a key about every 30 ms.
    for _ in 0..<20 {
      stage.press("Right")
      shown.append(stage.app.position)
      stage.app.now = stage.app.now.advanced(by: .milliseconds(30))
    }
    #expect(shown == (1...20).map { .seconds(5 * $0) })
    let told = seeks(&stage)
    #expect((6...9).contains(told.count))
    // The last position is sent without another key, as soon as allowed.
    let due = stage.app.timeToNextTick
    #expect(due.map { $0 <= .milliseconds(80) } == true)
    stage.wait(.milliseconds(80))
    #expect((told + seeks(&stage)).last == .seconds(100))
    stage.wait(.milliseconds(80))
    #expect(seeks(&stage).isEmpty)
  }

  @Test("a report of a place before the last one does not move what shows back")
  func lateReports() {
    var (stage, id) = stage(at: .zero)
    stage.press("F")
    stage.wait(.milliseconds(100))
    stage.press("F")
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(30))))))
    #expect(stage.app.position == .seconds(60))
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(60))))))
    stage.wait(.seconds(1))
    #expect(stage.app.position == .seconds(61))
  }

  @Test("a place that the player never reaches stops showing after half a second")
  func unreached() {
    var (stage, id) = stage(at: .seconds(10))
    stage.press("F")
    stage.send(.player(.state(.playing(id, stage.clock(.seconds(10))))))
    #expect(stage.app.position == .seconds(40))
    stage.wait(.milliseconds(501))
    #expect(stage.app.position == .milliseconds(10_501))
  }

  @Test("a seek that was not told yet is forgotten when another track is asked for")
  func forgotten() {
    var (stage, _) = stage(at: .zero)
    stage.press("Right", "Right", ">")
    _ = stage.receive()
    stage.wait(.milliseconds(200))
    #expect(seeks(&stage).isEmpty)
  }

  @Test(
    "a second that shows ticks once, at every speed", arguments: [0.5, 1, 1.25, 2, 3])
  func ticks(speed: Double) throws {
    var (stage, _) = stage(at: .milliseconds(10_400), speed: speed)
    var shown = [stage.app.position.clockText]
    var time = Duration.zero
    // The position is saved now and then, which ticks too.
    for _ in 0..<12 where shown.count < 7 {
      let tick = try #require(stage.app.timeToNextTick)
      time += tick
      stage.wait(tick)
      let text = stage.app.position.clockText
      if text != shown.last { shown.append(text) }
    }
    #expect(shown == (10...16).map { "0:\($0)" })
    let expected = 5.6 / speed
    #expect(abs(time.seconds - expected) < 0.03)
  }

  @Test("a time beyond the end is refused and said, and so is one that is no time")
  func beyond() {
    var (stage, _) = stage(at: .seconds(10))
    for text in ["9:00", "99:99", "1:75", "0:60:00", "+99999999999999", "-9223372036854775808"] {
      stage.type(":seek \(text)")
      stage.press("Enter")
      #expect(seeks(&stage).isEmpty, "\(text)")
      #expect(stage.app.message?.kind == .bad, "\(text)")
    }
    stage.type(":seek 9:00")
    stage.press("Enter")
    #expect(stage.app.message?.text == "It ends at 3:00")
    stage.type(":seek 2:59.5")
    stage.press("Enter")
    #expect(seeks(&stage) == [.milliseconds(179_500)])
  }

  @Test("a seek in a file of unknown length stays within what can be kept")
  func unknownLength() {
    var (stage, id) = stage(at: .seconds(10))
    var clock = stage.clock(.seconds(10))
    clock.duration = nil
    stage.library = []
    stage.send(
      .track(.loaded(Samples.track(id.track.rawValue, "?", nil, nil, nil, nil, seconds: nil))))
    stage.send(.player(.state(.paused(id, clock))))
    _ = stage.receive()
    for _ in 0..<3 {
      stage.type(":seek +1000000")
      stage.press("Enter")
      stage.wait(.milliseconds(100))
    }
    #expect(seeks(&stage).last == .seconds(1_000_000))
    #expect(stage.app.session.position == 1_000_000_000_000)
  }
}

import Music
import Screen
import Testing

@testable import Interface

/// What changes beside a spectrum, in steps as those of the run loop.
@Suite("Changes beside the picture of what is heard")
struct VisualTimingTests {
  /// Runs as the run loop does: a reading that is due alone redraws nothing but the spectrum.
  private func frames(_ stage: inout Stage, for time: Duration) -> [(at: Duration, frame: Frame)] {
    var shown = stage.frame
    var frames: [(at: Duration, frame: Frame)] = []
    let start = stage.app.now
    let clock = stage.app.timeOfDay
    while let step = stage.app.timeToNextTick, stage.app.now + step - start <= time {
      let next = stage.app.now + step
      let effects = stage.app.dueReading(at: next)
      stage.app.timeOfDay = clock.map { $0 + (next - start) }
      if let effects {
        if !effects.isEmpty { _ = stage.app.handle(.heard(nil)) }
        if !ScreenView.drawVisual(of: stage.app, into: &shown) { shown = stage.frame }
      } else {
        stage.send(.ticked)
        shown = stage.frame
      }
      frames.append((next - start, shown))
    }
    return frames
  }

  private func stage(
    at position: Duration, size: Size, prepare: (inout Stage) -> Void = { _ in }
  ) -> Stage {
    var stage = Stage(rows: size.rows, columns: size.columns)
    prepare(&stage)
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(position)))))
    }
    stage.run("visual spectrum")
    stage.wait(.milliseconds(1))
    return stage
  }

  private func hasTitle(_ text: String, _ frame: Frame) -> Bool {
    (0..<frame.size.rows).contains { row in
      let cells = (0..<frame.size.columns).map { frame[row, $0] }
      guard let found = cells.map(\.text).joined().firstRange(of: text) else { return false }
      let line = cells.map(\.text).joined()
      return cells[TextWidth.columns(of: String(line[..<found.lowerBound]))].face == .title
    }
  }

  @Test("the next line of lyrics is lit when it is heard")
  func lyrics() throws {
    let text = "[00:10.00]First light\n[00:20.00]Second wave\n[00:30.00]Third shore"
    var stage = stage(at: .seconds(19), size: Size(rows: 60, columns: 200)) {
      $0.lyrics[TrackID(1)] = Lyrics(bytes: Array(text.utf8)).map {
        TrackLyrics($0, from: .embedded)
      }
    }
    #expect(stage.app.lyricsBelowTrack != nil && stage.app.visualRect != nil)
    let frames = frames(&stage, for: .seconds(2))
    #expect(frames.count > 50)
    let lit = try #require(frames.first { hasTitle("Second wave", $0.frame) })
    #expect(lit.at > .milliseconds(950) && lit.at < .milliseconds(1_040), "\(lit.at)")
  }

  @Test("a close view of the waveform moves on in its own steps")
  func zoomedWaveform() throws {
    // Half a second loud, half a second quiet, so that each step looks different.
    let columns = (0..<180 * 150).map { index in
      let peak: Int8 = index / 75 % 2 == 0 ? 100 : 10
      return WaveformColumn(
        low: -peak, high: peak, rms: UInt8(peak), bass: 2 * UInt8(peak), middle: 90, treble: 30)
    }
    var stage = stage(at: .seconds(60), size: Size(rows: 40, columns: 120)) {
      $0.waveforms[TrackID(1)] = WaveformLevels(Waveform(columns: columns))
    }
    stage.press("Z", "Z")
    let layout = stage.app.layout
    let rect = try #require(layout.wave)
    func wave(_ frame: Frame) -> [String] {
      (0..<rect.columns).map { frame[rect.row, rect.column + $0].text }
    }
    #expect(Set(wave(stage.frame)).count > 1 && stage.app.visualRect != nil)
    let shown = frames(&stage, for: .seconds(4)).map { wave($0.frame) }
    let changes = zip(shown, shown.dropFirst()).count { $0 != $1 }
    #expect(changes >= 4 && changes < shown.count, "\(changes) of \(shown.count)")
  }

  @Test("no second of the position is skipped, and none comes late")
  func seconds() {
    var stage = stage(at: .milliseconds(21_400), size: Size(rows: 40, columns: 120))
    let frames = frames(&stage, for: .seconds(6))
    for second in 22...27 {
      let first = frames.first { entry in
        (0..<40).contains { entry.frame.text(ofRow: $0).contains("0:\(second)") }
      }
      let due = Duration.seconds(second) - .milliseconds(21_401)
      #expect(first.map { $0.at >= due && $0.at < due + .milliseconds(40) } == true, "\(second)")
    }
  }

  @Test("the minute of the clock and the rest of the sleep timer change when they are due")
  func minutes() {
    var stage = stage(at: .seconds(20), size: Size(rows: 40, columns: 120))
    stage.app.timeOfDay = .seconds(23 * 3_600 + 41 * 60 + 58)
    stage.press("o")
    #expect(stage.text.contains("23:41") && stage.app.visualRect != nil)
    let frames = frames(&stage, for: .seconds(3))
    let changed = frames.first { entry in
      (0..<40).contains { entry.frame.text(ofRow: $0).contains("23:42") }
    }
    #expect(changed.map { $0.at < .milliseconds(2_050) } == true)
  }
}

import Music
import Screen
import Testing

@testable import Interface

/// Spectrum, wave and meter of what is heard.
@Suite("The picture of what is heard")
struct VisualTests {
  private func stage(
    _ style: VisualStyle?, size: Size = Size(rows: 40, columns: 120)
  ) -> Stage {
    var stage = Stage(rows: size.rows, columns: size.columns)
    stage.app.focus = .library
    if let id = stage.playSelected() {
      stage.send(.player(.state(.playing(id, stage.clock(.seconds(20))))))
    }
    _ = stage.receive()
    if let style { enter("visual \(style.rawValue)", &stage) }
    return stage
  }

  private func enter(_ line: String, _ stage: inout Stage) {
    stage.press(":")
    stage.type(line)
    stage.press("Enter")
  }

  /// The readings asked for since the last call.
  private func readings(_ stage: inout Stage) -> [HeardRequest] {
    stage.receive().compactMap {
      if case .monitor(.measure(let request)) = $0 { request } else { nil }
    }
  }

  private func listens(_ stage: inout Stage) -> [Bool] {
    stage.receive().compactMap { if case .monitor(.listen(let isOn)) = $0 { isOn } else { nil } }
  }

  /// The rows of the picture as it is on the screen.
  private func rows(_ stage: Stage) -> [String] {
    guard let rect = stage.app.visualRect else { return [] }
    let frame = stage.frame
    return (rect.row..<rect.bottom).map { row in
      (rect.column..<rect.right).map { frame[row, $0].text }.joined()
    }
  }

  @Test("off, which it is at first, asks for nothing and has no time of its own")
  func off() {
    var stage = stage(nil)
    #expect(stage.app.visualRect == nil && stage.app.visualDue == nil)
    stage.wait(.seconds(1))
    let isSilent = stage.receive().allSatisfy {
      if case .monitor = $0 { false } else { true }
    }
    #expect(isSilent)
  }

  @Test("on, it is read thirty times a second while it plays, and never while it is paused")
  func readings() throws {
    var stage = stage(.spectrum)
    #expect(listens(&stage) == [true])
    stage.wait(.milliseconds(1))
    let rect = try #require(stage.app.visualRect)
    let bands = VisualView.bands(columns: rect.columns)
    #expect(readings(&stage) == [.spectrum(bands: bands)])
    stage.send(.heard(nil))
    #expect(stage.app.visualDue.map { $0 > .milliseconds(30) } == true)
    #expect(stage.app.timeToNextTick.map { $0 < .milliseconds(34) } == true)
    stage.wait(.milliseconds(10))
    #expect(readings(&stage).isEmpty)
    stage.wait(.milliseconds(24))
    #expect(readings(&stage).count == 1)
    let id = try #require(stage.app.player.item)
    stage.send(
      .player(.state(.paused(id, stage.clock(.seconds(21), isAdvancing: false)))))
    stage.wait(.seconds(30))
    stage.wait(.seconds(30))
    #expect(stage.app.visualDue == nil && readings(&stage).isEmpty)
    #expect(stage.app.timeToNextTick == nil)
    stage.send(.player(.state(.stopped)))
    #expect(listens(&stage) == [false] && stage.app.visualRect == nil)
  }

  @Test("without motion it neither shows nor is read")
  func motion() {
    var stage = stage(.spectrum)
    #expect(listens(&stage) == [true])
    stage.run("motion off")
    #expect(listens(&stage) == [false] && stage.app.visualRect == nil)
    stage.run("motion on")
    #expect(listens(&stage) == [true])
  }

  @Test("nothing is read where nothing shows it: lyrics, a window, a large mix, a small screen")
  func hidden() {
    var stage = stage(.wave)
    #expect(listens(&stage) == [true])
    stage.press("\"")
    #expect(listens(&stage) == [false] && stage.app.visualDue == nil)
    stage.press("]")
    #expect(stage.app.showsComments && listens(&stage) == [])
    stage.press("]")
    #expect(listens(&stage) == [true] && stage.app.visualDue == .zero)
    stage.press("?")
    #expect(listens(&stage) == [false] && stage.app.visualDue == nil)
    stage.press("Esc")
    #expect(listens(&stage) == [true])
    // A prompt has a line of its own.
    stage.press(":")
    #expect(listens(&stage) == [] && stage.app.visualDue != nil)
    stage.press("Esc")
    stage.send(.resized(Size(rows: 10, columns: 40)))
    #expect(listens(&stage) == [false] && stage.app.visualDue == nil)
    stage.send(.resized(Size(rows: 5, columns: 20)))
    #expect(stage.app.visualRect == nil)
  }

  @Test(
    "it shows at every size where Now Playing shows with its names",
    arguments: [
      Size(rows: 40, columns: 120), Size(rows: 24, columns: 100), Size(rows: 60, columns: 200),
    ])
  func sizes(size: Size) throws {
    let stage = stage(.meter, size: size)
    let rect = try #require(stage.app.visualRect)
    #expect(rect.rows >= 3 && rect.columns >= 8)
    let pane = try #require(stage.app.layout.panes[.nowPlaying])
    #expect(rect.row > pane.row && rect.bottom < pane.bottom)
    for text in ["Aerodynamic", "Daft Punk", "Discovery"] { #expect(stage.text.contains(text)) }
  }

  @Test(
    "over the whole screen it shows beside the cover, or in its place",
    arguments: [ImageWay.blocks, .none], [(40, 120), (30, 100), (24, 80), (12, 60)])
  func fullScreen(way: ImageWay, size: (rows: Int, columns: Int)) throws {
    var stage = stage(.spectrum, size: Size(rows: size.rows, columns: size.columns))
    stage.send(.imagesChosen(way, cell: PixelSize(width: 10, height: 20)))
    stage.press("o")
    let areas = try #require(stage.app.fullScreenAreas)
    #expect(stage.app.visualRect == areas.visual && !areas.visual.isEmpty)
    #expect(areas.cover.isEmpty == (way == .none || size.rows < 24))
    stage.wait(.milliseconds(40))
    let bands = VisualView.bands(columns: areas.visual.columns)
    #expect(readings(&stage).contains(.spectrum(bands: bands)))
    stage.send(.heard(.spectrum([Float](repeating: -6, count: bands))))
    #expect(rows(stage).allSatisfy { $0.filter { $0 == "█" }.count >= bands })
    stage.send(.resized(Size(rows: 6, columns: 30)))
    #expect(listens(&stage) == [false] && stage.app.visualRect == nil)
  }

  @Test("the bar of the loudest band is the highest, falls slowly, and its peak stays behind")
  func spectrum() throws {
    var stage = stage(.spectrum)
    stage.wait(.milliseconds(1))
    let bands = VisualView.bands(columns: try #require(stage.app.visualRect).columns)
    var levels = [Float](repeating: -90, count: bands)
    levels[bands / 2] = -6
    stage.send(.heard(.spectrum(levels)))
    let full = rows(stage)
    #expect(full.allSatisfy { $0.filter { $0 == "█" }.count == 1 }, "\(full)")
    let columns = Set(full.map { Array($0).firstIndex(of: "█") })
    #expect(columns.count == 1)
    stage.wait(.milliseconds(600))
    stage.send(.heard(nil))
    // Thirty-six dB of sixty are gone; the peak is where it was.
    #expect(rows(stage).first?.contains("▔") == true && rows(stage).last?.contains("█") == true)
    stage.wait(.seconds(3))
    stage.send(.heard(nil))
    stage.wait(.seconds(3))
    stage.send(.heard(nil))
    #expect(!rows(stage).joined().contains("█") && !rows(stage).joined().contains("▔"))
  }

  @Test("the meter marks a clipped channel for a while")
  func meter() {
    var stage = stage(.meter)
    let loud = ChannelLevel(peak: 0, rms: -9, isClipped: true)
    let quiet = ChannelLevel(peak: -20.4, rms: -30, isClipped: false)
    stage.send(.heard(.meter(left: loud, right: quiet)))
    let lines = rows(stage)
    #expect(lines.first?.hasSuffix("CLIP") == true, "\(lines)")
    #expect(lines.joined().contains("−20.4"))
    stage.wait(.seconds(4))
    stage.send(.heard(.meter(left: quiet, right: quiet)))
    #expect(!rows(stage).joined().contains("CLIP"))
  }

  @Test("with the geometry of ASCII every picture is ASCII")
  func ascii() {
    for style in VisualStyle.allCases where style != .off {
      var stage = stage(style)
      enter("shape ascii", &stage)
      stage.send(
        .heard(
          style == .wave
            ? .wave((0..<200).map { -Float($0) / 400...Float($0) / 200 })
            : style == .meter
              ? .meter(
                left: ChannelLevel(peak: -3, rms: -9, isClipped: false),
                right: ChannelLevel(peak: -130, rms: -130, isClipped: false)) : nil))
      let text = rows(stage).joined().replacing("∞", with: "")
      #expect(!text.trimmed { $0 == " " }.isEmpty && text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
    }
  }

  @Test(
    "drawn alone into the last frame, it makes the frame of the whole state",
    arguments: [VisualStyle.spectrum, .wave, .meter], [(40, 120), (30, 100), (50, 200)])
  func alone(_ style: VisualStyle, size: (Int, Int)) {
    var stage = stage(style, size: Size(rows: size.0, columns: size.1))
    for isFullScreen in [false, true] {
      if isFullScreen { stage.press("o") }
      stage.wait(.milliseconds(40))
      for loudness: Float in [-50, -12, -30] {
        let last = stage.frame
        let columns = stage.app.visualRect?.columns ?? 0
        let sound: HeardSound =
          switch style {
          case .wave:
            .wave((0..<2 * columns).map { -Float($0 % 9) / 20...Float($0 % 9) / -loudness })
          case .meter:
            .meter(
              left: ChannelLevel(peak: loudness, rms: loudness - 6, isClipped: false),
              right: ChannelLevel(peak: loudness + 3, rms: loudness, isClipped: true))
          case .spectrum, .off:
            .spectrum((0..<VisualView.bands(columns: columns)).map { loudness - Float($0) / 2 })
          }
        #expect(stage.app.handle(.heard(sound)).isEmpty)
        var frame = last
        #expect(ScreenView.drawVisual(of: stage.app, into: &frame))
        #expect(frame == stage.frame && frame != last)
        stage.wait(.milliseconds(40))
      }
    }
    stage.press("?")
    var frame = stage.frame
    #expect(!ScreenView.drawVisual(of: stage.app, into: &frame))
  }

  @Test("a reading that is due alone is asked for without a tick")
  func dueAlone() {
    var stage = stage(.spectrum)
    stage.wait(.milliseconds(1))
    _ = stage.receive()
    let start = stage.app.now
    #expect(stage.app.dueReading(at: start.advanced(by: .milliseconds(5))) == nil)
    let effects = stage.app.dueReading(at: start.advanced(by: .milliseconds(34)))
    #expect(effects?.count == 1)
    _ = stage.app.handle(.heard(nil))
    // The second of the position is due by then, however many readings came before.
    #expect(stage.app.dueReading(at: start.advanced(by: .milliseconds(900))) != nil)
    _ = stage.app.handle(.heard(nil))
    #expect(stage.app.dueReading(at: start.advanced(by: .milliseconds(1_010))) == nil)
  }

  @Test("its key goes on to the next one, and the choice is kept")
  func choice() {
    var stage = stage(nil)
    var seen: [VisualStyle] = []
    for _ in 0..<4 {
      stage.press("~")
      seen.append(stage.app.visual.style)
    }
    #expect(seen == [.spectrum, .wave, .meter, .off])
    #expect(stage.app.kept(.screenVisual) == nil)
    stage.press("~", "~")
    #expect(stage.app.kept(.screenVisual) == .text("wave"))
    var next = Stage()
    next.begin(with: stage.app.keptSettings)
    #expect(next.app.visual.style == .wave)
    #expect(next.app.timeToNextTick == Stage().app.timeToNextTick || next.app.visualDue == nil)
  }
}

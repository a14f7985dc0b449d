import Music
import Screen

/// Tone and equalizer as bars by frequency, or as a list where there is no room.
struct EqualizerView {
  let app: App
  let panel: EqualizerPanel

  /// The layout of the window, for drawing and the mouse.
  private struct Plan {
    var box: WindowBox
    /// Columns of a band.
    var width: Int
    /// Rows above and below the zero line; 0 for a list.
    var reach: Int

    init(_ size: Size) {
      width = min(7, (size.columns - 12) / EqualizerPanel.count)
      reach = size.rows >= 36 ? 12 : size.rows >= 22 ? 6 : size.rows >= 18 ? 4 : 0
      guard width >= 4, reach > 0 else {
        reach = 0
        box = WindowBox(
          size: size, rows: min(size.rows, EqualizerPanel.count + 5),
          columns: min(size.columns, 60), title: "Equalizer")
        return
      }
      box = WindowBox(
        size: size, rows: 2 * reach + 9, columns: EqualizerPanel.count * width + 12,
        title: "Equalizer")
    }

    /// The bars' first row.
    var top: Int { box.inside.row + 2 }
    var middle: Int { top + reach }

    /// The first column of a band; a gap separates the tone from the equalizer.
    func column(of band: Int) -> Int {
      box.inside.column + 5 + band * width + (band < EqualizerPanel.toneCount ? 0 : 3)
    }

    /// The rectangle of the list's rows.
    var list: Rect { box.inside.inset(top: 1, bottom: 1) }

    func firstRow(selected: Int) -> Int {
      max(0, min(selected - list.rows / 2, EqualizerPanel.count - list.rows))
    }
  }

  private var plan: Plan { Plan(app.size) }

  /// The band at a position on the screen, with bars.
  static func band(at position: Position, in size: Size) -> Int? {
    let plan = Plan(size)
    guard plan.reach > 0, plan.box.inside.contains(position) else { return nil }
    return (0..<EqualizerPanel.count).first {
      (plan.column(of: $0)..<plan.column(of: $0) + plan.width).contains(position.column)
    }
  }

  func draw(into frame: inout Frame) {
    let plan = plan
    plan.box.draw(into: &frame) { inside in
      drawPresets(on: inside.line(0))
      // The line of headings under the presets has room beside them.
      drawBand(
        on: plan.reach > 0 ? inside.line(1).inset(left: 32) : inside.line(0).inset(left: 12))
      if plan.reach > 0 { drawBars(plan, on: inside) } else { drawList(plan, on: inside) }
      inside.lastLine.put(EqualizerView.hints.shown(app.keymap, in: .equalizer), gap: 3)
    }
  }

  private func gain(_ band: Int) -> Double { EqualizerPanel.gain(of: band, in: app.sound) }

  /// All presets with the current one marked, or that one alone where there is no room.
  private func drawPresets(on line: Canvas) {
    let all = EqualizerPreset.allCases
    let width = all.reduce(0) { $0 + $1.title.count + 2 }
    var line = line
    for preset in width <= line.columns ? all : [app.sound.equalizer] {
      let isChosen = preset == app.sound.equalizer
      line.write(isChosen ? "‹" : " ", .key)
      line.write(preset.title, isChosen ? .accent : .dimmed)
      line.write(isChosen ? "›" : " ", .key)
    }
  }

  /// The selected band's name and type, at the right of a line.
  private func drawBand(on line: Canvas) {
    let band = panel.selected
    let text = "\(name(of: band)) \(EqualizerPanel.kind(of: band))  \(gain(band).decibels)"
    line.put(text, .text, align: .right, keep: .end)
  }

  private func name(of band: Int) -> String {
    (band < EqualizerPanel.toneCount ? "Tone " : "") + EqualizerPanel.name(of: band)
  }

  private func text(of gain: Double) -> String { (gain > 0 ? "+" : "") + gain.shortText }

  // MARK: Bars

  private func drawBars(_ plan: Plan, on inside: Canvas) {
    let most = SoundSettings.maximumGain
    let scale = inside.inset(top: plan.top - inside.rect.row)
    for (row, gain) in [(0, most), (plan.reach, 0), (2 * plan.reach, -most)] {
      scale.line(row).put(text(of: gain).padded(to: 3), .dimmed)
    }
    let headings = inside.line(1)
    for (text, band) in [("Tone", 0), ("Equalizer", EqualizerPanel.toneCount)] {
      headings.put(text, .heading, at: plan.column(of: band) - inside.rect.column)
    }
    for band in 0..<EqualizerPanel.count {
      drawBar(
        band, reach: plan.reach,
        on: inside.part(
          Rect(
            row: plan.top, column: plan.column(of: band), rows: 2 * plan.reach + 3,
            columns: plan.width)))
    }
  }

  /// The bar, its gain and its frequency; the last column stays empty unless a number needs it.
  private func drawBar(_ band: Int, reach: Int, on canvas: Canvas) {
    let isSelected = band == panel.selected
    let bar = canvas.inset(right: 1).filled(isSelected ? .overlaySelected : .overlay)
    if isSelected { canvas.inset(top: 2 * reach + 1).markSelection() }
    bar.line(reach).fill("─", .progressRest)
    // In half rows.
    let gain = gain(band)
    let halves = Int((abs(gain) * Double(reach) * 2 / SoundSettings.maximumGain).rounded())
    for step in 0..<((halves + 1) / 2) {
      let isHalf = 2 * step + 1 == halves
      let row = reach + (gain < 0 ? 1 : -1) * (step + 1)
      bar.line(row).columns(from: 0, count: max(1, bar.columns - 1))
        .fill(isHalf ? (gain < 0 ? "▀" : "▄") : "█", isSelected ? .accent : .progress)
    }
    let frequency = EqualizerPanel.frequency(of: band)
    let labels = canvas.on(bar.ground).inset(top: 2 * reach + 1)
    labels.put(text(of: gain), isSelected ? .accent : .text)
    labels.line(1).put(
      frequency < 1000 ? "\(Int(frequency))" : "\(Int(frequency / 1000))k", .dimmed)
  }

  // MARK: List

  private func drawList(_ plan: Plan, on inside: Canvas) {
    let list = inside.part(plan.list)
    let first = plan.firstRow(selected: panel.selected)
    for (row, band) in zip(0..<list.rows, first..<EqualizerPanel.count) {
      let isSelected = band == panel.selected
      let line = list.line(row).filled(isSelected ? .overlaySelected : .overlay)
      if isSelected { line.markSelection() }
      line.put(name(of: band), .text)
      line.put(text(of: gain(band)).padded(to: 6), isSelected ? .accent : .text, at: 11)
      drawSlider(band, on: line.inset(left: 19))
    }
  }

  private func drawSlider(_ band: Int, on line: Canvas) {
    guard line.columns >= 7 else { return }
    let most = SoundSettings.maximumGain
    line.fill("─", .progressRest)
    line.put("┼", .progressRest, at: (line.columns - 1) / 2)
    let part = (gain(band) + most) / (2 * most)
    line.put("●", .accent, at: Int((Double(line.columns - 1) * part).rounded()))
  }

  private static let hints = [
    Hint(.equalizer(.left), .equalizer(.right), does: "band"),
    Hint(.move(.up), .move(.down), does: "dB"),
    Hint(.equalizer(.previousPreset), .equalizer(.nextPreset), does: "preset"),
    Hint(.equalizer(.flat), does: "flat"),
    Hint(.equalizer(.asBefore), does: "as before"),
    Hint(.equalizer(.finerUp), .equalizer(.finerDown), does: "finer"),
    Hint(.close, does: "close"),
  ]
}

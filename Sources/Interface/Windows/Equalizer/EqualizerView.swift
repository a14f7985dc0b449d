import Music
import Screen

/// Tone and equalizer as bars over their frequencies, or as a list where there is no room.
struct EqualizerView {
  let app: App
  let panel: EqualizerPanel

  /// Where everything is in the window; drawing and the mouse go by it.
  private struct Plan {
    var box: WindowBox
    /// Columns of a band.
    var width: Int
    /// Rows above the middle line, and below it; 0 for a list.
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

    /// The first column of a band; a gap parts the tone from the equalizer.
    func column(of band: Int) -> Int {
      box.inside.column + 5 + band * width + (band < EqualizerPanel.toneCount ? 0 : 3)
    }

    /// Where the list's rows are.
    var list: Rect { box.inside.inset(top: 1, bottom: 1) }

    func firstRow(selected: Int) -> Int {
      max(0, min(selected - list.rows / 2, EqualizerPanel.count - list.rows))
    }
  }

  private var plan: Plan { Plan(app.size) }

  /// The band at a place of the screen where there are bars.
  static func band(at position: Position, in size: Size) -> Int? {
    let plan = Plan(size)
    guard plan.reach > 0, plan.box.inside.contains(position) else { return nil }
    return (0..<EqualizerPanel.count).first {
      (plan.column(of: $0)..<plan.column(of: $0) + plan.width).contains(position.column)
    }
  }

  func draw(into frame: inout Frame) {
    let plan = plan
    plan.box.draw(into: &frame)
    let inside = plan.box.inside
    drawPresets(into: &frame, in: inside)
    // The bars have a line of headings under the presets, with room beside them.
    let line = plan.reach > 0 ? inside.line(1).inset(left: 32) : inside.line(0).inset(left: 12)
    drawBand(into: &frame, in: line)
    if plan.reach > 0 { drawBars(plan, into: &frame) } else { drawList(plan, into: &frame) }
    HintLine(keymap: app.keymap, kind: .equalizer).draw(
      EqualizerView.hints, in: inside.line(inside.rows - 1), gap: 3, &frame)
  }

  private func gain(_ band: Int) -> Double { EqualizerPanel.gain(of: band, in: app.sound) }

  /// All presets with the one in force between marks, or that one alone where there is no room.
  private func drawPresets(into frame: inout Frame, in inside: Rect) {
    let all = EqualizerPreset.allCases
    let width = all.reduce(0) { $0 + $1.title.count + 2 }
    var column = inside.column
    for preset in width <= inside.columns ? all : [app.sound.equalizer] {
      let isChosen = preset == app.sound.equalizer
      func put(_ text: String, _ face: Face) {
        column += frame.put(text, row: inside.row, column: column, face: face, ground: .overlay)
      }
      put(isChosen ? "‹" : " ", .key)
      put(preset.title, isChosen ? .accent : .dimmed)
      put(isChosen ? "›" : " ", .key)
    }
  }

  /// What the selected band is, at the right of a line.
  private func drawBand(into frame: inout Frame, in line: Rect) {
    let band = panel.selected
    let place = band < EqualizerPanel.toneCount ? "Tone " : ""
    let text =
      "\(place)\(EqualizerPanel.name(of: band)) \(EqualizerPanel.kind(of: band))"
      + "  \(gain(band).decibels)"
    let cut = TextWidth.truncated(text, to: line.columns, keep: .end)
    frame.put(
      cut, row: line.row, column: line.right - TextWidth.columns(of: cut), face: .text,
      ground: .overlay)
  }

  // MARK: Bars

  private func drawBars(_ plan: Plan, into frame: inout Frame) {
    let most = SoundSettings.mostGain
    for (row, gain) in [(plan.top, most), (plan.middle, 0), (plan.middle + plan.reach, -most)] {
      let text = (gain > 0 ? "+" : "") + gain.shortText
      frame.put(
        RowView.padded(text, 3), row: row, column: plan.box.inside.column, face: .dimmed,
        ground: .overlay)
    }
    frame.put(
      "Tone", row: plan.top - 1, column: plan.column(of: 0), face: .heading, ground: .overlay)
    frame.put(
      "Equalizer", row: plan.top - 1, column: plan.column(of: EqualizerPanel.toneCount),
      face: .heading, ground: .overlay)
    for band in 0..<EqualizerPanel.count { drawBar(band, plan, into: &frame) }
  }

  private func drawBar(_ band: Int, _ plan: Plan, into frame: inout Frame) {
    let column = plan.column(of: band)
    let width = plan.width - 1
    let isSelected = band == panel.selected
    let face: Face = isSelected ? .accent : .progress
    let ground: Ground = isSelected ? .overlaySelected : .overlay
    let below = plan.middle + plan.reach + 1
    if isSelected {
      frame.fill(
        Rect(row: plan.top, column: column, rows: 2 * plan.reach + 3, columns: width),
        ground: ground)
    }
    frame.put(
      String(repeating: "─", count: width), row: plan.middle, column: column, face: .progressRest,
      ground: ground)
    // Half a row at a time.
    let gain = gain(band)
    let halves = Int((abs(gain) * Double(plan.reach) * 2 / SoundSettings.mostGain).rounded())
    let direction = gain < 0 ? 1 : -1
    for step in 0..<((halves + 1) / 2) {
      let isHalf = 2 * step + 1 == halves
      let cell = isHalf ? (gain < 0 ? "▀" : "▄") : "█"
      frame.put(
        String(repeating: cell, count: max(1, width - 1)),
        row: plan.middle + direction * (step + 1), column: column, face: face, ground: ground)
    }
    let name = EqualizerPanel.frequency(of: band)
    let label = name < 1000 ? "\(Int(name))" : "\(Int(name / 1000))k"
    for (row, text, face) in [
      (below, (gain > 0 ? "+" : "") + gain.shortText, isSelected ? Face.accent : .text),
      (below + 1, label, .dimmed),
    ] {
      frame.put(
        TextWidth.truncated(text, to: plan.width, keep: .start), row: row, column: column,
        limit: plan.width, face: face, ground: ground)
    }
  }

  // MARK: List

  private func drawList(_ plan: Plan, into frame: inout Frame) {
    let rect = plan.list
    guard rect.rows > 0 else { return }
    let first = plan.firstRow(selected: panel.selected)
    for offset in 0..<min(rect.rows, EqualizerPanel.count - first) {
      let band = first + offset
      let line = rect.line(offset)
      let ground: Ground = band == panel.selected ? .overlaySelected : .overlay
      frame.fill(line, ground: ground)
      let name = (band < EqualizerPanel.toneCount ? "Tone " : "") + EqualizerPanel.name(of: band)
      frame.put(name, row: line.row, column: line.column, face: .text, ground: ground)
      frame.put(
        RowView.padded((gain(band) > 0 ? "+" : "") + gain(band).shortText, 6), row: line.row,
        column: line.column + 11, face: band == panel.selected ? .accent : .text, ground: ground)
      drawSlider(band, into: &frame, in: line.inset(left: 19), ground: ground)
    }
  }

  private func drawSlider(
    _ band: Int, into frame: inout Frame, in line: Rect, ground: Ground
  ) {
    guard line.columns >= 7 else { return }
    let most = SoundSettings.mostGain
    frame.fill(line, "─", face: .progressRest, ground: ground)
    let part = (gain(band) + most) / (2 * most)
    frame.put(
      "┼", row: line.row, column: line.column + (line.columns - 1) / 2,
      face: .progressRest, ground: ground)
    frame.put(
      "●", row: line.row,
      column: line.column + Int((Double(line.columns - 1) * part).rounded()), face: .accent,
      ground: ground)
  }

  private static let hints = [
    Hint(.left, .right, does: "band"), Hint(.up, .down, does: "dB"),
    Hint(.previousPreset, .nextPreset, does: "preset"), Hint(.flat, does: "flat"),
    Hint(.asBefore, does: "as before"), Hint(.finerUp, .finerDown, does: "finer"),
    Hint(.close, does: "close"),
  ]
}

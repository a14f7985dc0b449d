import Music
import Screen

/// The strip of one slot: blocks in the colours of their keys, or rails where colours are off, and
/// the line of energy above.
struct MixStripView {
  let app: App
  let slot: MixSlot
  let timeline: MixTimeline
  /// The entry at the cursor, whose label is reversed.
  var selected: Int?
  private let strip: MixStrip
  private let scale: MixScale

  init(_ slot: MixSlot, _ timeline: MixTimeline, scale: MixScale, app: App) {
    (self.app, self.slot, self.timeline, self.scale) = (app, slot, timeline, scale)
    strip = MixStrip(timeline, scale: scale)
  }

  private var theme: Theme { app.skins.theme }

  // MARK: Blocks

  /// - Parameter hasLabels: Whether blocks have names and marks of clashes.
  func draw(on line: Canvas, hasLabels: Bool = true) {
    let cursor = selected.flatMap(strip.block)
    let hasBlocks = app.hasColors && app.skins.shape.strip == .block
    let playing = app.audibleItem.flatMap { timeline.index(of: $0) }.flatMap(strip.block)
    let earlier = app.mixSlots.earlierEntries(of: slot, at: app.now)
    for (index, block) in strip.blocks.enumerated() {
      let part = line.columns(from: block.columns.lowerBound, count: block.columns.count)
      let labels = hasLabels ? labels(of: block, isPlaying: index == playing) : []
      if hasBlocks { draw(block, labels, on: part) } else { drawRail(block, labels, on: part) }
      if let earlier, isNew(block, besides: earlier) { drawFlash(labels, on: part) }
      if index == cursor { drawCursor(block, labels, on: part) }
      // A block of one column has no room for a mark.
      guard hasLabels, app.showsClashes, part.columns > 1,
        let clash = strip.clash(after: index, in: timeline)
      else { continue }
      part.put(clash.from == nil ? "!" : "≠", .warning, at: part.columns - 1)
    }
  }

  /// The texts that name a block, the preferred one first.
  private func labels(of block: MixStrip.Block, isPlaying: Bool) -> [String] {
    let name =
      switch block.kind {
      case .key(let key): app.keyNotation == .names ? key.name : key.camelot
      case .unknownKey: "—"
      case .missingFile: "×"
      case .rest(let count): "+\(count.grouped)"
      }
    let sign = String(app.skins.shape.playing)
    return isPlaying ? [sign + name, sign] : [name]
  }

  private func draw(_ block: MixStrip.Block, _ labels: [String], on part: Canvas) {
    let last = part.columns - 1
    let blanks = String(repeating: " ", count: last)
    let label = labels.first { TextWidth.columns(of: $0) <= last }
    let column = label.map { TextWidth.columns(of: $0) < last ? 1 : 0 } ?? 0
    if case .key(let key) = block.kind {
      part.put(blanks, .text, colors: key.blockColors)
      part.put("▌", .text, at: last, colors: key.edgeColors)
      if let label { part.put(label, .text, at: column, colors: key.blockColors) }
      return
    }
    let field = theme.style(of: .field).background
    part.put("▌", .text, at: last, colors: CellColors(foreground: field, isDecoration: true))
    let inside = part.inset(right: 1).filled(.field)
    switch block.kind {
    case .missingFile: if !labels.isEmpty { part.put("×", .missing) }
    case .key, .unknownKey, .rest: if let label { inside.put(label, slot.face, at: column) }
    }
  }

  private func isNew(_ block: MixStrip.Block, besides earlier: Set<EntryID>) -> Bool {
    timeline.entries[block.entries.clamped(to: timeline.entries.indices)]
      .contains { !earlier.contains($0.id) }
  }

  /// A block that was just added.
  private func drawFlash(_ labels: [String], on part: Canvas) {
    let inside = part.columns > 1 ? part.inset(right: 1) : part
    let colors = app.flashColors
    inside.put(String(repeating: " ", count: inside.columns), .title, colors: colors)
    guard let label = labels.first(where: { TextWidth.columns(of: $0) <= inside.columns }) else {
      return
    }
    let column = TextWidth.columns(of: label) < inside.columns ? 1 : 0
    inside.put(label, .title, at: column, colors: colors)
  }

  /// The label reversed, or a sign where there is none.
  private func drawCursor(_ block: MixStrip.Block, _ labels: [String], on part: Canvas) {
    let label = labels.first { TextWidth.columns(of: $0) < part.columns } ?? "▾"
    guard app.hasColors, case .key(let key) = block.kind, let color = key.blockColors.background
    else {
      part.on(.selected).put(label, .accent)
      return
    }
    part.put(
      TextWidth.columns(of: label) + 1 < part.columns ? " " + label + " " : label, .text,
      colors: CellColors(
        foreground: color, background: key.blockColors.foreground, attributes: .bold))
  }

  private func drawRail(_ block: MixStrip.Block, _ labels: [String], on part: Canvas) {
    let label = labels.first { TextWidth.columns(of: $0) < part.columns } ?? ""
    let rail =
      String(
        repeating: "━", count: part.columns - TextWidth.columns(of: label) - 1) + "╸"
    switch block.kind {
    case .key(let key):
      part.put(label + rail, .text, colors: key.textColors(on: part.ground, in: theme))
      part.put(
        label, .header, colors: key.textColors(on: part.ground, in: theme, isBold: true))
    case .unknownKey, .rest: part.put(label + rail, .text)
    case .missingFile: part.put(labels.isEmpty ? rail : "×" + rail, .missing, keep: nil)
    }
  }

  // MARK: Energy

  /// Draws the energy as bars in one row, as a line in more, with the best place of the track that
  /// plays.
  func drawEnergy(on canvas: Canvas) {
    let energy = MixEnergy(timeline, scale: scale, columns: strip.columns)
    if canvas.rows == 1 {
      canvas.put(energy.bars, app.hasColors ? slot.face : .faint, colors: barColors(on: canvas))
    } else {
      for (row, text) in energy.line(rows: canvas.rows).enumerated() {
        canvas.line(row).put(text, slot.face)
      }
    }
    guard let place = app.mixSlots.places[slot],
      let column = strip.join(before: place, in: timeline, scale)
    else {
      return
    }
    canvas.lastLine.put("▾", .accent, at: min(column, canvas.columns - 1))
  }

  /// The slot's colour mixed half with the ground.
  private func barColors(on canvas: Canvas) -> CellColors? {
    guard app.hasColors else { return nil }
    let ground = theme.style(of: canvas.ground).background
    return CellColors(
      foreground: theme.style(of: slot.face).foreground.mixed(with: ground), isDecoration: true)
  }
}

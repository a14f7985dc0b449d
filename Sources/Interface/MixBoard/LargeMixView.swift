import Music
import Screen

/// The mix pane opened large: strip and energy of a slot over the table of its entries.
struct LargeMixView {
  let app: App
  let rect: Rect
  private let lines: LargeMix.Lines

  init(app: App, rect: Rect) {
    (self.app, self.rect) = (app, rect)
    lines = LargeMix.Lines(rows: rect.rows)
  }

  /// The columns of strip and table.
  private static func inside(_ rect: Rect) -> Rect { rect.inset(left: 1, right: 1) }

  private static func scale(of timeline: MixTimeline, in rect: Rect) -> MixScale {
    MixScale(longest: timeline.duration, columns: inside(rect).columns)
  }

  /// The entry whose block is at a position.
  ///
  /// - Parameter anyRow: Whether only the column counts, as for a block that is dragged.
  static func entry(at position: Position, of app: App, anyRow: Bool = false) -> EntryID? {
    guard let rect = app.layout.panes[.mix], let timeline = app.largeTimeline else { return nil }
    let strip = inside(rect).line(LargeMix.Lines(rows: rect.rows).strip)
    guard anyRow || strip.contains(position) else { return nil }
    let blocks = MixStrip(timeline, scale: scale(of: timeline, in: rect)).blocks
    let column = max(0, min(strip.columns - 1, position.column - strip.column))
    guard let block = blocks.last(where: { $0.columns.lowerBound <= column }),
      anyRow || block.columns.contains(column)
    else { return nil }
    // Of a block of several entries the one that is as far along.
    let part = (column - block.columns.lowerBound) * block.entries.count / block.columns.count
    let index = min(block.entries.upperBound - 1, block.entries.lowerBound + part)
    return timeline.entries.indices.contains(index) ? timeline.entries[index].id : nil
  }

  func draw(on canvas: Canvas) {
    drawTotals(on: canvas.line(0))
    guard app.mix[app.selectedSlot] != nil else { return drawEmpty(on: canvas.inset(top: 1)) }
    let inside = canvas.part(LargeMixView.inside(rect))
    if let timeline = app.largeTimeline { draw(timeline, on: inside) }
    drawList(on: inside)
  }

  // MARK: Totals and strip

  /// "10 entries  53:51  118–126 BPM".
  private func drawTotals(on title: Canvas) {
    guard let playlist = app.mix[app.selectedSlot] else { return }
    let details = MixDetails(playlist, app.largeTimeline)
    let long = [
      playlist.trackCount.counted("entry"), details.total,
      details.tempos.isEmpty ? "" : details.tempos + " BPM",
    ]
    let used = LargeMixView.tabs(app).names.reduce(0) { $0 + TextWidth.columns(of: $1) + 2 }
    let texts = [
      long, [details.count, details.total, details.tempos], [details.count, details.total],
    ]
    .map { $0.filter { !$0.isEmpty }.joined(separator: "  ") }
    guard let text = texts.first(where: { TextWidth.columns(of: $0) + used + 4 <= title.columns })
    else { return }
    title.inset(right: 1).put(" \(text) ", .dimmed, align: .right)
  }

  static func tabs(_ app: App) -> Tabs {
    let room = max(6, app.size.columns / 6)
    let names = MixSlot.allCases.map { slot in
      "\(slot.rawValue)  " + TextWidth.truncated(app.mix[slot]?.name ?? "empty", to: room)
    }
    return Tabs(names: names, active: app.selectedSlot.rawValue - 1, isFocused: app.focus == .mix)
  }

  private func draw(_ timeline: MixTimeline, on inside: Canvas) {
    let scale = LargeMixView.scale(of: timeline, in: rect)
    if lines.ruler > 0 {
      let line = inside.line(1)
      line.put("0:00", .dimmed)
      for label in scale.ruler { line.put(label.text, .dimmed, at: label.column, keep: nil) }
    }
    var strip = MixStripView(app.selectedSlot, timeline, scale: scale, app: app)
    if case .entry(let entry) = app.browsing.playlistsList.selectedRow, app.browsing.showsLargeList
    {
      strip.selected = timeline.index(of: entry)
    }
    if lines.energy > 0 {
      let area = inside.rect.inset(top: 1 + lines.ruler)
      strip.drawEnergy(
        on: inside.part(
          Rect(row: area.row, column: area.column, rows: lines.energy, columns: area.columns)))
    }
    strip.draw(on: inside.line(lines.strip))
  }

  // MARK: States without a table

  private func drawEmpty(on canvas: Canvas) {
    let slot = app.selectedSlot
    ListView.drawEmpty(
      [
        "Mix \(slot.rawValue) is empty",
        "\(app.key(.slot(.add(slot)))) adds the selected track, in any list",
        "\(app.key(.slot(.assignSelected))) gives it a playlist",
        "\(app.key(.pane(.previousTab))) \(app.key(.pane(.nextTab))) shows the other mixes",
      ], on: canvas)
  }

  // MARK: Table

  private static func table(width: Int, digits: Int) -> MixTable {
    MixTable(
      [.number, .at, .title, .artist, .bpm, .change, .key, .longEnergy, .time, .join, .clash],
      width: width,
      givingWay: [.longEnergy, .bpm, .at, .artist, .join, .change, .time, .number],
      digits: digits)
  }

  /// The columns of the state sign in front of the table.
  private static let state = 2

  private func drawList(on inside: Canvas) {
    let area = inside.part(LargeMixView.inside(rect.inset(top: lines.count)))
    let list = app.browsing[.playlists]
    guard app.browsing.showsLargeList, list.count > 0 else {
      let isEmpty = app.browsing.showsLargeList && !list.isLoading
      let text =
        list.query.filter.isEmpty
        ? "\(app.slotKeys) add tracks from any list" : "Nothing matches “\(list.query.filter)”"
      if isEmpty { ListView.drawEmpty(["No entries", text], on: area) }
      return
    }
    let digits = max(2, "\(list.count)".count)
    let width = area.columns - Self.state
    let table = LargeMixView.table(width: width, digits: digits)
    if lines.headings > 0 {
      let headings = inside.line(lines.count - 1).inset(left: Self.state)
      table.drawHeadings(on: headings)
      if !list.query.filter.isEmpty {
        inside.line(lines.count - 1).put(" /\(list.query.filter) ", .match, align: .right)
      }
    }
    for row in 0..<area.rows {
      let index = list.top + row
      guard index < list.count else { break }
      draw(index, of: list, table, on: area.line(row))
    }
    if list.count == 1, area.rows > 3, list.query.filter.isEmpty {
      area.line(2).put(
        "\(app.key(.mixing(.fits))) finds what fits after it, \(app.slotKeys) add from any list",
        .dimmed, at: Self.state)
    }
  }

  private func draw(_ index: Int, of list: ListState, _ table: MixTable, on line: Canvas) {
    let row = list.window[index]
    let isMarked = row.map { list.marks.contains($0.id) } ?? false
    let isSelected = index == list.selected
    let ground: Surface =
      isSelected ? (app.focus == .mix ? .selected : .resting) : isMarked ? .marked : .base
    let line = line.on(ground)
    if ground != .base { line.fill() }
    if isSelected, app.focus == .mix { line.inset(left: Self.state).markSelection() }
    switch row {
    case nil: return
    case .entry(let entry): draw(entry, at: index, of: list, table, isMarked, on: line)
    case .some(let other):
      RowView(app: app, columns: TrackColumns(width: line.columns)).draw(
        other, on: line, isMarked: isMarked)
    }
    if let drag = app.drag, drag.over == index {
      line.put(drag.isDownward ? "▼" : "▲", .accent)
    }
  }

  private func draw(
    _ entry: ListRow.Entry, at index: Int, of list: ListState, _ table: MixTable, _ isMarked: Bool,
    on line: Canvas
  ) {
    let track = entry.track
    let isPlaying =
      app.player.item?.track == track.id
      && (app.audibleItem?.entry.map { $0 == entry.id } ?? !entry.sound.isVirtualTrack)
    let isDead = track.isMissing || track.fault != nil
    let face: Face = isPlaying ? .playing : isDead ? .missing : .text
    let sign = isMarked ? "◆" : isPlaying ? (app.showsPlaying ? "▶" : "‖") : isDead ? "×" : ""
    line.put(sign, isMarked ? .accent : face)
    let before = list.query.filter.isEmpty ? list.entry(before: index) : nil
    let cells = MixCells(app: app)
    let part = line.inset(left: Self.state)
    for column in table.columns {
      let cell = part.columns(from: column.start, count: column.width)
      switch column.kind {
      case .number: cell.put("\(entry.position)", .dimmed, align: .right)
      case .at: cell.put(start(of: entry)?.clockText ?? "", .dimmed, align: .right)
      case .title: cell.put(track.title, face)
      case .artist: cell.put(track.tags.artist ?? "", isDead ? .missing : .dimmed)
      case .bpm: cell.put(track.mixPoint.bpm?.tenths ?? "—", .dimmed, align: .right)
      case .change:
        let fit = before.map { MixFit(from: $0.track.mixPoint, to: track.mixPoint) }
        cell.put(fit.map { MixCells.change($0.difference) } ?? "", .dimmed, align: .right)
      case .key: cells.put(track.mixPoint.key, of: track, on: cell)
      case .longEnergy:
        guard let energy = track.mixPoint.energy else { continue }
        cells.putLine("▬", Double(energy) / 10, app.selectedSlot.face, on: cell)
      case .time: cell.put(track.audio.duration?.clockText ?? "—", .dimmed, align: .right)
      case .join: cell.put(joinText(of: entry), .dimmed)
      case .clash:
        let clash = app.showsClashes ? list.clash(at: index) : nil
        cell.put(clash.map { $0.from == nil ? "!" : "≠" } ?? "", .warning)
      case .was, .score, .scoreBar, .energy, .badges, .played: break
      }
    }
  }

  private func start(of entry: ListRow.Entry) -> Duration? {
    guard let timeline = app.largeTimeline else { return nil }
    return timeline.index(of: entry).map { timeline.entries[$0].start }
  }

  private func joinText(of entry: ListRow.Entry) -> String {
    if entry.position == app.largeTimeline?.count { return "—" }
    return MixJoin.fadeText(entry.sound.crossfade, bpm: entry.track.mixPoint.bpm)
  }
}

extension MixTimeline {
  /// The index of an entry, mostly that of its position.
  fileprivate func index(of entry: ListRow.Entry) -> Int? {
    let index = entry.position - 1
    if entries.indices.contains(index), entries[index].id == entry.id { return index }
    return entries.firstIndex { $0.id == entry.id }
  }
}

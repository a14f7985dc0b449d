import Music
import Screen

/// The window of fits: what they follow, a table of them, and the reasons for the one at the cursor.
struct FitsView {
  let panel: FitsPanel
  let app: App

  private struct Areas {
    let box: WindowBox
    let head: Rect
    let headings: Rect
    let rows: Rect
    let foot: Rect
    let hints: Rect

    init(_ panel: FitsPanel, in size: Size) {
      let isWide = size.columns >= 60
      // Below 80 columns or 24 rows it fills the screen above the last line.
      let isHigh = size.rows >= 34
      let head = isHigh ? 5 : 1
      let foot = isHigh ? 4 : size.rows >= 14 ? 1 : 0
      let hints = isHigh || !isWide || size.rows < 20 ? 1 : 2
      let needed = 2 + head + 1 + max(3, panel.list.fits.count) + foot + hints
      box = WindowBox(
        size: size, rows: min(size.rows - 1, max(8, min(needed, size.rows - (isWide ? 4 : 1)))),
        columns: size.columns >= 100
          ? min(size.columns - 12, 120) : isWide ? size.columns - 4 : size.columns,
        title: "")
      let inside = box.inside
      self.head = Rect(row: inside.row, column: inside.column, rows: head, columns: inside.columns)
      headings = inside.line(head)
      rows = inside.inset(top: head + 1, bottom: foot + hints)
      self.foot = Rect(
        row: rows.bottom, column: inside.column, rows: foot, columns: inside.columns)
      self.hints = inside.inset(top: inside.rows - hints)
    }
  }

  static func rows(of panel: FitsPanel, in size: Size) -> Rect { Areas(panel, in: size).rows }

  /// Rows of tracks that fit.
  static func height(of panel: FitsPanel, in size: Size) -> Int {
    max(1, rows(of: panel, in: size).rows)
  }

  /// The row at a position on the screen.
  static func row(at position: Position, of panel: FitsPanel, in size: Size) -> Int? {
    let rows = rows(of: panel, in: size)
    guard rows.contains(position) else { return nil }
    let index = panel.cursor.top + position.row - rows.row
    return panel.list.fits.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    let areas = Areas(panel, in: app.size)
    let from = panel.list.from
    let isPlaying = panel.playing == from.id
    let title = "What fits after \(from.title)\(isPlaying ? ", which plays" : "")"
    let box = WindowBox(
      size: app.size, rows: areas.box.rect.rows, columns: areas.box.rect.columns, title: title)
    box.draw(into: &frame) { inside in
      drawHead(on: inside.part(areas.head))
      let rows = inside.part(areas.rows)
      let table = FitsView.table(width: rows.columns)
      table.drawHeadings(on: inside.part(areas.headings))
      if panel.list.fits.isEmpty { rows.put(lines: FitsView.nothing, .text, then: .dimmed) }
      let top = panel.cursor.top
      for (row, item) in panel.list.fits.dropFirst(top).prefix(rows.rows).enumerated() {
        draw(
          item, table, on: rows.line(row, isSelected: top + row == panel.cursor.selected))
      }
      drawFoot(on: inside.part(areas.foot))
      let keys = inside.part(areas.hints)
      for (row, hints) in hints.prefix(keys.rows).enumerated() {
        let shown = hints.shown(app.keymap, in: .fits)
        keys.line(row).put(
          row == 0 ? shown.dropLast() : shown[...], gap: keys.columns >= 70 ? 3 : 1,
          last: row == 0 ? shown.last : nil)
      }
    }
    frame.draw(in: box.rect.line(0), ground: .overlay) { drawCount(beside: title, on: $0) }
  }

  // MARK: Head

  /// "66 within ±8 %, pitch keeps keys", at the right end of the upper edge.
  private func drawCount(beside title: String, on edge: Canvas) {
    let (rules, count) = (panel.list.rules, panel.list.count)
    let range = Int((rules.pitchRange * 100).rounded())
    let lock = rules.isKeyLocked ? ", keys stay" : ", keys move"
    let texts = ["\(count.grouped) within ±\(range) %\(lock)", "\(count.grouped) fit"]
    let room = edge.columns - TextWidth.columns(of: title) - 10
    guard let text = texts.first(where: { TextWidth.columns(of: $0) <= room }) else { return }
    edge.inset(right: 2).put(" \(text) ", .dimmed, align: .right)
  }

  private func drawHead(on head: Canvas) {
    let from = panel.list.from
    guard head.rows > 1 else {
      var line = head
      line.writeRight(origin, .dimmed, upTo: max(0, head.columns - 36), gap: 2)
      return drawFacts(of: from, on: line)
    }
    CoverView(from, app)
      .draw(on: head.part(Rect(row: head.rect.row, column: head.rect.column, rows: 4, columns: 8)))
    let compass = head.columns >= 84 ? 40 : 0
    let text = head.inset(left: 10, right: compass)
    text.put(from.title, .title)
    text.line(1).put(from.tags.artist ?? "", .text)
    text.line(2).put(origin, .dimmed)
    drawFacts(of: from, on: text.line(3))
    if compass > 0, let key = from.mixPoint.key {
      drawCompass(of: key, on: head.inset(left: head.columns - compass))
    }
  }

  /// Where the track is from, if another one plays.
  private var origin: String {
    if panel.playing == panel.list.from.id { return "plays" }
    guard app.player.item != nil, let track = app.playing.track,
      track.id != panel.list.from.id, app.playing.audition == nil
    else { return "" }
    return "selected; what plays is \(track.title)"
  }

  /// Tempo, key and energy as chips.
  private func drawFacts(of track: Track, on line: Canvas) {
    let point = track.mixPoint
    let key = app.hasColors ? point.key?.blockColors : nil
    let chips: [(text: String?, colors: CellColors?)] = [
      (point.bpm.map { "\($0.tenths) BPM" }, nil), (point.key?.camelot, key),
      (point.energy.map { "energy \($0)" }, nil),
    ]
    var line = line
    for (text, colors) in chips {
      guard let text, TextWidth.columns(of: text) + 2 <= line.columns else { continue }
      let columns = TextWidth.columns(of: text) + 2
      line.on(.field).columns(from: 0, count: columns).put(" \(text) ", .text, colors: colors)
      line.skip(columns + 1)
    }
  }

  /// The keys that go with a key, by their place on the wheel.
  private func drawCompass(of key: MusicalKey, on area: Canvas) {
    func at(_ step: Int, _ isMajor: Bool) -> MusicalKey? {
      MusicalKey(hour: (key.hour + step + 11) % 12 + 1, isMajor: isMajor)
    }
    let rows: [[(MusicalKey?, String)]] = [
      [(nil, ""), (at(0, !key.isMajor), "turns"), (at(2, key.isMajor), "boosts")],
      [
        (at(-1, key.isMajor), "calmer"), (at(0, key.isMajor), "same"),
        (at(1, key.isMajor), "lifts"),
      ],
    ]
    area.put("Keys that fit", .header)
    for (row, keys) in rows.enumerated() {
      for (column, item) in keys.enumerated() {
        guard let key = item.0 else { continue }
        var cell = area.line(1 + row * 2).columns(from: column * 13, count: 13)
        cell.on(.field).columns(from: 0, count: 5)
          .put(
            " " + key.camelot.padded(to: 3) + " ", .text,
            colors: app.hasColors ? key.blockColors : nil)
        cell.skip(6)
        cell.put(item.1, .dimmed)
      }
    }
  }

  // MARK: Rows

  private static func table(width: Int) -> MixTable {
    MixTable(
      [
        .score, .scoreBar, .change, .bpm, .key, .energy, .title, .artist, .time, .badges, .played,
      ],
      width: width,
      givingWay: [.played, .bpm, .badges, .scoreBar, .energy, .artist, .time])
  }

  private static let nothing = [
    "Nothing fits that is not in a slot already",
    "Tracks without tempo and key count once the analysis has found them",
  ]

  private func draw(_ item: FitList.Fit, _ table: MixTable, on line: Canvas) {
    let cells = MixCells(app: app)
    let track = item.track
    for column in table.columns {
      let cell = line.columns(from: column.start, count: column.width)
      switch column.kind {
      case .score: cell.put("\(item.fit.score)", .text, align: .right)
      case .scoreBar: cells.putLine("━", Double(item.fit.score) / 100, .success, on: cell)
      case .change: cell.put(MixCells.change(item.fit.difference), .dimmed, align: .right)
      case .bpm: cell.put(track.mixPoint.bpm?.tenths ?? "—", .dimmed, align: .right)
      case .key: cells.put(track.mixPoint.key, of: track, on: cell)
      case .energy: cells.putEnergy(track.mixPoint.energy, on: cell)
      case .title: drawTitle(of: track, on: cell)
      case .artist: cell.put(track.tags.artist ?? "", .dimmed)
      case .time: cell.put(track.audio.duration?.clockText ?? "—", .dimmed, align: .right)
      case .badges: cells.putBadges(slots(of: track.id), on: cell)
      case .played:
        cell.put(
          track.lastPlayed.map { LocalZone.current.date(of: $0) } ?? "", .dimmed, align: .right)
      case .number, .at, .was, .longEnergy, .join, .clash: break
      }
    }
  }

  private func drawTitle(of track: Track, on cell: Canvas) {
    var cell = cell
    let isHeard = app.playing.audition?.track == track.id
    if isHeard { cell.write("▶ ", .playing) }
    let reaction = track.reaction
    if reaction != .none { cell.writeRight(reaction.sign, reaction.face, gap: 1) }
    cell.put(track.title, isHeard ? .playing : .text)
  }

  /// "2026-11-20".
  private func slots(of track: TrackID) -> Set<MixSlot> {
    Set(
      app.mix.timelines.filter { $0.value.index(of: QueuedTrack(track)) != nil }.map(\.key))
  }

  // MARK: Foot

  private func drawFoot(on foot: Canvas) {
    guard foot.rows > 0 else { return }
    guard foot.rows > 1 else {
      foot.put(sentence, .dimmed)
      return
    }
    foot.line(0).fill("─", .border)
    drawHeard(on: foot.line(1))
    foot.line(2).put(sentence, .dimmed)
  }

  /// "+0.8 % tempo, one step up the wheel, energy stays: an easy blend."
  private var sentence: String {
    guard let item = panel.fit else { return "" }
    let heard = isHearing ? "Listening; \(listenKey) goes back.  " : ""
    return (app.size.rows < 34 ? heard : "") + item.fit.sentence
  }

  private var isHearing: Bool {
    panel.heard != nil && app.playing.audition?.track == panel.heard?.track.id
  }

  private var listenKey: String { app.key(.fits(.listen), in: .fits) }

  private func drawHeard(on line: Canvas) {
    guard let heard = panel.heard, isHearing else {
      guard panel.fit != nil else { return }
      line.put("\(listenKey) listens to it from its Mix In, and goes back", .dimmed)
      return
    }
    var line = line
    line.write("▶ " + TextWidth.truncated(heard.track.title, to: line.columns / 3), .playing)
    let start = heard.mixIn.map { "  heard from Mix In \($0.clockText)  " }
    line.write(start ?? "  heard from its beginning  ", .dimmed)
    line.writeRight("\(listenKey) goes back", .key, gap: 2)
    guard let levels = app.shownWaveform, let span = app.barSpan, line.columns > 10 else { return }
    let part = (app.positionInFile - span.start).seconds / span.length.seconds
    let head = Int((min(1, max(0, part)) * Double(line.columns - 1)).rounded())
    WaveformView(
      levels: levels, style: app.waveformStyle, wave: app.skins.shape.wave,
      theme: app.hasColors ? app.skins.theme : nil, start: span.start, length: span.length,
      heard: head
    ).draw(on: line)
    line.put(String(app.waveformStyle.playhead), .accent, at: head)
  }

  private var hints: [[Hint]] {
    let isHigh = app.size.rows >= 34
    let first = [
      Hint(.fits(.listen), does: isHearing ? "back to what played" : "listen"),
      Hint(
        .fits(.addToSlot(.one)), .fits(.addToSlot(.two)), .fits(.addToSlot(.three)),
        does: "add to mix"),
      Hint(.accept, does: "play"), Hint(.fits(.queueLast), does: "queue"),
      Hint(.fits(.follow), does: "what fits then"),
    ]
    let close = Hint(.close, does: isHearing ? "back" : "close")
    let second = [
      Hint(.fits(.addToPlaylist), does: "playlist"), Hint(.fits(.queueNext), does: "queue next"),
      Hint(.fits(.back), does: "back"), Hint(.command(.playing(.playPause)), does: "pause"),
    ]
    return isHigh ? [first + [second[0], close]] : [first + [close], second]
  }
}

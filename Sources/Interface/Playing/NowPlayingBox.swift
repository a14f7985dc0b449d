import Music
import Screen

/// Now Playing beside other panes: cover, names and findings, the mix slots, and the next track.
struct NowPlayingBox {
  let app: App

  /// The rectangles of its parts, for drawing and the mouse.
  struct Areas {
    let cover: Rect
    /// The names, signs and findings beside the cover.
    let text: Rect
    let signs: Rect
    let chips: Rect
    /// A row for each slot, or a third of one row.
    let slots: [MixSlot: Rect]
    let next: Rect
    /// The spectrum, wave or meter: below the names, or where the cover would be; empty for none.
    let visual: Rect
    /// The lyrics below everything else, where the pane is high; empty for none.
    let lyrics: Rect

    /// Columns beside a cover, and rows of the smallest cover.
    private static let (minimumText, minimumCover) = (21, 4)
    /// Rows of a pane with the cover above the names, and the columns that are too many for it.
    private static let (minimumTall, maximumTall) = (24, 60)
    /// Rows of names and signs above a visual.
    private static let rowsAboveVisual = 5
    /// Rows of the smallest lyrics.
    private static let minimumLyrics = 5

    /// - Parameters:
    ///   - pane: title row and content.
    ///   - hasCover: whether there is room for a picture to be kept.
    ///   - hasSlots: whether the slots have no rows below the pane.
    ///   - hasClock: whether a clock takes the upper rows.
    ///   - hasVisual: whether a visual is wanted.
    ///   - hasLyrics: whether there are lyrics to show.
    init(
      _ pane: Rect, hasCover: Bool, hasSlots: Bool, hasClock: Bool, hasVisual: Bool,
      hasLyrics: Bool
    ) {
      let area = pane.inset(top: 1, left: 1, right: 1)
      if area.rows >= Areas.minimumTall, area.columns < Areas.maximumTall {
        self = Areas(
          tall: area, hasCover: hasCover, hasVisual: hasVisual, hasSlots: hasSlots,
          hasLyrics: hasLyrics)
        return
      }
      let isLow = area.rows < 12
      let above = area.rows - (!hasSlots || isLow ? 2 : 5)
      let isVisualBelow = hasVisual && above >= Areas.rowsAboveVisual + 3
      let below = isVisualBelow ? max(3, min(6, above * 2 / 5)) : 0
      let rows = above - below
      let side = min(rows, (area.columns - Areas.minimumText - 2) / 2)
      let isVisualBeside = hasVisual && !isVisualBelow
      let isShown = (hasCover || isVisualBeside) && side >= Areas.minimumCover
      let square = Rect(
        row: area.row, column: area.column, rows: isShown ? side : 0,
        columns: isShown ? 2 * side : 0)
      let none = Rect(row: area.row, column: area.column, rows: 0, columns: 0)
      cover = isVisualBeside ? none : square
      visual =
        isVisualBelow
        ? Rect(row: area.row + rows, column: area.column, rows: below, columns: area.columns)
        : isVisualBeside ? square : none
      lyrics = none
      text = Rect(row: area.row, column: area.column, rows: rows, columns: area.columns)
        .inset(left: isShown ? square.columns + 2 : 0)
      signs = text.line(rows - (isLow || hasClock || isVisualBelow ? 2 : 3))
      chips = text.line(rows - 1)
      next = area.line(area.rows - 1)
      var slots: [MixSlot: Rect] = [:]
      for slot in hasSlots ? MixSlot.allCases : [] {
        let index = slot.rawValue - 1
        let left = area.columns * index / 3
        slots[slot] =
          isLow
          ? Rect(
            row: area.row + above, column: area.column + left, rows: 1,
            columns: area.columns * (index + 1) / 3 - left)
          : area.line(above + 1 + index)
      }
      self.slots = slots
    }

    /// The cover over the full width, and everything else below it.
    private init(
      tall area: Rect, hasCover: Bool, hasVisual: Bool, hasSlots: Bool, hasLyrics: Bool
    ) {
      let above = area.rows - (hasSlots ? 5 : 2)
      let names = above >= 25 ? 9 : 7
      let wave = hasVisual ? 5 : 0
      let side = hasCover ? min(area.columns / 2, above - names - 1 - wave) : 0
      cover = Rect(
        row: area.row, column: area.column + area.columns / 2 - side, rows: side,
        columns: 2 * side)
      text = Rect(
        row: area.row + (side > 0 ? side + 1 : 0), column: area.column, rows: names,
        columns: area.columns)
      signs = text.line(names - 3)
      chips = text.line(names - 1)
      next = area.line(area.rows - 1)
      visual =
        hasVisual
        ? Rect(row: text.bottom + 1, column: area.column, rows: wave - 1, columns: area.columns)
        : Rect(row: area.row, column: area.column, rows: 0, columns: 0)
      let top = (visual.isEmpty ? text : visual).bottom + 1
      let rows = area.row + above - 1 - top
      lyrics = Rect(
        row: top, column: area.column,
        rows: hasLyrics && rows >= Areas.minimumLyrics ? rows : 0, columns: area.columns)
      slots = Dictionary(
        uniqueKeysWithValues: (hasSlots ? MixSlot.allCases : []).map {
          ($0, area.line(above + $0.rawValue))
        })
    }
  }

  static func areas(_ app: App, in pane: Rect) -> Areas {
    Areas(
      pane, hasCover: hasCover(app), hasSlots: app.layout.slots == nil,
      hasClock: app.skins.shape.extras.contains(.lcd), hasVisual: app.hasVisual,
      hasLyrics: app.playingLyrics != nil)
  }

  /// Whether what plays may have a cover, and the screen can show one.
  static func hasCover(_ app: App) -> Bool {
    let track = app.player.item == nil ? nil : app.playing.track
    // Records are drawn in dots, too.
    return track?.isStream == false
      && (app.showsPictures || app.skins.shape.extras.contains(.disc))
  }

  func draw(on canvas: Canvas) {
    let areas = NowPlayingBox.areas(app, in: canvas.rect)
    for (slot, rect) in areas.slots { draw(slot, on: canvas.part(rect)) }
    guard app.player.item != nil, let track = app.playing.track else {
      let hint = "\(app.key(.pane(.activate))) plays the selected row"
      return canvas.part(areas.text).put(
        lines: ["Nothing plays"] + (app.library.count > 0 ? [hint] : []), .text, then: .dimmed)
    }
    if areas.cover.columns > 0 {
      CoverView(track, app).draw(on: canvas.part(areas.cover))
    }
    VisualView(app).draw(on: canvas.part(areas.visual))
    if !areas.lyrics.isEmpty { LyricsView(app: app).draw(on: canvas.part(areas.lyrics)) }
    drawNames(of: track, on: canvas.part(areas.text), signs: areas.signs)
    drawSigns(of: track, on: canvas.part(areas.signs))
    draw(chips(of: track), on: canvas.part(areas.chips))
    guard let next = app.playing.nextTrack else { return }
    FollowingTrackLine(app, next, after: track, as: "Next").draw(on: canvas.part(areas.next))
  }

  private func drawNames(of track: Track, on area: Canvas, signs: Rect) {
    var area = area
    if app.skins.shape.extras.contains(.lcd), signs.row - area.rect.row >= 6 {
      area = drawClock(of: track, on: area)
    }
    let text = NowPlayingText(app, track)
    let room = signs.row - area.rect.row
    let title = app.playing.title(of: track)
    let lines = room > 3 ? NowPlayingBox.lines(title, columns: area.columns) : [title]
    area.put(lines: lines, .title, then: .title)
    area.line(lines.count).put(
      app.shownArtist(track) ?? (track.isStream ? "" : "Unknown artist"), .text)
    var album = area.line(lines.count + 1)
    if let year = track.tags.year.map(String.init), album.columns > 12 {
      let name = track.tags.album ?? ""
      let used = TextWidth.columns(of: TextWidth.truncated(name, to: album.columns - 6))
      album.put(year, .dimmed, at: used > 0 ? used + 2 : 0)
      album = album.inset(right: 6)
    }
    album.put(track.tags.album ?? "", .dimmed)
    // A blank line in front of the signs, unless there is only room for the format.
    let rest = room - lines.count - 2
    let details = text.details(columns: area.columns).prefix(max(min(1, rest), rest - 1))
    area.inset(top: lines.count + 2).put(lines: details, .dimmed)
  }

  /// Draws the position in large digits with the format beside them; returns the lines below.
  private func drawClock(of track: Track, on area: Canvas) -> Canvas {
    let time = app.position.clockText
    let clock = LargeDigits(time.count < 5 ? "0" + time : time)
    let width = clock.draw(on: area)
    if area.columns >= width + 10 {
      let audio = track.audio
      let format = [
        audio.channels == 1 ? "MONO" : "STEREO", "\(audio.sampleRate / 1000) kHz",
        audio.formatName,
      ]
      area.inset(left: width + 3).put(lines: format, .dimmed)
    }
    return area.inset(top: LargeDigits.rows)
  }

  /// One line, or two with the break at a space.
  static func lines(_ text: String, columns: Int) -> [String] {
    guard TextWidth.columns(of: text) > columns else { return [text] }
    var (first, rest) = ("", text.split(separator: " ")[...])
    while let word = rest.first {
      let longer = first.isEmpty ? String(word) : first + " " + word
      guard TextWidth.columns(of: longer) <= columns else { break }
      first = longer
      rest = rest.dropFirst()
    }
    return first.isEmpty ? [text] : [first, rest.joined(separator: " ")]
  }

  private static let stars = 5
  /// The signs of reactions, each with the blank behind it.
  private static let reactions = Reaction.allCases.filter { $0 != .none }

  /// The column of the first reaction: behind the stars, and the sign of a server.
  private static func firstReaction(of track: Track) -> Int {
    if case .server = track.source { return stars + 4 }
    return stars + 2
  }

  /// The columns of all signs, without the word for the reaction.
  static func columns(ofShortSigns track: Track) -> Int {
    track.isStream ? 0 : firstReaction(of: track) + 2 * reactions.count - 1
  }

  static func columns(ofSigns track: Track) -> Int {
    if track.isStream { return 0 }
    return columns(ofShortSigns: track)
      + (track.reaction == .none ? 0 : 1 + TextWidth.columns(of: track.reaction.name))
  }

  /// The rating, and a sign for each reaction that the track's own contains, the others in grey.
  func drawSigns(of track: Track, on line: Canvas) {
    guard !track.isStream else { return }
    var line = line
    line.write(track.rating.starText, .rating)
    line.write(String(repeating: "☆", count: NowPlayingBox.stars - track.rating.stars), .dimmed)
    line.skip(2)
    if let sign = app.serverSign(of: track) {
      line.write(sign.text, sign.face)
      line.skip(1)
    }
    for reaction in Self.reactions {
      line.write(
        reaction.sign, reaction.rawValue <= track.reaction.rawValue ? reaction.face : .faint)
      line.skip(1)
    }
    line.write(track.reaction.name, .dimmed)
  }

  typealias Chip = (text: String, colors: CellColors?)

  /// Tempo, key and energy, and the format where it has no line of its own.
  func chips(of track: Track, isLong: Bool = false) -> [Chip] {
    let format = track.isStream ? "stream" : NowPlayingText.shortFormat(track.audio)
    let chips: [Chip] = [
      (track.findings.energy.map { "energy \($0)" } ?? "", nil), (isLong ? format : "", nil),
    ]
    return findingChips(of: track) + chips.filter { !$0.text.isEmpty }
  }

  /// Tempo and key.
  func findingChips(of track: Track) -> [Chip] {
    let findings = FindingsText(track: track, notation: app.keyNotation)
    let key = app.hasColors ? findings.key?.blockColors : nil
    let chips: [Chip] = [
      (findings.bpmColumn(width: 6), nil), (findings.keyColumn(width: 4), key),
    ]
    return chips.filter { !$0.text.isEmpty }
  }

  func columns(ofChips chips: [Chip]) -> Int {
    chips.reduce(-1) { $0 + TextWidth.columns(of: $1.text) + 3 }
  }

  func draw(_ chips: [Chip], on line: Canvas) {
    var line = line
    for (text, colors) in chips {
      let columns = TextWidth.columns(of: text) + 2
      guard columns <= line.columns else { return }
      line.on(.field).columns(from: 0, count: columns).put(" \(text) ", .text, colors: colors)
      line.skip(columns + 1)
    }
  }

  /// Columns of a button from which on the place stands in it.
  static let placeColumns = 31

  func draw(_ slot: MixSlot, on line: Canvas) {
    let isFlashing = app.mixSlots.isFlashing(slot, at: app.now)
    let whole = line
    var line = line.filled(isFlashing ? .marked : .field)
    line.skip(
      line.put(" \(slot.rawValue) ", slot.badge, colors: isFlashing ? app.flashColors : nil))
    line = line.inset(left: 1, right: 1)
    guard let playlist = app.mix[slot] else {
      line.put("empty", .dimmed)
      return
    }
    // The button is lit while its playlist holds what plays.
    let isLit = position(in: slot) != nil
    if isLit { whole.inset(left: 3).fill(" ", slot.badge) }
    if whole.columns >= Self.placeColumns {
      line.writeRight(place(in: slot), isLit ? slot.badge : .dimmed, gap: 2)
    }
    line.put(playlist.name, isLit ? slot.badge : slot.face)
  }

  /// The index of what plays among the entries of a slot.
  private func position(in slot: MixSlot) -> Int? {
    guard let item = app.audibleItem else { return nil }
    return app.mix.timelines[slot]?.index(of: item)
  }

  /// The entry that plays, or where what plays would fit: "entry 6 of 10", "fits after 2".
  func place(in slot: MixSlot) -> String {
    if let index = position(in: slot), let playlist = app.mix[slot] {
      return "entry \((index + 1).grouped) of \(playlist.trackCount.grouped)"
    }
    guard let point = app.playing.track?.mixPoint, point.bpm != nil || point.key != nil else {
      return ""
    }
    guard app.player.item != nil, (app.mix.timelines[slot]?.count ?? 0) > 0 else { return "" }
    guard let index = app.mixSlots.places[slot] else { return "no place" }
    return index == 0 ? "fits in front" : "fits after \(index.grouped)"
  }

  // MARK: Mouse

  /// The command of a click.
  static func command(at position: Position, in pane: Rect, of app: App) -> Command? {
    let areas = areas(app, in: pane)
    if let slot = areas.slots.first(where: { $0.value.contains(position) })?.key {
      return .slot(.add(slot))
    }
    if areas.cover.contains(position) { return .pane(.fullScreen) }
    guard areas.signs.contains(position) else { return nil }
    return command(ofSignAt: position.column - areas.signs.column, in: app)
  }

  /// The command of a click on the stars, or a reaction behind them.
  static func command(ofSignAt column: Int, in app: App) -> Command? {
    guard app.player.item != nil, let track = app.playing.track, !track.isStream else { return nil }
    if column < stars { return .track(.rate(column + 1)) }
    let index = column - firstReaction(of: track)
    guard (0..<2 * reactions.count).contains(index) else { return nil }
    return .track(.toggle(reactions[index / 2]))
  }
}

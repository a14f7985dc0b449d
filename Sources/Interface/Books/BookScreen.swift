import Music
import Screen

/// A book over the whole screen: cover, names, chapters, bookmarks and what is left.
struct BookScreen {
  let app: App

  struct Areas {
    private(set) var head: Rect
    private(set) var cover: Rect
    private(set) var names: Rect
    private(set) var chips: Rect
    /// The heading over the chapters.
    private(set) var caption: Rect
    private(set) var chapters: Rect
    /// With a heading; empty without bookmarks.
    private(set) var bookmarks: Rect
    private(set) var sentence: Rect

    private static let none = Rect(row: 0, column: 0, rows: 0, columns: 0)

    init(_ pane: Rect, hasCover: Bool, chapters count: Int, bookmarks marks: Int) {
      let (rows, columns) = (pane.rows, pane.columns)
      head = rows < 10 ? Self.none : pane.line(0)
      let margin = columns < 60 ? 1 : 3
      var area = pane.inset(top: head.rows, left: margin, right: margin)
      cover = Self.none
      let isWide = columns >= 100 && rows >= 18
      if isWide { area = area.inset(top: 1) }
      if isWide, hasCover {
        let height = min(26, area.rows)
        let width = min(height * 38 / 26, columns * 37 / 100)
        cover = Rect(row: area.row, column: area.column, rows: height, columns: width)
        area = area.inset(left: width + 4)
      }
      var top = 0
      func take(_ wanted: Int, gap: Int = 0) -> Rect {
        let height = max(0, min(wanted, area.rows - top))
        defer { top += height + gap }
        return Rect(
          row: area.row + top, column: area.column, rows: height, columns: area.columns)
      }
      let isLow = area.rows < 16
      if !isWide, hasCover, area.rows >= 17 {
        // The cover beside the names.
        cover = Rect(row: area.row, column: area.column, rows: 6, columns: 12)
        let beside = take(6, gap: 1).inset(left: 14)
        names = beside.inset(bottom: 2)
        chips = beside.line(5)
      } else {
        names = take(isLow ? min(2, area.rows) : 3, gap: isLow ? 0 : 1)
        chips = isLow ? Self.none : take(1, gap: 1)
      }
      let hasSentence = area.rows - top >= 6
      if hasSentence { sentence = area.line(area.rows - 1) } else { sentence = Self.none }
      let foot = area.rows - (hasSentence ? 2 : 0)
      let room = foot - top
      let marked = marks > 0 && room >= 12 ? min(marks, 4) + 2 : 0
      bookmarks =
        marked > 0
        ? Rect(
          row: area.row + foot - marked + 1, column: area.column, rows: marked - 1,
          columns: area.columns) : Self.none
      caption = room >= 8 && count > 0 ? take(1, gap: 1) : Self.none
      chapters = take(min(count, max(0, foot - marked - top)))
      // Bookmarks follow the chapters where these are few.
      if marked > 0, chapters.bottom + 2 < bookmarks.row {
        bookmarks = Rect(
          row: chapters.bottom + 2, column: area.column, rows: marked - 1, columns: area.columns)
      }
      if hasSentence {
        let last = marked > 0 ? bookmarks.bottom : chapters.bottom
        sentence = Rect(
          row: min(sentence.row, max(last + 2, top + area.row)), column: area.column, rows: 1,
          columns: area.columns)
      }
    }
  }

  static func areas(_ app: App, in pane: Rect) -> Areas {
    Areas(
      pane, hasCover: NowPlayingBox.hasCover(app), chapters: app.book?.book.chapters.count ?? 0,
      bookmarks: app.book?.bookmarks.count ?? 0)
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect, draw(on:))
  }

  private func draw(on canvas: Canvas) {
    guard let current = app.book, let place = app.bookPlace else { return }
    let areas = BookScreen.areas(app, in: canvas.rect)
    drawHead(on: canvas.part(areas.head))
    if !areas.cover.isEmpty, let track = app.playing.track {
      CoverView(track, app).draw(on: canvas.part(areas.cover))
    }
    drawNames(of: current.book, on: canvas.part(areas.names))
    drawChips(on: canvas.part(areas.chips))
    var caption = canvas.part(areas.caption)
    if !caption.rect.isEmpty {
      caption.writeRight(
        "\(place.clockText) of \(current.book.duration.clockText)", .dimmed, gap: 2)
      caption.put("Chapters", .header)
    }
    BookChaptersView(app: app).draw(on: canvas.part(areas.chapters))
    draw(current.bookmarks, near: place, on: canvas.part(areas.bookmarks))
    if !areas.sentence.isEmpty {
      canvas.part(areas.sentence).put(BookText.sentence(app), .dimmed)
    }
  }

  private func drawHead(on line: Canvas) {
    guard !line.rect.isEmpty else { return }
    var line = line.inset(left: 2, right: 2)
    ProductMark.write(to: &line, of: app)
    line.skip(1)
    line.write("Now Playing", .header)
    line.skip(2)
    line.write("Book", .dimmed)
    line.put(app.clockText ?? "", .dimmed, align: .right)
  }

  private func drawNames(of book: Book, on area: Canvas) {
    let details = book.details
    let facts = [
      BookText.narrators(details), BookText.series(details), BookText.year(details),
    ].filter { !$0.isEmpty }.joined(separator: "  ")
    var lines: [(String, Face)] = [(details.title, .title), (BookText.authors(details), .heading)]
    if area.rows < 3, let index = app.bookChapter {
      lines[1] = (BookText.chapter(index, of: book), .text)
    }
    lines.append((facts, .dimmed))
    for (row, line) in lines.prefix(area.rows).enumerated() { area.line(row).put(line.0, line.1) }
  }

  private func drawChips(on line: Canvas) {
    guard !line.rect.isEmpty else { return }
    var chips: [NowPlayingBox.Chip] = [("\(app.sound.speed.shortText)×", nil)]
    if let sleep = app.sleepText { chips.append(("☾ " + sleep, nil)) }
    if app.sound.boost > 0 { chips.append((app.sound.boost.decibels, nil)) }
    if app.sound.shortensSilence { chips.append(("short silence", nil)) }
    if app.sound.isMono { chips.append(("mono", nil)) }
    NowPlayingBox(app: app).draw(chips, on: line)
  }

  /// The last bookmarks before the place, and the next ones.
  private func draw(_ bookmarks: [Bookmark], near place: Duration, on area: Canvas) {
    guard area.rows > 1 else { return }
    area.line(0).put("Bookmarks", .header)
    let height = area.rows - 1
    let next = bookmarks.firstIndex { $0.place > place } ?? bookmarks.count
    let start = max(0, min(next - (height + 1) / 2, bookmarks.count - height))
    let shown = bookmarks[start..<min(bookmarks.count, start + height)]
    let times = shown.map { $0.place.clockText.count }.max() ?? 0
    for (row, bookmark) in shown.enumerated() {
      var line = area.line(row + 1)
      line.write("◆ ", .accent)
      line.write(bookmark.place.clockText.padded(to: times) + "  ", .dimmed)
      let chapter = BookmarksView.chapter(of: bookmark, in: app)
      line.put(
        bookmark.note.isEmpty ? chapter : bookmark.note, bookmark.note.isEmpty ? .dimmed : .text)
    }
  }

  static func command(at position: Position, in pane: Rect, of app: App) -> Command? {
    let areas = areas(app, in: pane)
    if areas.cover.contains(position) { return .pane(.fullScreen) }
    if areas.bookmarks.contains(position) { return .book(.bookmarks) }
    if areas.chips.contains(position) { return .book(.chooseSpeed) }
    return BookChaptersView.command(at: position, in: areas.chapters, of: app)
  }
}

import Music
import Screen

/// Now Playing of a book beside other panes: cover, names, what is left, and chapters.
struct BookBox {
  let app: App

  struct Areas {
    private(set) var cover: Rect
    private(set) var text: Rect
    private(set) var chapters: Rect

    /// Columns beside a cover, and rows of the smallest cover.
    private static let (minimumText, minimumCover) = (21, 4)

    init(_ pane: Rect, hasCover: Bool, chapters count: Int) {
      let area = pane.inset(top: 1, left: 1, right: 1)
      let none = Rect(row: area.row, column: area.column, rows: 0, columns: 0)
      if area.rows >= 24, area.columns < 60 {
        let side = hasCover ? min(area.columns / 2, area.rows - 16) : 0
        cover = Rect(
          row: area.row, column: area.column + area.columns / 2 - side, rows: side,
          columns: 2 * side)
        let names = area.inset(top: side > 0 ? side + 1 : 0)
        text = Rect(row: names.row, column: area.column, rows: 7, columns: area.columns)
        chapters = names.inset(top: 8)
        return
      }
      // The names need six rows where no cover is beside them.
      let room = hasCover ? max(3, area.rows - 9) : area.rows - 6
      let below = count == 0 || area.rows < 9 ? 0 : min(count, room)
      let above = area.rows - (below > 0 ? below + 1 : 0)
      let side = min(above, (area.columns - Self.minimumText - 2) / 2)
      let isShown = hasCover && side >= Self.minimumCover
      cover =
        isShown
        ? Rect(row: area.row, column: area.column, rows: side, columns: 2 * side) : none
      text = Rect(
        row: area.row, column: area.column, rows: above, columns: area.columns
      ).inset(left: isShown ? 2 * side + 2 : 0)
      chapters =
        below > 0
        ? Rect(row: area.bottom - below, column: area.column, rows: below, columns: area.columns)
        : none
    }
  }

  static func areas(_ app: App, in pane: Rect) -> Areas {
    Areas(
      pane,
      hasCover: NowPlayingBox.hasCover(app) && app.layout.wave != nil && app.layout.strip == nil,
      chapters: app.book?.book.chapters.count ?? 0)
  }

  func draw(on canvas: Canvas) {
    guard let book = app.book?.book else { return }
    // The strip above has the names.
    if app.layout.form == .strip, !book.chapters.isEmpty {
      return BookChaptersView(app: app).draw(on: canvas.inset(top: 1, left: 1, right: 1))
    }
    let areas = BookBox.areas(app, in: canvas.rect)
    if areas.cover.columns > 0, let track = app.playing.track {
      CoverView(track, app).draw(on: canvas.part(areas.cover))
    }
    drawNames(of: book, on: canvas.part(areas.text), hasChapters: areas.chapters.rows > 0)
    BookChaptersView(app: app).draw(on: canvas.part(areas.chapters))
  }

  private func drawNames(of book: Book, on area: Canvas, hasChapters: Bool) {
    guard let place = app.bookPlace, area.rows > 0 else { return }
    let details = book.details
    let left = BookText.left(book.duration - place, at: app.sound.speed)
    let chapter = app.bookChapter.map { BookText.chapter($0, of: book) } ?? ""
    let last = [hasChapters ? "" : chapter, app.sleepText ?? "", left].filter { !$0.isEmpty }
    let room = max(1, area.rows - last.count)
    let title =
      room > 3 ? NowPlayingBox.lines(details.title, columns: area.columns) : [details.title]
    var lines: [(String, Face)] = title.map { ($0, .title) }
    lines += [
      (BookText.authors(details), .text), (BookText.narrators(details), .dimmed),
      (BookText.series(details), .dimmed),
    ].filter { !$0.0.isEmpty }
    for (row, line) in lines.prefix(room).enumerated() { area.line(row).put(line.0, line.1) }
    for (row, text) in last.suffix(area.rows - min(room, lines.count)).enumerated() {
      let line = area.line(area.rows - min(last.count, area.rows - min(room, lines.count)) + row)
      line.put(text, row == last.count - 1 || hasChapters ? .dimmed : .text)
    }
  }

  static func command(at position: Position, in pane: Rect, of app: App) -> Command? {
    if app.layout.form == .strip {
      return BookChaptersView.command(
        at: position, in: pane.inset(top: 1, left: 1, right: 1), of: app)
    }
    let areas = areas(app, in: pane)
    if areas.cover.contains(position) { return .pane(.fullScreen) }
    return BookChaptersView.command(at: position, in: areas.chapters, of: app)
  }
}

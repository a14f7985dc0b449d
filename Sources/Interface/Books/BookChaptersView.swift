import Music
import Screen

/// The chapters around the one that is heard, a row each.
struct BookChaptersView {
  let app: App

  /// The chapters in so many rows: about a third of them before the current one.
  static func shown(_ app: App, rows: Int) -> Range<Int> {
    guard let book = app.book?.book, rows > 0 else { return 0..<0 }
    let count = book.chapters.count
    let start = max(0, min((app.bookChapter ?? 0) - rows / 3, count - rows))
    return start..<min(count, start + rows)
  }

  func draw(on area: Canvas) {
    guard let book = app.book?.book else { return }
    let shown = BookChaptersView.shown(app, rows: area.rows)
    let digits = "\(book.chapters.count)".count
    for (row, index) in shown.enumerated() { draw(index, of: book, digits, on: area.line(row)) }
  }

  private func draw(_ index: Int, of book: Book, _ digits: Int, on line: Canvas) {
    let chapter = book.chapters[index]
    let current = app.bookChapter
    let isCurrent = index == current
    var line = line
    let length = (chapter.end - chapter.start).clockText
    line.writeRight(length.padded(to: line.columns >= 36 ? 8 : 0), .dimmed, gap: 2)
    if line.columns >= 50 {
      let bar = line.columns(from: line.columns - 12, count: 12)
      let glyphs = app.skins.shape.progress
      let done = Int((12 * part(of: chapter, index)).rounded())
      bar.fill(glyphs.rest, .progressRest)
      bar.columns(from: 0, count: done).fill(glyphs.done, .progress)
      line = line.inset(right: 14)
    }
    line.write(
      BookText.sign(of: index, current: current, app.skins.shape) + " ",
      isCurrent ? .playing : .dimmed)
    book.name(ofChapter: index)?.draw(
      on: line, number: "\(index + 1)".padded(to: digits), isCurrent ? .playing : .text)
  }

  private func part(of chapter: BookChapter, _ index: Int) -> Double {
    guard let place = app.bookPlace, let current = app.bookChapter else { return 0 }
    if index != current { return index < current ? 1 : 0 }
    let length = (chapter.end - chapter.start).seconds
    return length > 0 ? max(0, min(1, (place - chapter.start).seconds / length)) : 0
  }

  /// The place of the chapter at a position.
  static func command(at position: Position, in area: Rect, of app: App) -> Command? {
    guard area.contains(position), let book = app.book?.book else { return nil }
    let shown = shown(app, rows: area.rows)
    let index = shown.lowerBound + position.row - area.row
    return shown.contains(index) ? .book(.goTo(book.chapters[index].start)) : nil
  }
}

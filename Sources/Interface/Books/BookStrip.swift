import Music
import Screen

/// A book in the few rows above a short list: title, chapter, its bar, and the book's bar between
/// place and rest.
struct BookStrip {
  let app: App

  func draw(on area: Canvas) {
    guard let book = app.book?.book, let place = app.bookPlace, let bars = BookBars(app) else {
      return
    }
    let sign =
      NowPlayingView.isBuffering(app)
      ? "…" : app.showsPlaying ? String(app.skins.shape.playing) : "‖"
    area.put(sign + " " + book.details.title, .accent)
    let chapter = app.bookChapter.map { BookText.chapter($0, of: book) } ?? ""
    if area.rows >= 4 {
      var line = area.line(1)
      if let span = app.chapterSpan {
        let left = (span.upperBound - place) / max(0.1, app.sound.speed)
        line.writeRight("−" + max(.zero, left).clockText, .dimmed, gap: 1)
      }
      line.put(chapter.isEmpty ? BookText.authors(book.details) : chapter, .dimmed)
    }
    bars.drawOne(on: area.line(area.rows - 2))
    var line = area.line(area.rows - 1)
    let left = BookText.left(book.duration - place, at: app.sound.speed)
    line.writeRight(left, .dimmed, gap: 1)
    line.write(place.clockText, .text)
    line.skip(1)
    if line.columns >= 6, app.chapterSpan != nil { bars.drawWhole(on: line) }
  }
}

import Music
import Screen

/// The screen at night: clock, chapter and sleep timer, and nothing that moves or shines.
struct BedroomView {
  let app: App

  func draw(on canvas: Canvas) {
    canvas.fill()
    let lines = [name, app.sleepText ?? ""].filter { !$0.isEmpty }
    let clock = app.clockText ?? ""
    let isLarge = !clock.isEmpty && canvas.rows >= LargeDigits.rows + lines.count + 3
    let rows = (isLarge ? LargeDigits.rows : 1) + 1 + lines.count
    var top = max(0, (canvas.rows - rows) / 2)
    if isLarge {
      let digits = LargeDigits(clock)
      let left = max(0, (canvas.columns - digits.columns) / 2)
      _ = digits.draw(on: canvas.inset(top: top, left: left), .dimmed)
      top += LargeDigits.rows + 1
    } else {
      canvas.line(top).put(clock, .dimmed, align: .center)
      top += clock.isEmpty ? 0 : 2
    }
    for (row, text) in lines.enumerated() {
      canvas.inset(left: 1, right: 1).line(top + row).put(text, .dimmed, align: .center)
    }
  }

  /// The chapter, or the title of what plays.
  private var name: String {
    guard app.player.item != nil else { return "Nothing plays" }
    let sign = app.showsPlaying ? "" : "‖ "
    guard let book = app.book?.book else {
      return sign + (app.playing.track.map { app.playing.title(of: $0) } ?? "")
    }
    return sign + (app.bookChapter.map { BookText.chapter($0, of: book) } ?? book.details.title)
  }
}

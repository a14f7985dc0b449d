import Music
import Screen

/// The lists of books in the library pane.
struct BookshelfView {
  let app: App
  let layout: Layout

  private var shelf: Bookshelf { app.browsing.shelf }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect) { canvas in
      drawHeading(on: canvas.line(layout.headerRows - 1), isAlone: layout.headerRows > 1)
      guard let area = layout.list(of: .library) else { return }
      draw(on: canvas.part(area))
    }
  }

  // MARK: The line above

  private func drawHeading(on line: Canvas, isAlone: Bool) {
    let typing = app.browsing.isShelfFocused ? app.filterPrompt : nil
    if typing != nil || !shelf.filter.isEmpty {
      return FilterLine(prompt: typing, filter: shelf.filter, count: shelf.count).draw(on: line)
    }
    guard isAlone else { return }
    guard shelf.count > 0 || shelf.list != .home else { return }
    guard shelf.list == .home else {
      var line = line.inset(right: 1)
      line.write("◂ ", .accent)
      line.put(shelf.list.title, .heading)
      return
    }
    let columns = BookColumns(line.columns)
    line.put(shelf.row(at: 0)?.book == nil ? "" : "Continue listening", .header, at: 2)
    if let author = columns.author { line.put("Author", .header, at: author.lowerBound) }
    if let left = columns.left {
      line.columns(from: left.lowerBound, count: left.count).put("Left", .header, align: .right)
    }
  }

  // MARK: Rows

  private func draw(on area: Canvas) {
    guard shelf.count > 0 else { return emptyPane.draw(on: area) }
    shelf.cursor.draw(
      shelf.count, on: area, isFocused: app.browsing.isShelfFocused
    ) { index, line in
      if let item = shelf.row(at: index) { draw(item, on: line) }
    }
  }

  private func draw(_ row: BookListRow, on line: Canvas) {
    let view = RowView(app: app, columns: TrackColumns(width: line.columns))
    switch row {
    case .book(let book): draw(book, on: line)
    case .list(let list, let count):
      view.draw("▸ " + list.title, detail: count.grouped, on: line)
    case .name(let name, let books, let duration):
      let time = line.columns >= 50 ? duration.clockText.padded(to: 11) : ""
      view.draw(
        "▸ " + RowView.named(name), detail: books.counted("book") + time, on: line)
    }
  }

  private func draw(_ book: BookRow, on line: Canvas) {
    let columns = BookColumns(line.columns)
    let isCurrent = app.book?.book.id == book.id
    let progress = isCurrent ? app.bookProgress ?? book.progress : book.progress
    let main: Face = isCurrent ? .playing : book.isOffline ? .dimmed : .text
    line.put(sign(of: book, progress, isCurrent), isCurrent ? .playing : .dimmed, at: 1)
    line.columns(from: columns.title.lowerBound, count: columns.title.count).put(
      BookshelfView.title(of: book, in: shelf.list), main)
    if let author = columns.author {
      line.columns(from: author.lowerBound, count: author.count).put(
        BookText.authors(book.details), .dimmed)
    }
    if let bar = columns.bar, progress.isFinished || progress.place > .zero {
      let part = BookText.part(progress, of: book.duration)
      let cells = line.columns(from: bar.lowerBound, count: bar.count)
      let glyphs = app.skins.shape.progress
      cells.fill(glyphs.rest, .progressRest)
      // A beginning shows, and an end is the end.
      let done = part >= 1 ? bar.count : part <= 0 ? 0 : max(1, Int(Double(bar.count) * part))
      cells.columns(from: 0, count: done).fill(glyphs.done, .progress)
    }
    if let left = columns.left {
      line.columns(from: left.lowerBound, count: left.count).put(
        app.left(of: book, progress), .dimmed, align: .right)
    }
  }

  private func sign(of book: BookRow, _ progress: BookProgress, _ isCurrent: Bool) -> String {
    if isCurrent { return app.showsPlaying ? String(app.skins.shape.playing) : "‖" }
    return book.isOffline ? "◌" : progress.isFinished ? "✓" : ""
  }

  /// In a series, behind its number there.
  static func title(of book: BookRow, in list: BookList) -> String {
    guard case .ofSeries(let name) = list,
      let sequence = book.details.series.first(where: { $0.name == name })?.sequence
    else { return book.details.title }
    return "\(sequence.padded(to: 3))  \(book.details.title)"
  }

  var emptyPane: EmptyPane {
    func key(_ command: Command, _ text: String) -> KeyText { (app.key(command), text) }
    if !shelf.filter.isEmpty, !shelf.isLoading {
      return EmptyPane(
        "Nothing matches “\(shelf.filter)”", key(.cancel, "clears the filter"),
        key(.list(.filter), "changes it"))
    }
    if shelf.isLoading || shelf.current == nil { return EmptyPane("") }
    guard shelf.list == .home || shelf.list == .all else {
      return EmptyPane(
        "No book is here", key(.pane(.back), "goes back"), key(.help, "finds every key"))
    }
    return EmptyPane(
      "No audiobooks yet", (":book", "makes one of the selection"),
      key(.library(.addFolder), "adds a folder"), key(.help, "finds every key"))
  }
}

/// The columns of a row of a book.
struct BookColumns {
  let title: Range<Int>
  private(set) var author: Range<Int>?
  private(set) var bar: Range<Int>?
  private(set) var left: Range<Int>?

  /// Columns of a row. On a narrow screen the author gives way first, then the bar, then the time.
  init(_ columns: Int) {
    var end = columns - 1
    func take(_ count: Int, gap: Int) -> Range<Int> {
      defer { end -= count + gap }
      return end - count..<end
    }
    if columns >= 24 { left = take(9, gap: 1) }
    if columns >= 40 { bar = take(columns >= 90 ? 16 : 8, gap: 2) }
    if columns >= 56 { author = take((end - 3) * 40 / 100, gap: 2) }
    title = 3..<max(3, end)
  }
}

extension App {
  /// Where one is in the book that plays.
  var bookProgress: BookProgress? {
    guard let current = book, let place = bookPlace else { return nil }
    var progress = current.book.progress
    progress.place = place
    progress.isFinished = books.settings.rules.isFinished(at: place, of: current.book.duration)
    return progress
  }

  /// The time left of a book at its speed; the length of a book that was not begun.
  func left(of row: BookRow, _ progress: BookProgress) -> String {
    if progress.isFinished { return "finished" }
    let isCurrent = book?.book.id == row.id
    let speed = isCurrent ? sound.speed : row.speed ?? books.settings.speed
    let left = (max(.zero, row.duration - progress.place) / max(0.1, speed)).clockText
    return progress.place > .zero ? "−" + left : left
  }
}

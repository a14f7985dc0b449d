import Music
import Screen

// Books, chapters and bookmarks in words.

extension Bookshelf {
  func readerText(in app: App) -> ReaderText {
    let title = ReaderText.joined([
      "Books", list == .home ? nil : list.title, count.counted("row"),
      filter.isEmpty ? nil : "filter " + filter,
    ])
    guard count > 0 else {
      let empty = BookshelfView(app: app, layout: app.layout).emptyPane
      return ReaderText(
        title, [empty.sentence] + empty.keys.map { "\($0.keys) \($0.text)" }, selected: 0)
    }
    // The page of the cursor.
    let height = max(1, app.browsing.shelfHeight)
    let start = cursor.selected / height * height
    let words = (start..<min(count, start + height)).map { index in
      row(at: index).map { self.words(of: $0, in: app) } ?? ""
    }
    return ReaderText(title, words, selected: cursor.selected - start)
  }

  private func words(of row: BookListRow, in app: App) -> String {
    switch row {
    case .list(let list, let count): return "List \(list.title), \(count.grouped)"
    case .name(let name, let books, _):
      return ReaderText.joined([RowView.named(name), books.counted("book")])
    case .book(let book):
      let isCurrent = app.book?.book.id == book.id
      let part = BookText.part(book.progress, of: book.duration)
      return ReaderText.joined([
        BookshelfView.title(of: book, in: list), BookText.authors(book.details),
        isCurrent ? (app.showsPlaying ? "plays" : "paused") : nil,
        book.progress.isFinished
          ? "finished" : part > 0 ? "\(Int(part * 100)) percent heard" : "not started",
        // The place of what plays would change the line.
        isCurrent || book.progress.isFinished
          ? nil : app.left(of: book, book.progress).replacing("−", with: "") + " left",
        book.isOffline ? "offline" : nil,
      ])
    }
  }
}

extension NowPlayingPane {
  /// A book, without times that run.
  func bookText(_ current: PlayingBook, in app: App) -> ReaderText {
    let (book, details) = (current.book, current.book.details)
    var text = ReaderText(title)
    text.add(details.title, isSelected: true)
    text.add(details.authors.isEmpty ? nil : "by " + BookText.authors(details))
    text.add(BookText.narrators(details))
    text.add(details.series.isEmpty ? nil : "Series " + BookText.series(details))
    text.add(
      app.bookChapter.map {
        "\(BookText.chapter($0, of: book).replacing("  ", with: ", ")), of \(book.chapters.count)"
      })
    text.add("Speed \(app.sound.speed.shortText)")
    text.add(app.sleepText)
    text.add(
      current.bookmarks.isEmpty ? nil : current.bookmarks.count.counted("bookmark"))
    text.add("\(app.key(.playing(.sayPosition))) says the place and what is left")
    return text
  }
}

extension ChaptersPanel {
  func readerText(in app: App) -> ReaderText {
    var text = ReaderText("Chapters")
    let isFiltered = !field.text.isEmpty
    text.add(field, label: "Filter", isSelected: isFiltered || shown.isEmpty)
    guard let book = app.book?.book else { return text }
    let page = 200
    let start = cursor.selected / page * page
    for row in start..<min(shown.count, start + page) {
      let index = shown[row]
      guard let name = book.name(ofChapter: index) else { continue }
      text.add(
        ReaderText.joined([
          name.title.isEmpty ? name.number : "\(index + 1)",
          name.title.isEmpty ? nil : name.title,
          index == app.bookChapter ? "current" : nil,
          "at " + book.chapters[index].start.clockText,
        ]), isSelected: row == cursor.selected && !(isFiltered && row == 0))
    }
    if shown.isEmpty { text.add("Nothing matches") }
    return text
  }
}

extension BookmarksPanel {
  func readerText(in app: App) -> ReaderText {
    let bookmarks = app.books.current?.bookmarks ?? []
    var text = ReaderText("Bookmarks, \(bookmarks.count.grouped)")
    if bookmarks.isEmpty { text.add(BookmarksView.emptyText(app), isSelected: true) }
    for (index, bookmark) in bookmarks.enumerated() {
      text.add(
        ReaderText.joined([
          bookmark.place.clockText, bookmark.note, BookmarksView.chapter(of: bookmark, in: app),
        ]), isSelected: index == cursor.selected)
    }
    return text
  }
}

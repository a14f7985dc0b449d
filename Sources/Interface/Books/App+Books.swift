import Music

// Audiobooks: commands, and what the library tells of them.
extension App {
  mutating func performBook(_ command: BookCommand) -> [Effect] {
    switch command {
    case .list(let list):
      browsing.browse(.books)
      browsing.shelf.show(list)
      return []
    case .row(let index): return press(onBook: index)
    case .chapters: return openChapters()
    case .nextChapter: return goToNextChapter()
    case .previousChapter: return goToPreviousChapter()
    case .goTo(let place): return goTo(place)
    case .skipForward: return skip(by: books.settings.skipForward)
    case .skipBack: return skip(by: -books.settings.skipBack)
    case .jumpBack: return jumpBack()
    case .bookmark(let note): return addBookmark(note)
    case .bookmarks: return openBookmarks()
    case .exportBookmarks(let path): return exportBookmarks(to: path)
    case .chooseSpeed:
      chooseSpeed()
      return []
    case .finished: return chosenEpisodes.map { mark($0, .finished) } ?? setFinished(true)
    case .unfinished: return chosenEpisodes.map { mark($0, .unfinished) } ?? setFinished(false)
    case .hide: return chosenEpisodes.map { mark($0, .hidden) } ?? toggleHidden()
    case .markBook: return mark(isBook: true)
    case .markMusic: return mark(isBook: false)
    case .info: return showBookInfo()
    case .bedroom:
      toggleBedroom()
      return []
    }
  }

  mutating func receive(_ event: BooksEvent) -> [Effect] {
    switch event {
    case .listed(let window, let serial):
      browsing.shelf.receive(window, serial: serial, height: browsing.shelfHeight)
    case .playing(let loaded, let track): return know(loaded, of: track)
    case .loaded(let loaded, let serial): return receive(loaded, serial: serial)
    case .bookmarked(let bookmarks, let book): receive(bookmarks, of: book)
    case .changed: browsing.shelf.isStale = true
    case .marked(let tracks, let isBook):
      browsing.shelf.isStale = true
      books.forget()
      let are = tracks == 1 ? "is" : "are"
      say(
        tracks == 0
          ? "No track is there to change"
          : isBook
            ? "\(tracks.counted("track")) \(are) in Books now; \(key(.undo)) takes it back"
            : "\(tracks.counted("track")) \(are) music now; \(key(.undo)) takes it back",
        tracks == 0 ? .plain : .good)
    case .episodesMarked(let count, let mark): sayMarked(count, mark)
    case .exported(let count, let path):
      say("Wrote \(count.counted("bookmark")) to \(path)", .good)
    }
    return []
  }

  /// A request for rows or a book was refused.
  mutating func refusedBooks(_ effect: Effect) {
    guard case .books(.list(_, let serial)) = effect else { return }
    browsing.shelf.failed(serial: serial)
  }

  private mutating func receive(_ loaded: LoadedBook?, serial: Int) -> [Effect] {
    guard let purpose = books.answered(serial) else { return [] }
    guard let loaded, !loaded.book.parts.isEmpty else {
      browsing.shelf.isStale = true
      say("The book is no longer there", .bad)
      return []
    }
    switch purpose {
    case .play: return play(loaded)
    case .info:
      open(loaded.book)
      return []
    }
  }

  // MARK: The row or the book that commands are about

  /// The book at the cursor of the lists, else the one that plays.
  var chosenBook: BookRow.ID? {
    browsing.isShelfFocused ? browsing.shelf.selectedRow?.book?.id : books.current?.book.id
  }

  func title(of id: BookID) -> String {
    let title =
      books.current.flatMap { $0.book.id == id ? $0.book.details.title : nil }
      ?? browsing.shelf.selectedRow?.book?.details.title ?? ""
    return "“\(title)”"
  }

  mutating func findChosenBook() -> BookID? {
    if let id = chosenBook { return id }
    say(browsing.isShelfFocused ? "No book is selected" : "No book plays")
    return nil
  }

  private mutating func mark(isBook: Bool) -> [Effect] {
    if !isBook, browsing.isShelfFocused {
      return findChosenBook().map { [.books(.makeMusic($0))] } ?? []
    }
    guard let selection else {
      say("Nothing is selected")
      return []
    }
    return [.books(.mark(selection, isBook: isBook))]
  }

  private mutating func showBookInfo() -> [Effect] {
    guard let id = findChosenBook() else { return [] }
    return books.request(id, for: .info)
  }

  private mutating func open(_ book: Book) {
    windows.open(.report(BookText.report(of: book, columns: ReportView.columns(in: size))))
  }

  // MARK: The lists

  /// Enter: opens a list or a name, and goes on with a book.
  mutating func activateBook() -> [Effect] {
    guard let row = browsing.shelf.selectedRow else { return [] }
    switch row {
    case .list(let list, _): browsing.shelf.open(list)
    case .name(let name, _, _): browsing.shelf.list.list(of: name).map { browsing.shelf.open($0) }
    case .book(let book):
      if self.book?.book.id == book.id { return goOnWithBook() }
      return books.request(book.id, for: .play)
    }
    return []
  }

  private mutating func press(onBook index: Int) -> [Effect] {
    focus = .library
    if browsing.shelf.cursor.selected == index { return activateBook() }
    browsing.shelf.move(to: index, height: browsing.shelfHeight)
    return []
  }
}

import Music
import Screen
import Testing

@testable import Interface

@Suite("Lists and windows of books")
struct BookListTests {
  @Test("lists open, filter and go back")
  func lists() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    #expect(stage.text.contains("Tides"))
    stage.press("j", "Enter")
    #expect(stage.app.browsing.shelf.list == .all)
    stage.press("Backspace")
    #expect(stage.app.browsing.shelf.list == .home)
    stage.press("/")
    stage.type("nothing")
    stage.press("Enter")
    #expect(stage.app.browsing.shelf.count == 0)
    stage.press("Esc")
    #expect(stage.app.browsing.shelf.count == 2)
  }

  @Test("a frame waits for the first rows of a list that was opened")
  func awaited() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    #expect(!stage.app.awaitsChange)
    stage.holdsLists = true
    stage.press("j", "Enter")
    #expect(stage.app.awaitsChange)
  }

  @Test("only the rows near the screen are asked for")
  func windows() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    stage.bookRows[.all] = (0..<5_000).map {
      .name("Name \($0)", books: 1, duration: .seconds(1))
    }
    stage.run("books all")
    #expect(stage.app.browsing.shelf.count == 5_000)
    #expect((stage.app.browsing.shelf.current?.rows.count ?? 0) < 200)
    stage.press("G")
    #expect(stage.text.contains("Name 4999"))
  }

  @Test("the window of chapters searches and goes there")
  func chapters() {
    var stage = Stage.listening()
    stage.press("%")
    stage.type("c3")
    stage.press("Enter")
    stage.hearBook()
    #expect(stage.app.bookPlace == .seconds(100))
  }

  @Test("bookmarks are set, written, gone to, deleted and exported")
  func bookmarks() {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    stage.run("bookmark the tide")
    #expect(
      stage.receiveBooks() == [.addBookmark(BookID(9), .seconds(10), note: "the tide")])
    let mark = Bookmark(id: 4, book: BookID(9), place: .seconds(10), note: "the tide")
    stage.send(.books(.bookmarked([mark], of: BookID(9))))
    #expect(stage.app.message?.text == "Bookmark at 0:10; _ lists them")
    stage.wait(.seconds(1))
    stage.press("f", "_", "e")
    stage.type("!")
    stage.press("Enter")
    #expect(
      stage.receiveBooks().contains(.editBookmark(4, of: BookID(9), note: "the tide!")))
    stage.press("d")
    #expect(stage.receiveBooks() == [.removeBookmark(4, of: BookID(9))])
    stage.press("Enter")
    #expect(stage.app.bookPlace == .seconds(10))
    stage.run("bookmarks-export /tmp/x.m3u")
    #expect(stage.receiveBooks().contains(.exportBookmarks(BookID(9), to: "/tmp/x.m3u")))
  }

  @Test("a book is marked finished, hidden and music from its row")
  func marks() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(), time: 0))
    stage.run("finished")
    stage.run("hide")
    stage.run("music")
    #expect(
      stage.receiveBooks() == [
        .setFinished(BookID(9), true), .setHidden(BookID(9), true), .makeMusic(BookID(9)),
      ])
    stage.run("browse songs")
    stage.run("book")
    let marked = stage.receiveBooks()
    guard case .mark(_, isBook: true)? = marked.first else {
      Issue.record("\(marked)")
      return
    }
  }

  @Test("episodes are marked finished and hidden from their rows, where a book plays, too")
  func episodes() {
    var tracks = Samples.tracks.map { Crate.remote($0) }
    tracks[0].tags.genre = "Podcast"
    var stage = Stage.listening()
    stage.library = tracks
    stage.send(.library(.changed))
    stage.run("browse songs")
    stage.press("Home")
    _ = stage.receive()
    stage.run("finished")
    stage.run("hide")
    var songs = ListQuery(.songs)
    songs.variations = .folded(open: [])
    let episode = Selection.rows([.track(tracks[0].id)], songs)
    #expect(
      stage.receiveBooks() == [
        .markEpisodes(episode, .finished), .markEpisodes(episode, .hidden),
      ])
    stage.send(.books(.episodesMarked(1, .hidden)))
    #expect(stage.app.message?.text == "1 episode is no longer among those to continue")
    stage.send(.books(.episodesMarked(0, .finished)))
    #expect(stage.app.message?.text == "No book or episode is there to change")
    // A song leaves the command to the book that plays.
    stage.press("j")
    stage.run("unfinished")
    #expect(stage.receiveBooks().contains(.setFinished(BookID(9), false)))
  }

  @Test("a book has a menu of its own, in the lists and while it plays")
  func menus() {
    var stage = Stage.reading(LoadedBook(BookSamples.book(place: .seconds(30)), time: 0))
    stage.run("menu")
    guard case .menu(let menu)? = stage.app.overlays.last else {
      Issue.record("no menu")
      return
    }
    #expect(menu.offers(.book(.info)) && menu.offers(.book(.finished)))
    stage.press("j", "Enter")
    #expect(stage.receiveBooks() == [.setFinished(BookID(9), true)])
    stage.press("Enter")
    stage.hearBook()
    stage.app.focus = .nowPlaying
    stage.run("menu")
    stage.press("j", "Enter")
    #expect(stage.text.contains("Chapters"))
  }

  @Test("a click on a bar goes to the place, in the chapter and in the book")
  func bars() throws {
    var stage = Stage.listening(BookSamples.book(place: .seconds(10)))
    let wave = try #require(stage.app.layout.wave)
    func click(_ row: Int, _ part: Double) {
      let column = wave.column + Int(Double(wave.columns - 1) * part)
      let mouse = Mouse(.press, at: Position(row: wave.row + row, column: column))
      stage.send(.input(.mouse(mouse)))
      stage.send(.input(.mouse(Mouse(.release, at: mouse.position))))
    }
    click(0, 0.5)
    #expect(abs((stage.app.bookPlace ?? .zero).seconds - 25) < 1)
    click(1, 0.25)
    #expect(abs((stage.app.bookPlace ?? .zero).seconds - 50) < 2)
  }

  @Test("names of a hostile book leave no debris")
  func hostile() {
    var book = BookSamples.book()
    let bad = "a\u{1B}[2Jb\u{202E}c\u{2066}d\u{0}\ne\u{9B}f"
    book.details = BookDetails(
      title: bad, authors: [bad], narrators: [bad], series: [BookSeries(name: bad)],
      description: bad + "\n" + bad)
    book.chapters = (0..<5_000).map {
      BookChapter(
        title: bad, start: .milliseconds($0 * 40), end: .milliseconds($0 * 40 + 40))
    }
    var stage = Stage.listening(book)
    for keys in [["o"], ["%"], ["Esc", "_"], ["Esc", "o"]] {
      for key in keys { stage.press(key) }
      #expect(stage.debris.isEmpty)
    }
    stage.run("book-info")
    #expect(stage.debris.isEmpty)
  }

  @Test("at night the screen has clock, chapter and timer, and any window above it")
  func bedroom() {
    var stage = Stage.listening()
    stage.app.timeOfDay = .seconds(3_600)
    stage.run("bedroom")
    #expect(stage.text.contains("Chapter 1  C1"))
    #expect(!stage.text.contains("Tides"))
    stage.press("%")
    #expect(stage.text.contains("Chapters"))
    stage.press("Esc", "o")
    #expect(stage.text.contains("Tides"))
    stage.press("o")
    #expect(!stage.app.isBedroom)
  }

  @Test("a screen reader reads rows and the book")
  func reader() {
    var stage = Stage.listening()
    stage.run("screen-reader on")
    #expect(stage.text.contains("Tides, Ada, plays"))
    stage.press("Tab")
    #expect(stage.text.contains("by Ada"))
    stage.press("@")
    #expect(stage.text.contains("0:00 of 3:20"))
  }
}

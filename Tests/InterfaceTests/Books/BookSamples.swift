import Music
import Screen

@testable import Interface

/// Books of the tests: two parts of 100 s, four chapters of 50 s.
enum BookSamples {
  static func book(
    place: Duration = .zero, updated: Int64 = 0, speed: Double? = nil, isFinished: Bool = false
  ) -> Book {
    Book(
      id: BookID(9), details: BookDetails(title: "Tides", authors: ["Ada"]),
      parts: [
        BookPart(track: TrackID(1), start: .zero, duration: .seconds(100)),
        BookPart(track: TrackID(2), start: .seconds(100), duration: .seconds(100)),
      ],
      chapters: (0..<4).map {
        BookChapter(
          title: "C\($0 + 1)", start: .seconds($0 * 50), end: .seconds($0 * 50 + 50))
      }, progress: BookProgress(place: place, isFinished: isFinished, updated: updated),
      speed: speed)
  }

  static func row(_ book: Book) -> BookListRow {
    .book(
      BookRow(
        id: book.id, details: book.details, duration: book.duration, progress: book.progress,
        firstTrack: TrackID(1)))
  }
}

extension Stage {
  /// A stage with a book in its lists.
  static func reading(_ loaded: LoadedBook, rows: Int = 40, columns: Int = 120) -> Stage {
    var stage = Stage(rows: rows, columns: columns)
    stage.books = [loaded]
    stage.bookRows = [.home: [BookSamples.row(loaded.book), .list(.all, count: 1)]]
    stage.run("browse books")
    _ = stage.receive()
    return stage
  }

  /// The same with the book playing.
  static func listening(_ book: Book = BookSamples.book(), time: Int64 = 0) -> Stage {
    var stage = reading(LoadedBook(book, time: time))
    stage.press("Enter")
    stage.hearBook()
    _ = stage.receive()
    return stage
  }

  /// The player plays what it was told to, as a part of 100 s.
  @discardableResult
  mutating func hearBook() -> PlayID? {
    for case .player(.play(let request, let position, let isPaused)) in receive().reversed() {
      sound(request.id, at: position, isPaused: isPaused)
      return request.id
    }
    return nil
  }

  mutating func sound(_ id: PlayID, at position: Duration, isPaused: Bool = false) {
    let clock = PlayClock(
      position: position, at: app.now, isAdvancing: !isPaused, duration: .seconds(100),
      speed: app.sound.speed)
    send(.player(.state(isPaused ? .paused(id, clock) : .playing(id, clock))))
  }

  mutating func pauseBook() {
    guard let id = app.player.item else { return }
    sound(id, at: app.position, isPaused: true)
  }

  mutating func receiveBooks() -> [BooksEffect] {
    receive().compactMap { if case .books(let effect) = $0 { effect } else { nil } }
  }

  mutating func receivePlayer() -> [PlayerEffect] {
    receive().compactMap { if case .player(let effect) = $0 { effect } else { nil } }
  }
}

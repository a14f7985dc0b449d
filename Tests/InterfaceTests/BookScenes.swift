import Interface
import Music
import Screen

extension Crate {
  /// The lists of books, and a book that plays.
  static func read(_ stage: inout Stage, _ scene: Scene) {
    stage.send(.player(.state(.stopped)))
    if scene != .booksEmpty { stage.bookRows = bookRows }
    stage.books = [keeper]
    stage.library += bookTracks
    stage.app.timeOfDay = .seconds(23 * 3600 + 41 * 60)
    switch scene {
    case .books, .booksEmpty, .booksSeries:
      stage.run("browse books")
      if scene == .booksSeries { stage.run("books series") }
      if scene == .booksSeries { stage.press("Enter") }
      if scene == .books { stage.press("j") }
      _ = stage.receive()
      stage.app.messages.clear()
      return
    default: break
    }
    stage.run("browse books")
    stage.press("g", "Enter")
    if let id = stage.obey() {
      // The part as long as its book says.
      stage.send(.player(.state(.playing(id, bookClock(stage)))))
    }
    stage.app.focus = .nowPlaying
    switch scene {
    case .bookFullScreen:
      stage.run("sleep chapter")
      stage.press("o")
    case .bookChapters:
      stage.press("%")
    case .bookmarks: stage.press("_")
    case .bookNight:
      stage.run("sleep chapter")
      stage.run("bedroom")
    default: break
    }
    _ = stage.receive()
    stage.app.messages.clear()
  }

  private static func bookClock(_ stage: Stage) -> PlayClock {
    PlayClock(
      position: .seconds(2 * 3600 + 42 * 60 + 24), at: stage.app.now, isAdvancing: true,
      duration: .seconds(25_790), speed: 1.25)
  }

  static let bookTracks: [Track] = [
    Track(
      id: TrackID(700), source: .file(FilePath("/books/keeper.m4b")),
      tags: Tags(title: "The Keeper of Skerry Light", artist: "Eleanor Vance-Holm"),
      audio: AudioProperties(
        duration: .seconds(25_790), codec: "aac", container: "mov", sampleRate: 44100,
        channels: 2))
  ]

  /// Title and seconds of each chapter.
  private static let keeperChapters: [(String, Int)] = [
    ("Opening", 192), ("I. The Lamp Room", 2466), ("II. A Letter from the Mainland", 3012),
    ("III. Fog Signal", 2788), ("IV. What the Keeper Heard", 3340), ("V. Low Water", 2205),
    ("VI. The Inspector Comes", 2931), ("VII. Stores", 1876),
    ("VIII. Winter, and the Second Keeper", 3615), ("IX. The Long Watch", 2754),
    ("Afterword", 611),
  ]

  static let keeper: LoadedBook = {
    var start = Duration.zero
    let chapters = keeperChapters.map { title, seconds in
      defer { start += .seconds(seconds) }
      return BookChapter(title: title, start: start, end: start + .seconds(seconds))
    }
    let book = Book(
      id: BookID(1), details: keeperDetails,
      parts: [BookPart(track: TrackID(700), start: .zero, duration: start)], chapters: chapters,
      progress: BookProgress(place: .seconds(9744), updated: 1_780_000_000_000), speed: 1.25)
    return LoadedBook(
      book,
      bookmarks: [
        Bookmark(id: 1, book: BookID(1), place: .seconds(3737), note: "“the light has no opinion”"),
        Bookmark(id: 2, book: BookID(1), place: .seconds(8440), note: "who is Marrin? ask later"),
        Bookmark(id: 3, book: BookID(1), place: .seconds(12_002)),
      ], time: 1_780_000_000_000)
  }()

  private static let keeperDetails = BookDetails(
    title: "The Keeper of Skerry Light", authors: ["Eleanor Vance-Holm"],
    narrators: ["Tomasz Brandt"], series: [BookSeries(name: "Skerry", sequence: "2")],
    description: "A lighthouse, a letter, and a winter.", date: "2016")

  private static func row(
    _ id: Int64, _ title: String, _ author: String, hours: Double, heard: Double = 0,
    sequence: String? = nil, speed: Double? = nil, isOffline: Bool = false
  ) -> BookListRow {
    let duration = Duration.seconds((hours * 3600).rounded())
    return .book(
      BookRow(
        id: BookID(id),
        details: BookDetails(
          title: title, authors: [author],
          series: sequence.map { [BookSeries(name: "Skerry", sequence: $0)] } ?? []),
        duration: duration,
        progress: BookProgress(place: duration * heard, isFinished: heard >= 1, updated: 1),
        speed: speed, chapters: 11, firstTrack: TrackID(700), isOffline: isOffline))
  }

  private static let bookRows: [BookList: [BookListRow]] = [
    .home: [
      row(
        1, "The Keeper of Skerry Light", "Eleanor Vance-Holm", hours: 7.164, heard: 0.378,
        speed: 1.25),
      row(2, "Salt and Silence", "Jonas Abelard", hours: 11.4, heard: 0.02),
      row(3, "The Cartographer’s Daughter", "Mina Okafor", hours: 9.25, heard: 0.91, speed: 1.5),
      row(4, "夜の図書館", "黒田 玲", hours: 5.5, heard: 0.5, isOffline: true),
      .list(.notStarted, count: 12), .list(.finished, count: 31), .list(.series, count: 4),
      .list(.authors, count: 22), .list(.narrators, count: 18), .list(.all, count: 47),
    ],
    .series: [
      .name("Skerry", books: 3, duration: .seconds(86_400)),
      .name("The Long Road", books: 7, duration: .seconds(301_000)),
    ],
    .ofSeries("Skerry"): [
      row(
        5, "The Lamp Trimmer", "Eleanor Vance-Holm", hours: 8, heard: 1, sequence: "1"),
      row(
        1, "The Keeper of Skerry Light", "Eleanor Vance-Holm", hours: 7.164, heard: 0.378,
        sequence: "2", speed: 1.25),
      row(6, "A Winter Without Ships", "Eleanor Vance-Holm", hours: 10.5, sequence: "2.5"),
    ],
  ]
}

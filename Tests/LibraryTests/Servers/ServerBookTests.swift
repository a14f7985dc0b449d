import Library
import Music
import Testing

@Suite("Books of servers")
struct ServerBookTests {
  private let scene: ServerScene
  private var library: Library { scene.library }

  init() throws { scene = try ServerScene() }

  private static let chapters = [
    BookChapter(title: "One", start: .zero, end: .seconds(50)),
    // Over the border of the first two parts, with none that begins in the second.
    BookChapter(title: "Two", start: .seconds(50), end: .seconds(220)),
    BookChapter(title: "Late", start: .seconds(900), end: .seconds(950)),
  ]

  private func progress(_ seconds: Int, at time: Int64, finished: Bool = false) -> BookProgress {
    BookProgress(
      place: .seconds(seconds), isFinished: finished, updated: time,
      finished: finished ? time : nil)
  }

  @Test("a book has its parts, details and chapters from the listing, and no files form another")
  func listed() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    let book = ServerScene.book("b", chapters: Self.chapters)
    #expect(try await scene.list([], books: [book], of: server) == (2, 0, 0))
    _ = try await library.formBooks { _, _ in nil }
    let row = try #require(try await library.books().first)
    let stored = try #require(try await library.book(row.id))
    #expect(stored.details == book.details)
    #expect(stored.parts.map(\.duration) == [.seconds(100), .seconds(100)])
    #expect(stored.chapters.map(\.title) == ["One", "Two"])
    #expect(stored.chapters.map(\.end) == [.seconds(50), .seconds(200)])
    #expect(row.chapters == 2)
    #expect(row.isOffline == false)
    #expect(try await library.itemVersions(of: server.id) == ["b": 1])
    // Lists of music show no books.
    #expect(try await scene.titles() == [])
    let before = try scene.revision()
    #expect(try await scene.list([], books: [book], of: server) == (0, 0, 0))
    #expect(try scene.revision() == before)
  }

  @Test("items that have not changed are kept by their ids alone")
  func kept() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    try await scene.list(
      [], books: ["a", "ab", "b"].map { ServerScene.book($0) }, of: server)
    let listing = try await library.beginListing(of: server.id)
    try await library.keepListed(["a"], of: server.id, listing: listing)
    #expect(try await library.endListing(of: server.id, listing: listing, at: 3) == 4)
    #expect(try await library.itemVersions(of: server.id) == ["a": 1])
    #expect(try await scene.track("a/f0", of: server)?.isMissing == false)
    #expect(try await scene.track("ab/f0", of: server)?.isMissing == true)
  }

  @Test("a book keeps its place, on the same sound, when its parts change or the server goes")
  func places() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    try await scene.list([], books: [ServerScene.book("b")], of: server)
    let id = try #require(try await library.books().first?.id)
    try await library.keepPlace(.seconds(130), of: id, isFinished: false, at: 5_000)
    _ = try await library.addBookmark(at: .seconds(130), note: "n", to: id, time: 1)
    var book = ServerScene.book("b")
    book.parts.insert(
      ServerBookPart(track: ServerScene.track("b/new", seconds: 30), start: .zero), at: 0)
    try await scene.list([], books: [book], of: server)
    #expect(try await library.book(id)?.progress.place == .seconds(160))
    #expect(try await library.bookmarks(of: id).map(\.place) == [.seconds(160)])
    _ = try await library.removeServer(server.id)
    #expect(try await library.books() == [])
    let back = try await scene.add("Shelf", .audiobookshelf)
    #expect(try await library.itemVersions(of: back.id) == [:])
    try await scene.list([], books: [book], of: back)
    #expect(try await library.books().map(\.id) == [id])
    #expect(try await library.book(id)?.progress.place == .seconds(160))
    #expect(try await scene.titles() == [])
  }

  @Test("progress converges on the newest in any order, and is sent until the server has it")
  func progress() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    try await scene.list([], books: [ServerScene.book("b")], of: server)
    let id = try #require(try await library.books().first?.id)
    var random = SeededGenerator(seed: 5)
    func theirs(_ progress: BookProgress) -> ServerProgress {
      ServerProgress(book: "b", progress: progress, duration: .seconds(200))
    }
    for round in 0..<20 {
      let start = Int64(round + 1) * 1_000
      let all = (0..<5).map { self.progress(10 * $0, at: start + Int64($0)) }
      for progress in all.shuffled(using: &random) {
        try await library.keepServerProgress([theirs(progress)], of: server.id, at: 1 << 40)
      }
      #expect(try await library.book(id)?.progress.place == .seconds(40))
      #expect(try await library.serverProgressToSend(of: server.id) == [])
    }
    try await library.keepPlace(.seconds(99), of: id, isFinished: false, at: 900_000)
    // An older answer changes nothing.
    try await library.keepServerProgress(
      [theirs(progress(5, at: 800_000))], of: server.id, at: 1 << 40)
    let sending = try await library.serverProgressToSend(of: server.id)
    #expect(sending.map(\.progress.place) == [.seconds(99)])
    #expect(sending.map(\.duration) == [.seconds(200)])
    try await library.serverProgressSent(sending, of: server.id)
    #expect(try await library.serverProgressToSend(of: server.id) == [])
    // A clock that is ahead wins once, and not over what is heard afterwards.
    let ahead = theirs(progress(7, at: 1 << 50))
    try await library.keepServerProgress([ahead], of: server.id, at: 1_000_000)
    #expect(try await library.book(id)?.progress.place == .seconds(7))
    try await library.keepPlace(.seconds(9), of: id, isFinished: false, at: 1_000_100)
    try await library.keepServerProgress([ahead], of: server.id, at: 1_000_200)
    #expect(try await library.book(id)?.progress.place == .seconds(9))
    #expect(try await library.serverProgressToSend(of: server.id).count == 1)
  }

  @Test("bookmarks go both ways by their seconds, and both sides are remembered")
  func bookmarks() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    try await scene.list([], books: [ServerScene.book("b")], of: server)
    let id = try #require(try await library.books().first?.id)
    _ = try await library.addBookmark(at: .milliseconds(12_700), note: "ours", to: id, time: 3)
    #expect(
      try await library.serverBookmarks(of: server.id).ours
        == [ServerBookmark(book: "b", second: 12, title: "ours", created: 3)])
    let theirs = ServerBookmark(book: "b", second: 40, title: "the\u{7}irs", created: 4)
    let renamed = ServerBookmark(book: "b", second: 12, title: "new", created: 3)
    try await library.keepServerBookmarks(
      added: [theirs, ServerBookmark(book: "unknown", second: 1, title: "")], renamed: [renamed],
      removed: [], both: [theirs, renamed], of: server.id)
    #expect(try await library.bookmarks(of: id).map(\.note) == ["new", "the\u{FFFD}irs"])
    #expect(try await library.serverBookmarks(of: server.id).last.count == 2)
    try await library.keepServerBookmarks(
      added: [], renamed: [], removed: [renamed], both: [], of: server.id)
    #expect(try await library.bookmarks(of: id).map(\.place) == [.seconds(40)])
    #expect(try await library.serverBookmarks(of: server.id).last == [])
  }

  @Test("bookmarks of a book that is not listed again yet do not look removed")
  func bookmarksOfGone() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    try await scene.list([], books: [ServerScene.book("b")], of: server)
    let id = try #require(try await library.books().first?.id)
    _ = try await library.addBookmark(at: .seconds(12), note: "n", to: id, time: 3)
    let ours = try await library.serverBookmarks(of: server.id).ours
    try await library.keepServerBookmarks(
      added: [], renamed: [], removed: [], both: ours, of: server.id)
    _ = try await library.removeServer(server.id)
    let back = try await scene.add("Shelf", .audiobookshelf)
    let found = try await library.serverBookmarks(of: back.id)
    #expect(found.last == ours)
    #expect(found.ours == ours)
  }

  @Test("a bookmark that finds no room in the library does not look removed from it")
  func tooManyBookmarks() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    try await scene.list([], books: [ServerScene.book("b")], of: server)
    let theirs = (0...Bookmark.mostOfBook).map { second in
      ServerBookmark(book: "b", second: Int64(second), title: "n", created: 4)
    }
    try await library.keepServerBookmarks(
      added: theirs, renamed: [], removed: [], both: theirs, of: server.id)
    let (last, ours) = try await library.serverBookmarks(of: server.id)
    #expect(ours.count == Bookmark.mostOfBook)
    #expect(last.map(\.second).sorted() == ours.map(\.second).sorted())
  }

  @Test("episodes are tracks of a show with the newest first, and a finished one is played")
  func episodes() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    func episode(_ number: Int) -> ServerBook {
      ServerBook(
        id: "show", details: BookDetails(title: "E\(number)"), library: "Pods",
        episode: "e\(number)",
        parts: [
          ServerBookPart(
            track: ServerScene.track("show/f\(number)", "E\(number)", album: "Show"), start: .zero)
        ], updated: Int64(number), added: Int64(number * 100))
    }
    try await scene.list([], books: [1, 3, 2].map(episode), of: server)
    let album = ListQuery(.album(AlbumKey(artist: "Ann", name: "Show")))
    #expect(try await scene.titles(album) == ["E3", "E2", "E1"])
    #expect(try await library.books() == [])
    try await library.keepServerProgress(
      [
        ServerProgress(
          book: "show", episode: "e2", progress: progress(99, at: 7_000, finished: true),
          duration: .seconds(100))
      ], of: server.id, at: 1 << 40)
    #expect(try await scene.track("show/f2", of: server)?.plays == 1)
    let id = try #require(try await scene.id("show/f3", of: server))
    try await library.keepPlace(.seconds(50), ofEpisode: id, at: 9_000)
    #expect(try await library.episodeProgress(of: id)?.place == .seconds(50))
    let sending = try await library.serverProgressToSend(of: server.id)
    #expect(sending.map(\.episode) == ["e3"])
    try await scene.list([], books: (1...4).map(episode), of: server)
    #expect(try await scene.titles(album) == ["E4", "E3", "E2", "E1"])
    #expect(try await library.episodeProgress(of: id)?.place == .seconds(50))
    // A forgotten episode that is listed again is a new track with the old place.
    try await scene.list([], books: [episode(1)], of: server)
    #expect(try await library.forgetMissing().count == 3)
    try await scene.list([], books: (1...4).map(episode), of: server)
    let again = try #require(try await scene.id("show/f3", of: server))
    #expect(again != id)
    #expect(try await library.episodeProgress(of: again)?.place == .seconds(50))
    #expect(
      try await library.listenedSubject(of: again)
        == ServerSubject(server: server.id, item: "show", episode: "e3"))
  }

  @Test("episodes are marked finished, unfinished and hidden, and their server is told")
  func marks() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    let episodes = (1...2).map { number in
      ServerBook(
        id: "show", details: BookDetails(title: "E\(number)"), library: "Pods",
        episode: "e\(number)",
        parts: [
          ServerBookPart(
            track: ServerScene.track("show/f\(number)", album: "Show"), start: .zero)
        ], updated: 1, added: 100)
    }
    try await scene.list([ServerScene.track("song")], books: episodes, of: server)
    let first = try #require(try await scene.id("show/f1", of: server))
    let second = try #require(try await scene.id("show/f2", of: server))
    let song = try #require(try await scene.id("song", of: server))
    try await library.keepPlace(.seconds(30), ofEpisode: first, at: 5_000)
    let all = [first, second, song]
    #expect(try await library.setFinished(true, episodes: all, at: 9_000) == 2)
    var progress = try #require(try await library.episodeProgress(of: first))
    #expect(progress.isFinished && progress.place == .seconds(30) && progress.finished == 9_000)
    #expect(try await scene.track("show/f2", of: server)?.plays == 1)
    #expect(try await scene.track("song", of: server)?.plays == 0)
    #expect(try await library.serverProgressToSend(of: server.id).count == 2)
    #expect(try await library.setFinished(false, episodes: [first], at: 9_500) == 1)
    progress = try #require(try await library.episodeProgress(of: first))
    #expect(!progress.isFinished && progress.place == .seconds(30) && progress.finished == nil)
    // One that is shown is reason enough to hide all.
    #expect(try await library.toggleHidden(episodes: [first]) == (1, true))
    #expect(try await library.toggleHidden(episodes: all) == (2, true))
    #expect(try await library.episodeProgress(of: second)?.isHidden == true)
    #expect(try await library.toggleHidden(episodes: all) == (2, false))
    #expect(try await library.toggleHidden(episodes: [song]).count == 0)
  }

  @Test("the parts of some books have their order, and books that are not there have none")
  func parts() async throws {
    let server = try await scene.add("Shelf", .audiobookshelf)
    let books = ["b1", "b2"].map { id in
      ServerBook(
        id: id, details: BookDetails(title: id), library: "Books",
        parts: (1...2).map { number in
          ServerBookPart(
            track: ServerScene.track("\(id)/f\(number)"), start: .seconds(100 * number - 100))
        }, updated: 1)
    }
    try await scene.list([], books: books, of: server)
    #expect(
      try await library.serverParts(ofItems: ["b2", "none", "b1"], at: server.id)
        == ["b2/f1", "b2/f2", "b1/f1", "b1/f2"])
  }
}

import HTTP
import Music
import ServerHarness
import Servers
import Synchronization
import Testing

/// Libraries, items, episodes, series, collections, search, covers, files.
@Suite(
  "Listing of Audiobookshelf", .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
struct AudiobookshelfListingTests {
  final class Listed: Sendable {
    private let state = Mutex<[String: [ServerBook]]>([:])
    var books: [String: [ServerBook]] { state.withLock { $0 } }
    var known: [String: Int64] { books.compactMapValues { $0.first?.updated } }
    func add(_ books: [String: [ServerBook]]) {
      state.withLock { $0.merge(books) { _, new in new } }
    }
  }

  private func list(
    _ client: AudiobookshelfClient, _ library: AudiobookshelfLibrary, _ listed: Listed
  ) async throws -> AudiobookshelfListing {
    let known = listed.known
    return try await client.list(library, known: { known[$0] }, batch: { listed.add($0) })
  }

  @Test("a book has its details, its files on one timeline, and its chapters", arguments: [0, 1])
  func book(areTexts: Int) async throws {
    let stand = try AudiobookshelfStand(switches: #"{"strings": \#(areTexts)}"#)
    let client = try await stand.signedIn()
    let libraries = try await client.libraries()
    #expect(libraries.map(\.kind) == [.books, .podcasts])
    let book = try #require(try await client.books("b1", in: "Books").first)
    #expect(
      book.details
        == BookDetails(
          title: "Pier", authors: ["Ola Nordmann", "Kari & Co"], narrators: ["Per"],
          series: [BookSeries(name: "Harbour", sequence: "1.5")], description: "A pier.",
          genres: ["Sea"], date: "2001"))
    #expect(book.parts.map(\.start) == [.zero, .milliseconds(60_500)])
    #expect(book.parts.map(\.track.id) == ["b1/1001", "b1/1002"])
    #expect(book.parts.map(\.track.tags.title) == ["1.mp3", "Second"])
    #expect(book.parts.map(\.track.size) == [1000, 2000])
    #expect(book.duration == .seconds(100) && book.library == "Books")
    #expect(
      book.chapters == [
        BookChapter(title: "One", start: .zero, end: .seconds(30)),
        BookChapter(title: "Two", start: .seconds(30), end: .seconds(100)),
      ])
    #expect(
      book.parts.allSatisfy {
        ServerTrackAddress(server: String(repeating: "a", count: 36), track: $0.track.id) != nil
      })
    #expect(try stand.faults() == [])
  }

  @Test("episodes of a show are books of one file, the newest first")
  func podcast() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let episodes = try await client.books("p1", in: "Shows")
    #expect(episodes.map(\.episode) == ["e2", "e1"])
    #expect(episodes.allSatisfy { $0.id == "p1" && $0.parts.count == 1 })
    #expect(episodes.map(\.details.date) == ["2023-11-14", "2020-09-13"])
    #expect(episodes[0].details.series == [BookSeries(name: "Talk")])
    #expect(episodes[0].parts[0].track.id == "p1/2002")
    #expect(episodes[0].parts[0].track.tags.album == "Talk")
  }

  @Test("collections have their books in order, one collection in a request")
  func collections() async throws {
    let library = AudiobookshelfStand.library.replacing(
      #""items": ["b2", "b1"]}"#,
      with: #""items": ["b2", "b1"]}, {"id": "c2", "name": "A\u0007ll", "items": []}"#)
    let stand = try AudiobookshelfStand(library: library)
    let client = try await stand.signedIn()
    let libraries = try await client.libraries()
    let found = try await client.collections(of: libraries[0])
    #expect(found.map(\.id) == ["c1", "c2"])
    #expect(found.map(\.items) == [["b2", "b1"], []])
    #expect(found[0].name == "Ferries" && !found[1].name.contains("\u{7}"))
    #expect(try await client.collections(of: libraries[1]) == [])
    let report = try stand.fake.report()
    #expect(report.counts["GET /api/libraries/books/collections"] == 2)
    #expect(report.faults == [])
  }

  @Test("a listing goes by pages of 50, and later fetches only what has changed")
  func incremental() async throws {
    let stand = try AudiobookshelfStand(generate: 120)
    let client = try await stand.signedIn()
    let library = try await client.libraries()[0]
    let listed = Listed()
    let first = try await list(client, library, listed)
    #expect(first.items.count == 122 && first.isComplete && first.faults.isEmpty)
    #expect(listed.books.count == 122)
    let counts = try stand.fake.report().counts
    #expect(counts["GET /api/libraries/books/items"] == 3)
    try stand.fake.control(#"{"clear": true, "touch": "g000007"}"#)
    try stand.fake.control(#"{"delete": "g000009"}"#)
    let second = try await list(client, library, listed)
    #expect(second.items.count == 121 && second.isComplete && !second.items.contains("g000009"))
    let later = try stand.fake.report()
    #expect(
      later.counts.filter { $0.key.hasPrefix("GET /api/items/") } == ["GET /api/items/g000007": 1])
    #expect(later.faults == [])
  }

  @Test("an item that is deleted or damaged meanwhile costs only itself")
  func damaged() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let library = try await client.libraries()[0]
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "items/b1", "status": 404}, {"path": "items/b2", "kind": "deep"}]}}"#
    )
    let listed = Listed()
    let listing = try await list(client, library, listed)
    #expect(listed.books.isEmpty && listing.faults.count == 2)
    #expect(listing.faults["b1"] == .notFound(what: "the book"))
    #expect(try await list(client, library, listed).faults.isEmpty)
    #expect(listed.books.count == 2)
  }

  @Test("a cover is asked for as JPEG; none, a large one and a page are told apart")
  func covers() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    #expect(try await client.cover(of: "b1", width: 400)?.prefix(2) == [0xFF, 0xD8])
    #expect(try await client.cover(of: "b2", width: 400) == nil)
    try stand.fake.control(
      #"{"set": {"fail": [{"path": "cover", "kind": "bytes"}, {"path": "cover", "status": 200, "body": "<html>"}]}}"#
    )
    #expect(await serverFault { _ = try await client.cover(of: "b1", width: 1) } == .tooLarge)
    guard
      case .badAnswer = await serverFault({ _ = try await client.cover(of: "b1", width: 1) })
    else {
      Issue.record("a page is taken for a cover")
      return
    }
    #expect(try stand.faults() == [])
  }

  @Test("a file comes in ranges, and a download goes on where it was cut")
  func ranges() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try stand.fake.add(file: "1.mp3", bytes)
    var request = try await client.fileRequest("b1/1001")
    request.headers.append(HTTPHeader("Range", "bytes=1000-1999"))
    let part = try await stand.http.response(to: request)
    #expect(part.status == 206 && part.body == Array(bytes[1000..<2000]))
    #expect(part.head.value(of: "Content-Range") == "bytes 1000-1999/200000")
    let whole = try await client.fileRequest("b1/1001", isDownload: true)
    let target = FilePath(stand.fake.folder + "/whole.mp3")
    try await stand.http.download(whole, to: target, limit: 1 << 20)
    #expect(try stand.fake.bytes(of: "whole.mp3") == bytes)
    #expect(try stand.faults() == [])
  }

  @Test("a file is asked for with the token in a header, and with a new one after a 401")
  func files() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let request = try await client.fileRequest("b2/1001")
    #expect(request.url.path == "/api/items/b2/file/1001" && request.url.query == nil)
    #expect(!"\(request)".contains("s3cr3t"))
    try stand.fake.control(#"{"expire": "access"}"#)
    #expect(try await stand.http.response(to: request).status == 401)
    let renewed = try await client.renewed(request)
    #expect(renewed.url == request.url && renewed.headers != request.headers)
    // There is no such file in the folder.
    #expect(try await stand.http.response(to: renewed).status == 404)
    for id in ["b1", "b1/", "/1", "b1/../x", "b1/1/2", "..", "b1/..", "b1/1\n"] {
      #expect(
        await serverFault { _ = try await client.fileRequest(id) } == .notFound(what: "the file"))
    }
    let kari = try await stand.signedIn("kari")
    let download = try await kari.fileRequest("b1/1001", isDownload: true)
    #expect(try await stand.http.response(to: download).status == 403)
    #expect(try await kari.account().mayDownload == false)
    #expect(try stand.faults() == [])
  }

  @Test("what an answer should not be is a fault, and never the end of the program")
  func hostile() async throws {
    let stand = try AudiobookshelfStand()
    let client = try await stand.signedIn()
    let library = try await client.libraries()[0]
    func fail(_ fault: String) throws {
      try stand.fake.control(#"{"set": {"fail": [{"path": "/items", \#(fault)}]}}"#)
    }
    try fail(#""kind": "huge""#)
    #expect(await serverFault { _ = try await client.page(0, of: library) } == .tooLarge)
    for fault in [
      #""kind": "deep""#, #""status": 200, "body": "<html>hello</html>""#,
      #""status": 200, "body": "{\"results\": 7, \"total\": {}}""#, #""status": 200, "body": """#,
    ] {
      try fail(fault)
      let items = Mutex<Int?>(nil)
      let fault = await serverFault {
        let page = try await client.page(0, of: library)
        items.withLock { $0 = page.items.count }
      }
      if let fault, case .badAnswer = fault { continue }
      #expect(fault == nil && items.withLock { $0 } == 0)
    }
    try fail(#""status": 400, "body": "no \u0007\u202e s", "type": "text/plain", "times": 9"#)
    #expect(
      await serverFault { _ = try await client.page(0, of: library) }
        == .refused(code: 400, message: "no \u{FFFD} s"))
    try fail(#""status": 403"#)
    #expect(
      await serverFault { _ = try await client.page(0, of: library) }
        == .notAllowed(what: "the library Books"))
    // These pass, and are tried again.
    for fault in [
      #""kind": "cut""#, #""kind": "close""#, #""status": 502, "times": 2"#,
      #""status": 429, "headers": {"Retry-After": "7"}"#,
    ] {
      try fail(fault)
      #expect(try await client.page(0, of: library).items.count == 2)
    }
    #expect(stand.pauses.contains(.seconds(7)))
    try fail(#""status": 429, "headers": {"Retry-After": "3600"}"#)
    #expect(
      await serverFault { _ = try await client.page(0, of: library) }
        == .rateLimited(until: stand.now / 1000 + 3600))
    try fail(#""status": 500, "times": 3"#)
    #expect(await serverFault { _ = try await client.page(0, of: library) }?.isTemporary == true)
  }

  @Test("items of any shape are read as far as they go")
  func shapes() async throws {
    let files = (0..<900).map { #"{"path": "\#($0).mp3", "duration": 10}"# }
    let chapters = (0..<5_000).map { #"{"start": \#($0), "end": \#($0 + 1), "title": "\#($0)"}"# }
    let library = #"""
      {"items": [
        {"id": "many", "library": "books", "title": "Many", "files": [\#(files.joined(separator: ","))],
         "chapters": [\#(chapters.joined(separator: ","))]},
        {"id": "odd", "library": "books", "title": "O\u0007d\u001b[31md\nX", "authors": ["\u0000"],
         "files": [{"path": "a.mp3", "duration": 0}, {"path": "b.mp3", "duration": -5},
                   {"path": "c.mp3", "duration": 1e300}, {"path": "d.mp3", "duration": 5, "ino": "a/b"},
                   {"path": "e.mp3", "duration": 5, "ino": "1001"}],
         "chapters": [{"start": 50, "end": 10, "title": null}, {"start": -1, "end": 1e300},
                      {"start": "x"}, {"title": {"a": 1}}]},
        {"id": "a/b", "library": "books", "title": "Slash", "files": []},
        {"id": "raw", "library": "books", "title": "Raw", "files": [],
         "raw": {"media": {"metadata": "none"}}}]}
      """#
    let stand = try AudiobookshelfStand(
      library: library)
    let tokens = try await stand.signIn.signIn(user: "ola", password: Secret("s3cr3t-password"))
    stand.tokens.set(tokens.tokens)
    let client = stand.client()
    let many = try #require(try await client.books("many", in: "Books").first)
    #expect(many.parts.count == 900 && many.chapters.count == 5_000)
    #expect(many.parts[899].start == .seconds(8_990) && many.duration == .seconds(9_000))
    let odd = try #require(try await client.books("odd", in: "Books").first)
    #expect(odd.details.title == "O\u{FFFD}d\u{FFFD}[31md X" && odd.details.authors == ["\u{FFFD}"])
    #expect(odd.parts.map(\.track.id) == ["odd/1001", "odd/1002", "odd/1003"])
    #expect(odd.parts.allSatisfy { $0.start >= .zero })
    #expect(odd.chapters.allSatisfy { $0.start >= .zero && $0.end <= .seconds(10_000_000) })
    #expect(
      await serverFault { _ = try await client.books("a/b", in: "") } == .notFound(what: "the book")
    )
    guard case .badAnswer = await serverFault({ _ = try await client.books("raw", in: "") }) else {
      Issue.record("an item without metadata is read")
      return
    }
    let library0 = try await client.libraries()[0]
    let listing = try await list(client, library0, Listed())
    #expect(listing.items == ["many", "odd"] && !listing.isComplete)
  }
}

import Exchange
import Music
import Testing

@Suite("Documents beside audiobooks")
struct BookDocumentTests {
  private func json(_ text: String) throws -> BookDocument {
    try BookDocumentReader.read(Array(text.utf8), as: .json)
  }

  private func opf(_ metadata: String) throws -> BookFileFacts {
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="2.0">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
      \(metadata)
      </metadata><manifest><item href="x"/></manifest></package>
      """
    return try BookDocumentReader.read(Array(text.utf8), as: .opf).facts
  }

  @Test("metadata.json as Audiobookshelf writes it")
  func audiobookshelf() throws {
    let document = try json(
      """
      {"tags": ["x"], "chapters": [
        {"id": 0, "start": 0, "end": 1234.567891, "title": "Opening"},
        {"id": 1, "start": 1234.567891, "end": 2000, "title": "Chapter 1"}],
       "title": "Title", "subtitle": "More", "authors": ["Ann Lee", "Lee, Bo", " "],
       "narrators": ["Cy Dee"], "series": ["Dune #2", "World"], "genres": ["Fantasy", "Fantasy"],
       "publishedYear": "1994", "publishedDate": null, "publisher": "House",
       "description": "<p>One</p><p>Two</p>", "isbn": null, "asin": "B0", "language": "en",
       "explicit": false, "abridged": false}
      """)
    #expect(
      document.facts
        == BookFileFacts(
          title: "Title", subtitle: "More", authors: ["Ann Lee", "Lee, Bo"], narrators: ["Cy Dee"],
          series: [BookSeries(name: "Dune", sequence: "2"), BookSeries(name: "World")],
          description: "One\n\nTwo", publisher: "House", genres: ["Fantasy"], date: "1994",
          language: "en"))
    #expect(
      document.chapters.chapters(within: .seconds(2_000)) == [
        BookChapter(title: "Opening", start: .zero, end: .microseconds(1_234_567_891)),
        BookChapter(title: "Chapter 1", start: .microseconds(1_234_567_891), end: .seconds(2_000)),
      ])
  }

  @Test("the nested members of older versions, and of the server's answers")
  func nested() throws {
    let facts = try json(
      """
      {"metadata": {"title": "Title", "authors": [{"name": "Ann Lee"}], "publishedYear": 1994,
       "series": [{"name": "Dune", "sequence": 2.5}], "narratorName": "Cy Dee, Bo Ek"}}
      """
    ).facts
    #expect(
      facts
        == BookFileFacts(
          title: "Title", authors: ["Ann Lee"], narrators: ["Cy Dee", "Bo Ek"],
          series: [BookSeries(name: "Dune", sequence: "2.5")], date: "1994"))
  }

  @Test("members of a wrong type count as missing")
  func wrongTypes() throws {
    let document = try json(
      """
      {"title": ["x"], "subtitle": {}, "authors": 7, "narrators": [null, 1e999, {"name": []}],
       "series": [[], {"sequence": "2"}, true], "genres": "Fantasy", "description": false,
       "publishedYear": 1e300, "chapters": [7, null, {"start": "x"}, {"start": -5, "end": 1},
       {"start": 1e999}, {"title": 5, "start": "3.5", "end": 2}, {"start": 4, "title": {}}]}
      """)
    #expect(document.facts == BookFileFacts(authors: ["7"]))
    #expect(
      document.chapters.chapters(within: .seconds(9)) == [
        BookChapter(title: "5", start: .milliseconds(3_500), end: .seconds(4)),
        BookChapter(title: "", start: .seconds(4), end: .seconds(9)),
      ])
  }

  @Test("documents without end are refused, and many chapters are cut")
  func bounds() throws {
    let chapters = (0..<6_000).map { "{\"start\": \($0), \"title\": \"x\"}" }
    let document = try json("{\"chapters\": [\(chapters.joined(separator: ","))]}")
    #expect(document.chapters.chapters(within: nil).count == 5_000)
    for text in [
      "[]", "7", "", "{", String(repeating: "[", count: 10_000),
      String(repeating: "{\"a\":", count: 10_000),
    ] {
      #expect(throws: DocumentProblem.self) { try json(text) }
    }
    let large = [UInt8](repeating: 0x20, count: BookDocumentFormat.maximumBytes + 1)
    #expect(throws: DocumentProblem.self) { try BookDocumentReader.read(large, as: .json) }
    let long = String(repeating: "x", count: 1 << 20)
    let facts = try json("{\"title\": \"\(long)\", \"description\": \"\(long)\"}").facts
    #expect(facts.title?.count == 1_000 && facts.description?.count == 20_000)
  }

  @Test("UTF-16 and a byte order mark are read")
  func encodings() throws {
    let text = "{\"title\": \"T\u{EF}tle\", \"authors\": [\"A\"], \"language\": \"en\"}"
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    #expect(try BookDocumentReader.read(wide, as: .json).facts.title == "T\u{EF}tle")
    let marked = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    #expect(try BookDocumentReader.read(marked, as: .json).facts.title == "T\u{EF}tle")
  }

  @Test("OPF as calibre writes it")
  func calibre() throws {
    let facts = try opf(
      """
      <dc:title>Title</dc:title>
      <dc:creator opf:file-as="Lee, Ann" opf:role="aut">Ann Lee</dc:creator>
      <dc:creator opf:role="aut">Bo Ek &amp; Cy</dc:creator>
      <dc:creator opf:role="nrt">Dee Eff</dc:creator>
      <dc:contributor opf:role="bkp">calibre (5.0)</dc:contributor>
      <dc:date opf:event="modification">2020-01-01</dc:date>
      <dc:date>1994-05-06T00:00:00+00:00</dc:date>
      <dc:description>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;</dc:description>
      <dc:publisher>House</dc:publisher><dc:language>eng</dc:language>
      <dc:subject>Fantasy</dc:subject><dc:subject>Humor</dc:subject>
      <meta name="calibre:series" content="Dune"/>
      <meta name="calibre:series_index" content="2.0"/>
      """)
    #expect(
      facts
        == BookFileFacts(
          title: "Title", authors: ["Ann Lee", "Bo Ek", "Cy"], narrators: ["Dee Eff"],
          series: [BookSeries(name: "Dune", sequence: "2")], description: "One\n\nTwo",
          publisher: "House", genres: ["Fantasy", "Humor"], date: "1994-05-06", language: "eng"))
  }

  @Test("OPF 3, calibre's column of narrators, and other prefixes")
  func variants() throws {
    let facts = try opf(
      """
      <dc:title id="t">Title</dc:title><dc:creator id="c1">Ann Lee</dc:creator>
      <dc:creator id="c2">Bo Ek</dc:creator>
      <meta refines="#c2" property="role" scheme="marc:relators">nrt</meta>
      <meta property="belongs-to-collection" id="s">Dune</meta>
      <meta refines="#s" property="group-position">3</meta>
      <dc:description>One <b>two</b> three</dc:description>
      """)
    #expect(
      facts
        == BookFileFacts(
          title: "Title", authors: ["Ann Lee"], narrators: ["Bo Ek"],
          series: [BookSeries(name: "Dune", sequence: "3")], description: "two\nthree"))
    let narrators = "{&quot;#value#&quot;: [&quot;Cy&quot;, 5, &quot;Dee&quot;]}"
    let column = "<meta name=\"calibre:user_metadata:#narrators\" content=\"\(narrators)\"/>"
    #expect(try opf(column).narrators == ["Cy", "Dee"])
    let prefixed = """
      <ns0:package xmlns:ns0="http://www.idpf.org/2007/opf"><ns0:metadata>
      <title>Title</title><ns0:meta name="calibre:series" content="S"/></ns0:metadata></ns0:package>
      """
    let other = try BookDocumentReader.read(Array(prefixed.utf8), as: .opf).facts
    #expect(other == BookFileFacts(title: "Title", series: [BookSeries(name: "S")]))
  }

  @Test("hostile OPF is refused")
  func hostile() throws {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE package [<!ENTITY a "aaaaaaaaaa">
      <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
      <package><metadata><title>&c;</title></metadata></package>
      """
    let outside = """
      <!DOCTYPE package [<!ENTITY a SYSTEM "file:///etc/passwd">]>
      <package><metadata><title>&a;</title></metadata></package>
      """
    let deep = String(repeating: "<package>", count: 10_000)
    for text in [bomb, outside, deep, "<html/>", "", "x", "<package><metadata>"] {
      #expect(throws: DocumentProblem.self) {
        try BookDocumentReader.read(Array(text.utf8), as: .opf)
      }
    }
    let many = (0..<3_000).map { "<dc:creator>A B\($0)</dc:creator><dc:subject>\($0)</dc:subject>" }
    #expect(try opf(many.joined()).authors.count == 50)
  }

  @Test("no mutation of a document brings the reader down")
  func mutations() throws {
    let documents: [(BookDocumentFormat, [UInt8])] = [
      (
        .json,
        Array(
          "{\"chapters\": [{\"start\": 0.5, \"end\": 2e1, \"title\": \"\\u00e9\"}], \"series\": [\"A #2\"]}"
            .utf8)
      ),
      (
        .opf,
        Array(
          "<package><metadata><meta name=\"calibre:series\" content=\"S\"/><date>1994</date></metadata></package>"
            .utf8)
      ),
    ]
    var random = SeededGenerator(seed: 21)
    var readable = 0
    for round in 0..<4_000 {
      var (format, bytes) = documents[round % 2]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      // because a document that is refused is as good here.
      if let document = try? BookDocumentReader.read(bytes, as: format) {
        readable += 1
        #expect(document.chapters.chapters(within: .seconds(9)).allSatisfy { $0.start <= $0.end })
      }
    }
    #expect(readable > 0)
  }
}

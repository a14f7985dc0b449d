import Music
import Testing

@Suite("Names of people and books")
struct BookNamesTests {
  @Test(
    "the names in a text",
    arguments: [
      ("Ann Lee", ["Ann Lee"]), ("Ann Lee & Bo Ek", ["Ann Lee", "Bo Ek"]),
      ("Ann Lee, Bo Ek", ["Ann Lee", "Bo Ek"]), ("Lee, Ann", ["Ann Lee"]),
      ("Tolkien, J.R.R.", ["J.R.R. Tolkien"]), ("von Mises, Ludwig", ["Ludwig von Mises"]),
      ("Lee, Ann & Ek, Bo", ["Ann Lee", "Bo Ek"]), ("Lee, Ann, Ek, Bo", ["Ann Lee", "Bo Ek"]),
      ("Ann Lee, Plato", ["Ann Lee", "Plato"]), ("Ann Lee; Bo Ek;", ["Ann Lee", "Bo Ek"]),
      ("Martin Luther King, Jr.", ["Martin Luther King, Jr."]),
      ("Robert Downey, Jr., Ann Lee", ["Robert Downey, Jr.", "Ann Lee"]),
      ("Leo Tolstoy, Constance Garnett - translator", ["Leo Tolstoy"]),
      ("Constance Garnett - translator", ["Constance Garnett"]),
      ("Ann Lee - narrator", ["Ann Lee"]), ("Jean-Luc Ba", ["Jean-Luc Ba"]),
      ("\u{6751}\u{4E0A}, \u{5DDD}\u{7AEF}", ["\u{6751}\u{4E0A}", "\u{5DDD}\u{7AEF}"]),
      ("ann lee, Ann Lee", ["ann lee"]), ("", []), (" , & ;", []), ("Plato", ["Plato"]),
    ])
  func people(text: String, names: [String]) {
    #expect(BookNames.names(in: text) == names)
  }

  @Test("names without end are bounded")
  func bounds() {
    #expect(BookNames.names(in: String(repeating: "x", count: 1 << 20)).first?.count == 200)
    let many = (0..<2_000).map { "A B\($0)" }.joined(separator: ";")
    #expect(BookNames.names(in: [many, many]).count == 50)
  }

  @Test(
    "a series with a number",
    arguments: [
      ("Dune #2", "Dune", "2"), ("Dune, Book 2", "Dune", "2"), ("Dune Book 02", "Dune", "2"),
      ("Dune (Book 1.5)", "Dune", "1.5"), ("Dune Vol. 3", "Dune", "3"),
      ("Dune: Band 1-3", "Dune", "1-3"), ("Dune - Volume 4", "Dune", "4"),
      ("Dune, #7", "Dune", "7"),
    ])
  func series(text: String, name: String, sequence: String) {
    #expect(BookSeries(numbered: text) == BookSeries(name: name, sequence: sequence))
  }

  @Test("a text without a number is a series only where one is expected")
  func unnumbered() {
    for text in ["Dune", "Classical", "Dune 2", "2", "#2", "Book 2", "", "Dune #", "Dune Book two"]
    {
      #expect(BookSeries(numbered: text) == nil, "\(text)")
    }
    #expect(BookSeries("Dune") == BookSeries(name: "Dune"))
    #expect(BookSeries("Dune #1a") == BookSeries(name: "Dune", sequence: "1a"))
    #expect(BookSeries("Dune #1 x") == BookSeries(name: "Dune #1 x"))
    #expect(BookSeries(" \u{0} ")?.name == "\u{FFFD}")
    #expect(BookSeries.sequence("3.0") == "3" && BookSeries.sequence("0") == "0")
    #expect(BookSeries.sequence("00.5") == "0.5")
  }

  @Test("names of files and folders")
  func fileNames() {
    func facts(_ name: String) -> BookFileFacts { BookFileFacts(name: name) }
    #expect(facts("Title") == BookFileFacts(title: "Title"))
    #expect(facts("Ann Lee - Title") == BookFileFacts(title: "Title", authors: ["Ann Lee"]))
    #expect(
      facts("Dune 2 - Title")
        == BookFileFacts(title: "Title", series: [BookSeries(name: "Dune", sequence: "2")]))
    #expect(
      facts("Ann Lee - Dune, Book 2 - Title - More {Bo Ek} [B0123]")
        == BookFileFacts(
          title: "Title", subtitle: "More", authors: ["Ann Lee"], narrators: ["Bo Ek"],
          series: [BookSeries(name: "Dune", sequence: "2")]))
    #expect(facts("1994 - Title") == BookFileFacts(title: "Title", date: "1994"))
    #expect(facts("Vol. 3 - 1994 - Title_One") == BookFileFacts(title: "Title One", date: "1994"))
    #expect(facts("Lee, Ann - Title (1994)").authors == ["Ann Lee"])
    #expect(facts("Title (1994)") == BookFileFacts(title: "Title", date: "1994"))
    #expect(facts("Jean-Luc") == BookFileFacts(title: "Jean-Luc"))
    #expect(facts("1984") == BookFileFacts(title: "1984"))
    for odd in ["", " - ", "{", "}{", "[]", "()", " - - - ", "{} - {}", "2 - 3 - 4"] {
      #expect(facts(odd).title?.isEmpty != true, "\(odd)")
    }
  }

  @Test("descriptions of HTML become paragraphs")
  func descriptions() {
    #expect(
      FactText.description("<p>A &amp; B&nbsp;&#8212;</p><P class=\"x\">C<br/>D &lt;3</p>")
        == "A & B \u{2014}\n\nC\nD <3")
    #expect(
      FactText.description("1 < 2 & 3 > 2 &bogus; &#x110000;")
        == "1 < 2 & 3 > 2 &bogus; &#x110000;"
    )
    #expect(FactText.description("One\r\n\r\n\r\n two ") == "One\n\ntwo")
    #expect(FactText.description("<p></p>") == nil)
    let long = String(repeating: "<", count: 1 << 20)
    #expect(FactText.description(long)?.unicodeScalars.count == 20_000)
    #expect(FactText.date("2004-05-06T00:00:00Z") == "2004-05-06")
    #expect(FactText.date("0101-01-01T00:00:00+00:00") == nil)
    #expect(FactText.genres(["Fantasy; Humor/ humor"]) == ["Fantasy", "Humor"])
  }

  @Test("facts are filled where there are none, and a subtitle stays with its title")
  func filling() {
    let one = BookFileFacts(title: "Title", authors: ["Ann Lee"])
    let other = BookFileFacts(
      title: "Other", subtitle: "More", authors: ["Bo Ek"], narrators: ["Cy"], date: "1994")
    #expect(
      one.filled(from: other)
        == BookFileFacts(title: "Title", authors: ["Ann Lee"], narrators: ["Cy"], date: "1994"))
    #expect(BookFileFacts().filled(from: other) == other)
  }
}

import Media
import Music
import Testing

@Suite("Hand-made tags of audiobooks")
struct BookTagTests {
  private let folder = MediaFolder()

  private func facts(
    _ bytes: [UInt8], _ name: String = "a.m4b", seconds: Int = 100
  ) throws -> BookFileFacts {
    try BookFile.facts(of: folder.write(name, bytes), duration: .seconds(seconds))
  }

  private func chapter(_ title: String, _ start: Int, _ end: Int) -> BookChapter {
    BookChapter(title: title, start: .milliseconds(start), end: .milliseconds(end))
  }

  private func tagged(_ frames: [[UInt8]], version: Int = 4, flags: UInt8 = 0) -> [UInt8] {
    TagBytes.id3(frames, version: version, flags: flags, padding: 30) + [0xFF, 0xFB]
      + [UInt8](repeating: 0, count: 200)
  }

  // MARK: MP4

  @Test("atoms of audiobooks")
  func atoms() throws {
    let items = [
      BookBytes.item("\u{A9}alb", "Book"), BookBytes.item("\u{A9}nam", "Chapter"),
      BookBytes.item("\u{A9}ART", "Ann Lee & Bo Ek"), BookBytes.item("\u{A9}wrt", "Composer"),
      BookBytes.item("\u{A9}nrt", "Cy Dee, Eff Gee"), BookBytes.item("\u{A9}st3", "More"),
      BookBytes.item("\u{A9}mvn", "Dune"), BookBytes.item("\u{A9}mvi", [0, 2], kind: 21),
      BookBytes.item("desc", "Short"), BookBytes.item("ldes", "Long\nText"),
      BookBytes.item("\u{A9}pub", "House"), BookBytes.item("gnre", [0, 184], kind: 0),
      BookBytes.item("\u{A9}day", "1994"), BookBytes.item(":LANGUAGE", "en"),
    ]
    let expected = BookFileFacts(
      title: "Book", subtitle: "More", authors: ["Ann Lee", "Bo Ek"],
      narrators: ["Cy Dee", "Eff Gee"], series: [BookSeries(name: "Dune", sequence: "2")],
      description: "Long\nText", publisher: "House", genres: ["Audiobook"], date: "1994",
      language: "en")
    #expect(try facts(BookBytes.file(items: items)) == expected)
    let other = BookBytes.file(items: [
      BookBytes.item(":SERIES", "World #3"), BookBytes.item("\u{A9}wrt", "Cy Dee"),
    ])
    #expect(
      try facts(other)
        == BookFileFacts(narrators: ["Cy Dee"], series: [BookSeries(name: "World", sequence: "3")]))
    #expect(try facts(other, "a.m4a").narrators == [], "a composer of music narrates nothing")
  }

  @Test("titles of a chapter track in UTF-16, far away, and after an edit")
  func track() throws {
    let title = Array("Zw\u{F6}lf".utf16)
    let wide: [UInt8] = [0xFE, 0xFF] + title.flatMap { TagBytes.big(Int($0), 2) }
    let texts = [(1_500, Array("One".utf8)), (500, wide), (3_000, [])]
    let plain = [
      chapter("One", 0, 1_500), chapter("Zw\u{F6}lf", 1_500, 2_000), chapter("", 2_000, 5_000),
    ]
    for isLong in [false, true] {
      #expect(try facts(BookBytes.file(texts: texts, isLong: isLong)).chapters == plain)
    }
    let empty = TagBytes.big(250) + TagBytes.big(0xFFFF_FFFF) + TagBytes.big(0x1_0000)
    let rest = TagBytes.big(5_000) + TagBytes.big(100) + TagBytes.big(0x1_0000)
    let edits = BookBytes.box(
      "edts", BookBytes.box("elst", TagBytes.big(0) + TagBytes.big(2) + empty + rest))
    #expect(
      try facts(BookBytes.file(texts: texts, edits: edits)).chapters.map(\.start)
        == [150, 1_650, 2_150].map { .milliseconds($0) })
  }

  @Test("Nero's list counts where the track has no titles, with more than 255 entries too")
  func list() throws {
    let chapters = (0..<300).map { ($0 * 1_000_000, "C\($0)") }
    let list = BookBytes.list(chapters)
    let found = try facts(BookBytes.file(texts: [(10, [])], list: list)).chapters
    #expect(found.count == 300)
    #expect(found[299] == chapter("C299", 29_900, 100_000))
    let both = BookBytes.file(texts: [(10, Array("Track".utf8))], list: list)
    #expect(try facts(both).chapters.map(\.title) == ["Track"])
  }

  @Test("tables that claim billions of samples end with the file", .timeLimit(.minutes(1)))
  func claims() throws {
    for runs in [1, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      for samples in [0, 1, 70_000, 0xFFFF_FFFF] {
        let bytes = BookBytes.file(texts: [(1, Array("A".utf8))], counts: (runs, samples))
        #expect(try facts(bytes).chapters.count <= StatedChapters.most)
      }
    }
    let beyond = BookBytes.list([(-1, "A"), (Int.max, "B"), (0, "C")])
    #expect(try facts(BookBytes.file(list: beyond)).chapters.map(\.title) == ["C"])
  }

  // MARK: ID3

  @Test("the table of contents orders, nests and leaves out")
  func contents() throws {
    let chapters = [
      BookBytes.chapter("c3", 2_000, 3_000, title: "Three"),
      BookBytes.chapter("c1", 0, 1_000, title: "One"),
      BookBytes.chapter("no", 500, 700, title: "Unused"),
      BookBytes.chapter("c2", 1_000, 0xFFFF_FFFF, title: "Two"),
      BookBytes.chapter("c1", 50, 60, title: "Double"),
    ]
    let expected = [
      chapter("One", 0, 1_000), chapter("Two", 1_000, 2_000), chapter("Three", 2_000, 3_000),
    ]
    let nested = [
      BookBytes.contents("toc", ["part", "c3", "missing", "toc", "c1"], isTop: true),
      BookBytes.contents("part", ["c1", "c2", "toc"], isTop: false),
    ]
    #expect(try facts(tagged(chapters + nested), "a.mp3").chapters == expected)
    #expect(try facts(tagged(nested + chapters), "a.mp3").chapters == expected)
    // Without a table, and with one that leads nowhere, all count.
    let all = ["One", "Double", "Unused", "Two", "Three"]
    #expect(try facts(tagged(chapters), "a.mp3").chapters.map(\.title) == all)
    let none = [BookBytes.contents("toc", ["toc", "x"], isTop: true)]
    #expect(try facts(tagged(chapters + none), "a.mp3").chapters.map(\.title) == all)
  }

  @Test("titles behind a picture, in UTF-16, in version 3 and unsynchronised")
  func titles() throws {
    let picture = TagBytes.frame("APIC", [UInt8](repeating: 0xFF, count: 3_000), version: 3)
    let wide = TagBytes.frame("TIT2", TagBytes.text("Zw\u{F6}lf", encoding: 1), version: 3)
    let frames = [
      BookBytes.chapter("a", 0, 1_000, title: "One", version: 3, before: picture),
      BookBytes.chapter("b", 1_000, 2_000, version: 3, before: wide),
      BookBytes.chapter("c", 2_000, 3_000, version: 3),
    ]
    for flags in [0, 0x80] as [UInt8] {
      let chapters = try facts(tagged(frames, version: 3, flags: flags), "a.mp3").chapters
      #expect(chapters.map(\.title) == ["One", "Zw\u{F6}lf", ""])
    }
  }

  @Test("thousands of chapters are more than one table holds")
  func many() throws {
    let chapters = (0..<5_200).map {
      BookBytes.chapter("c\($0)", $0 * 10, $0 * 10 + 10, title: "C\($0)")
    }
    let toc = [BookBytes.contents("toc", (0..<255).map { "c\($0)" }, isTop: true)]
    #expect(try facts(tagged(toc + chapters), "a.mp3").chapters.count == 5_000)
    #expect(try facts(tagged(toc + chapters.prefix(250)), "a.mp3").chapters.count == 250)
  }

  @Test("frames of audiobooks")
  func frames() throws {
    func text(_ name: String, _ text: String) -> [UInt8] {
      TagBytes.frame(name, TagBytes.text(text))
    }
    let frames = [
      text("TALB", "Book"), text("TIT2", "Track 1"), text("TIT3", "More"),
      text("TPE1", "Ann Lee\0Bo Ek"), text("TPE2", "Other"), text("TCOM", "Cy Dee"),
      text("TCON", "(183)"), text("TDRC", "1994-05-06T07"), text("TPUB", "House"),
      text("TLAN", "eng"), text("TXXX", "series\0Dune"), text("TXXX", "series-part\01.5"),
      TagBytes.frame("COMM", [3] + Array("engiTunNORM\0 0000".utf8)),
      TagBytes.frame("COMM", [3] + Array("eng\0About\nit".utf8)),
    ]
    #expect(
      try facts(tagged(frames), "a.mp3")
        == BookFileFacts(
          title: "Book", subtitle: "More", authors: ["Ann Lee", "Bo Ek"], narrators: ["Cy Dee"],
          series: [BookSeries(name: "Dune", sequence: "1.5")], description: "About\nit",
          publisher: "House", genres: ["Audiobook"], date: "1994-05-06", language: "eng"))
    let other = [text("MVNM", "World"), text("MVIN", "2/5"), text("TXXX", "NARRATOR\0Cy")]
    let found = try facts(tagged(other), "a.mp3")
    #expect(found.narrators == ["Cy"])
    #expect(found.series == [BookSeries(name: "World", sequence: "2")])
    let grouped = [text("TIT1", "Classical; Dune, Book 2"), text("TCOM", "Composer")]
    let group = try facts(tagged(grouped), "a.mp3")
    #expect(group.series == [BookSeries(name: "Dune", sequence: "2")])
    #expect(group.narrators == [])
  }

  @Test("the cue sheet block of FLAC has times alone")
  func block() throws {
    func track(_ offset: Int, _ number: UInt8, _ index: Int?) -> [UInt8] {
      TagBytes.big(offset, 8) + [number] + TagBytes.big(0, 26) + [index == nil ? 0 : 1]
        + (index.map { TagBytes.big($0, 8) + [1, 0, 0, 0] } ?? [])
    }
    let sheet =
      [UInt8](repeating: 0, count: 395) + [3] + track(0, 1, 0) + track(44_100, 2, 22_050)
      + track(441_000, 170, nil)
    let whole = try folder.bytes(try folder.encode("a.flac", [], tags: [:]))
    let info = Array(whole[4..<42])
    let bytes = Array("fLaC".utf8) + info + [0x85] + TagBytes.big(sheet.count, 3) + sheet
    #expect(
      try facts(bytes, "b.flac", seconds: 10).chapters
        == [chapter("", 0, 1_500), chapter("", 1_500, 10_000)])
  }
}

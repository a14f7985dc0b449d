import Glibc
import Media
import Music
import Testing

@Suite("Folders of audiobooks")
struct BookFolderTests {
  private let folder = MediaFolder()

  private func part(_ name: String, _ texts: [(String, String)]) -> BookFolder.File {
    let frames = texts.map { TagBytes.frame($0.0, TagBytes.text($0.1)) }
    let bytes = TagBytes.id3(frames, padding: 30) + [UInt8](repeating: 0, count: 200)
    return BookFolder.File(path: folder.write(name, bytes), duration: .seconds(10))
  }

  /// The facts of a book and of its files.
  private func facts(
    of files: [BookFolder.File], in folder: FilePath?, documents: BookDocumentReading
  ) -> (book: BookFileFacts, files: [BookFileFacts?]) {
    let known = files.map { try? BookFile.facts(of: $0.path, duration: $0.duration) }
    let beside = BookFolder.facts(beside: files, in: folder, documents: documents)
    let name = folder?.name ?? files.first?.path.stem
    return (
      BookFileFacts(ofBook: beside, files: known.compactMap(\.self), name: name), known
    )
  }

  @Test("documents go before texts, and these before tags, and these before names")
  func order() {
    let files = [
      part("01.mp3", [("TALB", "Tags"), ("TPE1", "Tag"), ("TPUB", "Tag"), ("TIT2", "One")]),
      part("02.mp3", [("TALB", "Tags"), ("TIT2", "Two")]),
    ]
    func facts(
      _ documents: @escaping BookDocumentReading = { _, _ in nil }
    ) -> (book: BookFileFacts, files: [BookFileFacts?]) {
      self.facts(of: files, in: folder.path, documents: documents)
    }
    let tags = BookFileFacts(title: "Tags", authors: ["Tag"], publisher: "Tag")
    #expect(facts().book == tags)
    #expect(facts().files.map(\.?.title) == ["Tags", "Tags"])
    _ = folder.write("desc.txt", Array("<b>About</b> it".utf8))
    _ = folder.write("reader.txt", Array("\u{FEFF}Cy Dee\nEff Gee\n".utf8))
    var expected = tags
    (expected.description, expected.narrators) = ("About it", ["Cy Dee", "Eff Gee"])
    #expect(facts().book == expected)
    _ = folder.write("metadata.json", Array("json".utf8))
    _ = folder.write("metadata.opf", Array("opf".utf8))
    var stated = StatedChapters()
    stated.add("One", start: .zero)
    stated.add("Two", start: .seconds(15), end: .seconds(90))
    stated.add("Three", start: .seconds(20))
    let chapters = stated
    let book = facts { format, bytes in
      switch format {
      case .json:
        guard bytes == Array("json".utf8) else { return nil }
        return BookDocument(facts: BookFileFacts(title: "JSON"), chapters: chapters)
      case .opf: return BookDocument(facts: BookFileFacts(title: "OPF", authors: ["OPF"]))
      }
    }.book
    expected.title = "JSON"
    expected.authors = ["OPF"]
    expected.chapters = [
      BookChapter(title: "One", start: .zero, end: .seconds(15)),
      BookChapter(title: "Two", start: .seconds(15), end: .seconds(20)),
    ]
    #expect(book == expected)
  }

  @Test("titles of several files are not the book's, whose name is the folder's")
  func names() {
    let files = [part("1.mp3", [("TIT2", "One")]), part("2.mp3", [("TIT2", "Two")])]
    let book = facts(of: files, in: folder.path) { _, _ in nil }.book
    #expect(book.title == BookFileFacts(name: folder.path.name).title)
    let alone = [part("Ann Lee - Dune 2 - Name.mp3", [])]
    #expect(facts(of: alone, in: nil) { _, _ in nil }.book.title == "Name")
    // Documents of a folder are not those of one of its books.
    _ = folder.write("metadata.json", Array("json".utf8))
    _ = folder.write("Ann Lee - Dune 2 - Name.opf", Array("opf".utf8))
    let book2 = facts(of: alone, in: nil) { format, _ in
      BookDocument(facts: BookFileFacts(title: format == .json ? "JSON" : "OPF"))
    }.book
    #expect(
      book2
        == BookFileFacts(
          title: "OPF", authors: ["Ann Lee"], series: [BookSeries(name: "Dune", sequence: "2")]))
  }

  @Test("the stamp of documents tells each change of one, and nothing else")
  func stamp() {
    let first = folder.path.appending("1.mp3")
    #expect(BookFolder.stamp(beside: first, in: folder.path) == nil)
    var stamps: Set<String?> = [nil]
    for (name, text) in [
      ("metadata.json", "{}"), ("metadata.json", "{ }"), ("metadata.opf", "a"),
      ("\(folder.path.name).opf", "a"), ("1.opf", "a"), ("desc.txt", "a"), ("reader.txt", "a"),
    ] {
      _ = folder.write(name, Array(text.utf8))
      #expect(stamps.insert(BookFolder.stamp(beside: first, in: folder.path)).inserted, "\(name)")
    }
    let last = BookFolder.stamp(beside: first, in: folder.path)
    _ = folder.write("cover.jpg", [1])
    #expect(BookFolder.stamp(beside: first, in: folder.path) == last)
    // Where others are in the folder its documents are not those of this book.
    let alone = BookFolder.stamp(beside: first, in: nil)
    _ = folder.write("metadata.json", Array("{\"a\": 1}".utf8))
    #expect(alone != nil && BookFolder.stamp(beside: first, in: nil) == alone)
  }

  @Test("unreadable files, too large documents and pipes are passed over")
  func unreadable() {
    let none = BookFolder.File(path: folder.path.appending("none.mp3"))
    let files = [none, part("2.mp3", [("TALB", "Tags")])]
    // A sparse file of 200 MB.
    #expect(truncate(folder.write("metadata.json", [0x7B]).text, 200 << 20) == 0)
    _ = folder.write("desc.txt", Array(repeating: 0, count: 400))
    #expect(mkfifo(folder.path.appending("metadata.opf").text, 0o600) == 0)
    let facts = self.facts(of: files, in: folder.path) { _, _ in
      Issue.record("nothing was to be read")
      return nil
    }
    #expect(facts.files.map { $0 == nil } == [true, false])
    #expect(facts.book == BookFileFacts(title: "Tags"))
    #expect(self.facts(of: [], in: nil) { _, _ in nil }.book == BookFileFacts())
  }
}

import Foundation
import Media
import Music
import Testing

@Suite("Chapters and tags of audiobooks")
struct BookFileTests {
  private let folder = MediaFolder()

  private static let expected = [
    BookChapter(title: "Öne", start: .zero, end: .milliseconds(501)),
    BookChapter(title: "Two", start: .milliseconds(501), end: .milliseconds(1_234)),
    BookChapter(title: "Three; =\\", start: .milliseconds(1_234), end: .seconds(2)),
  ]

  /// A file with three chapters that ffmpeg writes.
  private func encode(_ name: String, _ arguments: [String] = []) throws -> FilePath {
    let chapters = [(0, 501, "Öne"), (501, 1_234, "Two"), (1_234, 2_000, "Three\\; \\=\\\\")]
    let text =
      ";FFMETADATA1\n"
      + chapters.map {
        "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($1)\ntitle=\($2)\n"
      }.joined()
    let metadata = folder.write("chapters.txt", Array(text.utf8))
    return try folder.encode(
      name, ["-i", metadata.text, "-map_metadata", "1", "-map", "0:a"] + arguments,
      tags: ["title": "Title", "artist": "Ann Lee", "genre": "Audiobook", "composer": "Bo Ek"])
  }

  private func chapters(_ path: FilePath) throws -> [BookChapter] {
    try BookFile.facts(of: path, duration: .seconds(2)).chapters
  }

  @Test(
    "chapters that ffmpeg writes",
    arguments: [
      ("a.m4b", []), ("a.mp3", []), ("b.mp3", ["-id3v2_version", "3"]), ("a.mka", []),
      ("b.mka", ["-c:a", "flac"]), ("alac.m4a", ["-c:a", "alac"]), ("a.mov", ["-c:a", "aac"]),
    ])
  func written(name: String, arguments: [String]) throws {
    let path = try encode(name, arguments)
    let facts = try BookFile.facts(of: path, duration: .seconds(2))
    #expect(facts.chapters == Self.expected)
    #expect(facts.title == "Title" && facts.authors == ["Ann Lee"])
    // ffmpeg writes no composer into QuickTime files.
    #expect(facts.narrators == (name == "a.mov" ? [] : ["Bo Ek"]))
    // Without a duration it is the file's, which the encoder rounds.
    let last = try #require(try BookFile.facts(of: path).chapters.last)
    #expect(last.start == .milliseconds(1_234) && last.end <= .seconds(2))
  }

  @Test("either kind of chapters in an M4B will do")
  func kinds() throws {
    let whole = try folder.bytes(try encode("a.m4b"))
    for (name, other) in [("chpl", "free"), ("chap", "free")] {
      let position = try #require(whole.firstRange(of: Array(name.utf8)))
      var bytes = whole
      bytes.replaceSubrange(position, with: Array(other.utf8))
      #expect(try chapters(folder.write("b.m4b", bytes)) == Self.expected, "without \(name)")
    }
  }

  @Test(
    "chapters in Vorbis comments, by number",
    arguments: [("a.flac", []), ("a.ogg", []), ("a.opus", ["-ar", "48000"])])
  func comments(name: String, arguments: [String]) throws {
    let path = try folder.encode(
      name, arguments,
      tags: [
        "CHAPTER002": "00:00:01.234", "CHAPTER002NAME": "Three; =\\",
        "chapter000": "00:00:00.000", "CHAPTER000NAME": "Öne", "CHAPTER001": "00:00:00.501",
        "CHAPTER001NAME": "Two", "CHAPTER003": "x:y", "CHAPTERONE": "00:00:01", "album": "Book",
        "NARRATOR": "Cy Dee", "SERIES": "Dune", "SERIES-PART": "02", "PERFORMER": "Bo Ek",
        "DESCRIPTION": "One\nTwo", "PUBLISHER": "House", "LANGUAGE": "en", "SUBTITLE": "More",
        "date": "1994-05-06", "genre": "Fantasy; Humor", "artist": "Lee, Ann",
      ])
    let facts = try BookFile.facts(of: path, duration: .seconds(2))
    #expect(
      facts
        == BookFileFacts(
          chapters: Self.expected, title: "Book", subtitle: "More", authors: ["Ann Lee"],
          narrators: ["Cy Dee"], series: [BookSeries(name: "Dune", sequence: "2")],
          description: "One\nTwo", publisher: "House", genres: ["Fantasy", "Humor"],
          date: "1994-05-06", language: "en"))
  }

  @Test("a cue sheet in the tags goes before one beside the file")
  func sheets() throws {
    func sheet(_ title: String) -> String {
      "FILE \"a.wav\" WAVE\nTRACK 1 AUDIO\nTITLE \"\(title)\"\nINDEX 01 00:00:00\n"
        + "TRACK 2 AUDIO\nTITLE \"Two\"\nINDEX 01 00:01:15"
    }
    let path = try folder.encode("a.mp3", [], tags: [:])
    #expect(try chapters(path) == [])
    _ = folder.write("a.cue", Array("not a sheet".utf8))
    #expect(try chapters(path) == [])
    _ = folder.write("a.cue", Array(sheet("Beside").utf8))
    let expected = [
      BookChapter(title: "Beside", start: .zero, end: .milliseconds(1_200)),
      BookChapter(title: "Two", start: .milliseconds(1_200), end: .seconds(2)),
    ]
    #expect(try chapters(path) == expected)
    let tagged = try folder.encode("a.flac", [], tags: ["CUESHEET": sheet("Within")])
    #expect(try chapters(tagged).map(\.title) == ["Within", "Two"])
  }

  @Test("files that are no audio, and none at all, are errors or have no chapters")
  func errors() throws {
    #expect(throws: MediaError.self) { try BookFile.facts(of: folder.path.appending("none.m4b")) }
    #expect(throws: MediaError.self) { try BookFile.facts(of: folder.path) }
    let text = folder.write("a.m4b", Array("not audio".utf8))
    #expect(throws: MediaError.self) { try BookFile.facts(of: text) }
    #expect(try BookFile.facts(of: text, duration: .seconds(1)) == BookFileFacts())
  }
}

import Music
import Testing

/// Paths made of tags.
@Suite("File layouts")
struct FileLayoutTests {
  private func track(
    title: String? = "So What", artist: String? = "Miles Davis", albumArtist: String? = nil,
    album: String? = "Kind of Blue", number: Int? = 1, disc: Int? = nil, discs: Int? = nil
  ) -> Track {
    var tags = Tags(
      title: title, artist: artist, albumArtist: albumArtist, album: album, date: "1959",
      trackNumber: number, discNumber: disc)
    tags.discTotal = discs
    return Track(id: TrackID(0), source: .file(FilePath("/in/file one.flac")), tags: tags)
  }

  private func path(_ layout: String, _ track: Track, isPortable: Bool = false) throws -> String {
    let rules = FileNameRules(isPortable: isPortable)
    return try FileLayout(layout).names(for: track).map { rules.name($0) }.joined(separator: "/")
  }

  @Test("the standard layout is album artist, album, number and title")
  func standard() throws {
    let layout = FileLayout.standardSource
    #expect(try path(layout, track()) == "Miles Davis/Kind of Blue/01 So What")
    #expect(
      try path(layout, track(number: 3, disc: 2, discs: 2))
        == "Miles Davis/Kind of Blue/2-03 So What")
    #expect(
      try path(layout, track(number: 3, disc: 1, discs: 1)) == "Miles Davis/Kind of Blue/03 So What"
    )
    #expect(
      try path(layout, track(title: nil, artist: nil, album: nil, number: nil))
        == "Unknown/Unknown/file one")
  }

  @Test("names of any case, plain text and a slash inside a placeholder are read")
  func spelling() throws {
    #expect(
      try path("Music/{albumartist}/{year} {album}/{title}", track())
        == "Music/Miles Davis/1959 Kind of Blue/So What")
    #expect(try path("{Genre|\"a/b\"}/{Title}", track()) == "a_b/So What")
  }

  @Test("a compilation without an album artist is by various artists")
  func compilation() throws {
    var various = track()
    various.tags.isCompilation = true
    #expect(try path("{AlbumArtist}/{Title}", various) == "Various Artists/So What")
  }

  @Test(
    "mistakes have a column",
    arguments: [
      ("{Artist}/{Nothing}", 10), ("{Artist}/", 1), ("", 1), ("Music", 1), ("{Artist", 1),
      ("{Artist}/[x]/{Title}", 10),
    ])
  func mistakes(source: String, column: Int) {
    let error = #expect(throws: TemplateMistake.self) { try FileLayout(source) }
    #expect(error?.column == column, "\(error?.message ?? "")")
  }

  @Test(
    "tags make no path of their own",
    arguments: [
      ("AC/DC", "AC_DC"), ("..", "_"), (".hidden", "hidden"), ("a\u{0}b\u{1B}[31m", "a_b_[31m"),
      ("  x  ", "x"), ("../../etc/passwd", "_.._etc_passwd"), ("\u{202E}gnp.exe", "gnp.exe"),
      ("", "_"), ("a\nb", "a_b"),
    ])
  func unsafe(text: String, name: String) {
    #expect(FileNameRules(isPortable: false).name(text) == name)
  }

  @Test(
    "names for FAT have none of its signs, no dot at their end, and are no devices",
    arguments: [
      ("What?", "What_"), ("a:b*c", "a_b_c"), ("etc.", "etc"), ("CON", "_CON"),
      ("com1.x", "_com1.x"), ("\"<>|\\", "_____"),
    ])
  func portable(text: String, name: String) {
    #expect(FileNameRules(isPortable: true).name(text) == name)
  }

  @Test("a long name is cut between letters and keeps its extension and its number")
  func long() {
    let rules = FileNameRules(isPortable: false)
    let name = rules.name(String(repeating: "é", count: 300), fileExtension: "flac", number: 12)
    #expect(name.utf8.count <= 255 && name.hasSuffix("é (12).flac"))
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 30)
    #expect(rules.name(family).allSatisfy { $0 == "👨‍👩‍👧‍👦" })
  }
}

import Library
import Music
import Testing

@Suite("Matching the lines of a playlist")
struct ImportMatchingTests {
  private func missing(_ path: FilePath, _ track: TrackID?, _ reason: MissingReason) -> TrackMatch {
    .missing(MissingFile(path: path, track: track, reason: reason))
  }

  private typealias Scene = ImportScene

  /// Two songs of one name, two files of one name.
  private func scene() async throws -> ImportScene {
    let scene = try ImportScene()
    let test = scene.test
    test.write("House/One.flac", seconds: 180, [("TITLE", "First"), ("ARTIST", "Ann")])
    test.write("House/Two.flac", seconds: 200, [("TITLE", "Second"), ("ARTIST", "Bob")])
    test.write("A/01.flac", seconds: 300, [("TITLE", "Intro"), ("ARTIST", "Cid")])
    test.write("B/01.flac", seconds: 301, [("TITLE", "Intro"), ("ARTIST", "Dot")])
    test.write("B/02.flac", seconds: 240, [("TITLE", "Intro"), ("ARTIST", "Dot")])
    test.write("Déjà/Vu.flac", seconds: 100, [("TITLE", "Vu")])
    try await test.scan()
    return scene
  }

  /// A line, the file that it means, and the reason of the match.
  struct Case: Sendable, CustomTestStringConvertible {
    var line: DocumentTrack
    var file: String
    var way: MatchMethod
    var testDescription: String { "\(line.text) by \(way.rawValue)" }

    init(_ line: DocumentTrack, _ file: String, _ way: MatchMethod) {
      (self.line, self.file, self.way) = (line, file, way)
    }
  }

  private static let cases: [Case] = [
    Case(Scene.line("../music/House/One.flac"), "House/One.flac", .relativePath),
    Case(Scene.line("..\\music\\House\\One.flac"), "House/One.flac", .relativePath),
    Case(Scene.line("/home/ann/House/One.flac"), "House/One.flac", .pathEnd),
    Case(Scene.line("D:\\Music\\house\\ONE.flac"), "House/One.flac", .pathEnd),
    Case(Scene.line("\\\\nas\\share\\B\\01.flac"), "B/01.flac", .pathEnd),
    // A wrong duration in an old list does not outweigh three matching path parts.
    Case(Scene.line("/x/music/House/One.flac", seconds: 9), "House/One.flac", .pathEnd),
    Case(Scene.line("deja/vu.FLAC", seconds: 100.6), "Déjà/Vu.flac", .pathEnd),
    Case(Scene.line("/gone/Two.flac", seconds: 201), "House/Two.flac", .name),
    Case(Scene.line("/gone/Two.flac"), "House/Two.flac", .name),
    Case(Scene.line("/gone/Two.mp3", seconds: 199), "House/Two.flac", .name),
    Case(Scene.line("Two.flac"), "House/Two.flac", .name),
    // Of two files of one name and length the title decides.
    Case(
      Scene.line("/gone/01.flac", title: "intro", artist: "DOT", seconds: 300), "B/01.flac", .name),
    Case(
      Scene.line("/gone/x.mp3", title: "first", artist: "ANN", seconds: 181), "House/One.flac",
      .title),
    Case(Scene.line("/gone/x.mp3", title: "Second", artist: "Bob"), "House/Two.flac", .title),
    Case(Scene.line("/gone/x.mp3", title: "Second", seconds: 200), "House/Two.flac", .title),
    Case(DocumentTrack(.unknown(name: "Two.flac")), "House/Two.flac", .name),
    Case(
      DocumentTrack(.unknown(name: nil), title: "First", artist: "Ann"), "House/One.flac", .title),
    Case(
      Scene.line("/gone/x.mp3", others: ["../x.mp3", "../music/House/Two.flac"]),
      "House/Two.flac", .relativePath),
  ]

  @Test("a line finds its track by the surest way there is", arguments: cases)
  func table(_ expected: Case) async throws {
    let scene = try await scene()
    let id = try #require(try await scene.id(expected.file))
    #expect(try await scene.plan([expected.line]) == [.matched(id, expected.way)])
  }

  @Test("an absolute path is the surest, dots in it or not")
  func absolute() async throws {
    let scene = try await scene()
    let id = try #require(try await scene.id("A/01.flac"))
    let path = scene.music("A/01.flac").text
    let dotted = scene.music("B/.././A//01.flac").text
    #expect(
      try await scene.plan([Scene.line(path), Scene.line(dotted)])
        == [.matched(id, .path), .matched(id, .path)])
  }

  @Test("several that fit are offered, the nearest first; nothing that fits is missing")
  func doubt() async throws {
    let scene = try await scene()
    let a = try #require(try await scene.id("A/01.flac"))
    let b = try #require(try await scene.id("B/01.flac"))
    let gone = FilePath("/gone/01.flac")
    #expect(
      try await scene.plan([
        Scene.line("/gone/01.flac", seconds: 301.2), Scene.line("/gone/01.flac", seconds: 299.4),
        Scene.line("/gone/01.flac", seconds: 90), Scene.line("/gone/Two.mp3"),
        Scene.line("/gone/One.flac", seconds: 60), Scene.line("Z:\\a\\none.mp3"),
        DocumentTrack(.unknown(name: nil), title: "Intro", artist: "Dot", duration: .seconds(270)),
      ]) == [
        .ambiguous([b, a]), .ambiguous([a, b]), missing(gone, nil, .notFound),
        missing(FilePath("/gone/Two.mp3"), nil, .notFound),
        missing(FilePath("/gone/One.flac"), nil, .notFound),
        missing(FilePath("/Z:/a/none.mp3"), nil, .notFound),
        missing(scene.test.folder["lists/Dot - Intro"], nil, .notFound),
      ])
  }

  @Test("a file that is there and not in the library is to be scanned; what is no music is not")
  func disk() async throws {
    let scene = try await scene()
    let folder = scene.test.folder
    let new = folder.write("lists/new.flac", FlacFile.bytes([("TITLE", "New")]))
    folder.write("lists/other.m3u", Array("#EXTM3U\n".utf8))
    folder.write("lists/Friday.m3u8", Array("#EXTM3U\n".utf8))
    folder.write("lists/cover.jpg", [1, 2, 3])
    #expect(
      try await scene.plan([
        Scene.line("new.flac"), Scene.line("other.m3u"), Scene.line("Friday.m3u8"),
        Scene.line("../lists/cover.jpg"), Scene.line("."),
      ]) == [
        .unscanned(new), missing(folder["lists/other.m3u"], nil, .playlist),
        missing(folder["lists/Friday.m3u8"], nil, .itself),
        missing(folder["lists/cover.jpg"], nil, .notAudio),
        missing(folder["lists"], nil, .notAudio),
      ])
    #expect(try await scene.library.track(at: new) == nil)
  }

  @Test("of hundreds of files of one name at most eight are offered")
  func bounded() async throws {
    let scene = try ImportScene()
    for number in 0..<200 { scene.test.write("\(number)/Intro.flac", seconds: 100, []) }
    try await scene.test.scan()
    guard case .ambiguous(let ids) = try await scene.plan([Scene.line("/gone/Intro.flac")])[0]
    else {
      Issue.record("one of 200 was taken for sure")
      return
    }
    #expect(ids.count == ImportPlan.maximumCandidates)
  }

  @Test("a track whose file is gone is not taken for one that is there, but for itself")
  func goneBefore() async throws {
    let scene = try await scene()
    try scene.test.folder.remove("music/House/One.flac")
    try await scene.test.scan()
    let id = try #require(try await scene.id("House/One.flac"))
    let path = scene.music("House/One.flac")
    #expect(
      try await scene.plan([Scene.line(path.text), Scene.line("/x/House/One.flac")])
        == [missing(path, id, .notFound), missing(FilePath("/x/House/One.flac"), nil, .notFound)])
    // Found at another path, the line means that file.
    scene.test.write("New/One.flac", seconds: 180, [("TITLE", "Other"), ("ARTIST", "Eve")])
    try await scene.test.scan()
    let found = try #require(try await scene.id("New/One.flac"))
    #expect(try await scene.plan([Scene.line(path.text)]) == [.matched(found, .name)])
  }
}

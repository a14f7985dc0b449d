import Foundation
import Music
import Testing

@Suite("The grammar of templates")
struct TemplateGrammarTests {
  private func text(_ source: String, _ change: (inout Track) -> Void = { _ in }) throws -> String {
    var track = Track(
      id: TrackID(1), source: .file(FilePath("/music/Blue Train/02.flac")),
      tags: Tags(
        title: "Moment's Notice", artist: "John Coltrane", album: "Blue Train", genre: "Jazz",
        date: "1957-09-15", bpm: 123.4, key: "Am"),
      audio: AudioProperties(codec: "flac"), added: 1_710_500_000, rating: Rating(stars: 3),
      albumCredit: "John Coltrane")
    change(&track)
    track.findings = TrackFindings(tags: track.tags)
    return try GroupTemplate(source).text(
      for: track, zone: try #require(LocalZone(named: "UTC")))
  }

  @Test(
    "every placeholder prints what it stands for",
    arguments: [
      ("{Artist}", "John Coltrane"), ("{AlbumArtist}", "John Coltrane"), ("{Album}", "Blue Train"),
      ("{Title}", "Moment's Notice"), ("{Genre}", "Jazz"), ("{Date}", "1957"), ("{Year}", "1957"),
      ("{Decade}", "1950s"), ("{Folder}", "Blue Train"), ("{Format}", "FLAC"),
      ("{BPM}", "120–130"), ("{BPM:5}", "120–125"), ("{BPM:1}", "123"), ("{Key}", "8A"),
      ("{Rating}", "★★★"), ("{Added}", "2024-03-15"), ("{Added:month}", "2024-03"),
      ("{Added:year}", "2024"), ("{Artist:1}", "J"), ("{Artist:3}", "JOH"),
      ("{ album }", "Blue Train"),
      ("{Folder:1}/{Title:1}", "B/M"),
    ])
  func placeholders(source: String, expected: String) throws {
    #expect(try text(source) == expected)
  }

  @Test(
    "a tempo belongs to the range that begins at or below it",
    arguments: [
      (120.0, "120–125"), (124.99, "120–125"), (124.996, "125–130"), (125, "125–130"),
      (119.994, "115–120"), (0.4, "0–5"),
    ])
  func ranges(bpm: Double, expected: String) throws {
    #expect(try text("{BPM:5}") { $0.tags.bpm = bpm } == expected)
  }

  @Test(
    "no number of beats that a tag can hold is too much",
    arguments: [0, -1, .nan, .infinity, 1e300] as [Double])
  func beats(bpm: Double) throws {
    #expect(try text("{BPM:5}") { $0.tags.bpm = bpm } == "Unknown")
  }

  @Test(
    "first letters are without accents and in capitals, digits and signs under one header",
    arguments: [
      ("Émilie", "E"), ("éclair", "E"), ("ångström", "A"), ("2 Unlimited", "#"), ("!!!", "#"),
      ("  Yes", "Y"), ("Ωmega", "Ω"), ("郷ひろみ", "郷"), ("ß", "S"), ("👩‍🎤", "#"),
      ("e\u{301}a", "E"),
    ])
  func letters(artist: String, expected: String) throws {
    #expect(try text("{Artist:1}") { $0.tags.artist = artist } == expected)
  }

  @Test("the first choice that has a value shows, and a text in quotes is always there")
  func fallbacks() throws {
    let source = #"{AlbumArtist|Artist|"Nobody \"at\" all"}"#
    func without(_ track: inout Track) {
      (track.albumCredit, track.tags.albumArtist, track.tags.artist) = (nil, nil, nil)
    }
    #expect(try text(source) == "John Coltrane")
    #expect(try text(source, without) == "Nobody \"at\" all")
    #expect(try text("{Genre|Folder} x") { $0.tags.genre = "  " } == "Blue Train x")
  }

  @Test(
    "an optional part goes with its placeholders, and separators go with what they part",
    arguments: [
      ("{Album}[ ({Date})]", "Blue Train"), ("{Genre}[ — {Date}]", "Jazz"),
      ("[{Date} ]{Album}", "Blue Train"), ("{Album} — [{Date}] — {Genre}", "Blue Train — Jazz"),
      ("{BPM} BPM[ {Date}] — {Genre}", "120–130 BPM — Jazz"), ("[{Date}] — {Genre}", "Jazz"),
      ("{Genre} - [{Date}]", "Jazz"), ("♪ [{Date}] — {Genre}", "♪ Jazz"),
      ("{Album}[ [{Date} ]{Genre}]", "Blue Train Jazz"),
      ("{Album} [({Date})] {Genre}", "Blue Train Jazz"),
      ("({Date}) {Genre} (live)", "Jazz (live)"), ("{Genre} ()", "Jazz"), ("{Genre} ( )", "Jazz"),
      ("{Genre} ({Date}, {Key})", "Jazz (8A)"), ("— {Genre} —", "Jazz"),
      ("{Genre}  &  {Key}", "Jazz & 8A"), ("{Date} presents {Genre}", "Jazz"),
    ])
  func optional(source: String, expected: String) throws {
    #expect(try text(source) { $0.tags.date = nil } == expected)
  }

  @Test(
    "signs are written with a backslash",
    arguments: [
      (#"\{{Genre}\}"#, "{Jazz}"), (#"\[{Genre}\]"#, "[Jazz]"), (#"a\\b {Genre}"#, #"a\b Jazz"#),
      (#"AC\DC {Genre}"#, #"AC\DC Jazz"#), (#"{Genre} \("#, "Jazz ("), (#"{Genre}\"#, #"Jazz\"#),
      (#"{Genre} \[{Date}\]"#, "Jazz"), (#"{Genre} x)"#, "Jazz x)"),
    ])
  func escapes(source: String, expected: String) throws {
    #expect(try text(source) { $0.tags.date = nil } == expected)
  }

  @Test(
    "a mistake names its column and what is allowed",
    arguments: [
      ("{Albun}", 1, "did you mean {Album}?"), ("{Artist|Albun}", 9, "did you mean {Album}?"),
      ("{Weather}", 1, "there are Artist, AlbumArtist"), ("{}", 2, "a placeholder is missing here"),
      ("{Artist|}", 9, "a placeholder is missing here"), ("{BPM:x}", 6, "1 to 100"),
      ("{BPM:0}", 6, "1 to 100"), ("{BPM:}", 6, "1 to 100"), ("{Artist:10}", 9, "1 to 9"),
      ("{Year:2}", 7, "takes nothing behind a colon"), ("{Added:week}", 8, "year, month or day"),
      ("{Album} [x]", 9, "no placeholder between"), ("{Album}]", 8, "a ] without its ["),
      ("{Album} [{Date}", 9, "a [ without its ]"), ("{Artist|\"x", 9, "without the one"),
      ("{\"x\"}", 2, "has to come first"), ("{Artist|\"\"}", 9, "an empty text"),
      ("{Artist|\"x\"|Album}", 13, "always there"), ("{Artist Album}", 1, "there is no"),
      ("{Artist:1:2}", 10, "only | or }"), ("plain", 1, "no placeholder in it"),
    ])
  func mistakes(source: String, column: Int, words: String) {
    do throws(TemplateMistake) {
      _ = try GroupTemplate(source)
      Issue.record("\(source) was read")
    } catch {
      #expect(error.column == column, "\(source): \(error.message)")
      #expect(error.reason.contains(words), "\(source): \(error.message)")
    }
  }

  @Test("brackets nest eight deep and no deeper, and a long template is refused at once")
  func bounds() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "{Album}" + String(repeating: "]", count: depth)
    }
    #expect(try text(nested(8)) == "Blue Train")
    #expect(throws: TemplateMistake.self) { try GroupTemplate(nested(9)) }
    for sign in ["\\[", "(", "{", "[", "]", "}", ")", "\\(", "|", "\"", "{Album|", "\\[{Album}"] {
      _ = try? GroupTemplate(String(repeating: sign, count: 200 / sign.count))
      #expect(throws: TemplateMistake.self) {
        try GroupTemplate(String(repeating: sign, count: 100_000))
      }
    }
  }

  @Test("a blank template groups nothing")
  func blank() throws {
    #expect(try GroupTemplate("").isEmpty)
    #expect(try GroupTemplate("   ").isEmpty)
  }
}

import Foundation
import Music
import Testing

@Suite("Queries as text")
struct QueryTests {
  private let zone = LocalZone { _ in 0 }

  private func parse(_ text: String) throws -> TrackQuery {
    try TrackQuery(parsing: text, in: zone)
  }

  @Test("words are folded and all looked for, in any order")
  func words() throws {
    #expect(try parse("") == .everything)
    #expect(try parse("  Sigur  RÓS ") == .all([.word("sigur"), .word("ros")]))
    #expect(try parse("\"So What\"") == .word("so what"))
    #expect(try parse("12\" mix") == .all([.word("12\""), .word("mix")]))
    #expect(try parse("Miles - So") == .all([.word("miles"), .word("so")]))
    #expect(try parse("10:30") == .word("10:30"))
    #expect(try parse("http://host/a") == .word("http://host/a"))
    #expect(try parse("OR") == .word("or"))
    #expect(try parse("dead or alive") == .all([.word("dead"), .word("or"), .word("alive")]))
  }

  @Test(
    "fields have names in any case, and values with or without quotes",
    arguments: [
      ("artist:Miles", TrackQuery.text(.artist, "miles")),
      ("ARTIST:\"Miles Davis\"", .text(.artist, "miles davis")),
      ("artist: miles", .text(.artist, "miles")),
      ("albumartist:x", .text(.albumArtist, "x")), ("AlbumArtist:x", .text(.albumArtist, "x")),
      ("genre:\"\"", .text(.genre, "")), ("-genre:\"\"", .not(.text(.genre, ""))),
      ("format:FLAC", .text(.format, "flac")), ("path:/m/a", .text(.path, "/m/a")),
      ("notes:opener", .text(.notes, "opener")), ("in:\"Warm-Up\"", .playlist("warm-up")),
      ("loved:", .flag(.loved)), ("loved:no", .not(.flag(.loved))), ("Missing:", .flag(.missing)),
      ("offline: x", .all([.flag(.offline), .word("x")])),
      ("type:book", .flag(.book)), ("TYPE: Books", .flag(.book)),
      ("type:music", .not(.flag(.book))), ("-type:music", .flag(.book)),
    ])
  func fields(text: String, query: TrackQuery) throws { #expect(try parse(text) == query) }

  @Test("a type is music or books, and its beginning is not finished")
  func types() throws {
    #expect(try parse("x type:music").description == "x type:music")
    #expect(try TrackQuery.reading("type:mu", in: zone).isIncomplete)
    #expect(try TrackQuery.reading("type:", in: zone).isIncomplete)
    #expect(throws: QueryError.self) { try parse("type:film") }
    #expect(throws: QueryError.self) { try parse("book:yes") }
  }

  @Test(
    "numbers stand for all that shows as they do",
    arguments: [
      ("year:1990..1999", TrackQuery.NumberField.year, TrackQuery.NumberRange(1990, 1999)),
      ("year:1990-1999", .year, .init(1990, 1999)), ("year:>=1990", .year, .init(1990)),
      ("year:>1990", .year, .init(1990, isLowerOpen: true)),
      ("year:1990", .year, .init(1990, 1990)), ("year:..1999", .year, .init(-.infinity, 1999)),
      ("year:any", .year, .init()), ("year:1990..", .year, .init(1990)),
      ("bpm:124", .bpm, .init(123.5, 124.5, isUpperOpen: true)),
      ("bpm:120-126", .bpm, .init(119.5, 126.5, isUpperOpen: true)),
      ("bpm:>=120.5", .bpm, .init(120.5)), ("rating:>=4", .rating, .init(4)),
      ("plays:0", .plays, .init(0, 0)), ("duration:>6:00", .duration, .init(361)),
      ("duration:6:00", .duration, .init(360, 361, isUpperOpen: true)),
      ("duration:1h", .duration, .init(3600, 3601, isUpperOpen: true)),
      ("length:3:00..5:00", .duration, .init(180, 301, isUpperOpen: true)),
      ("bitrate:>=320k", .bitRate, .init(319_500)), ("bitrate:>=320", .bitRate, .init(319_500)),
      ("bitrate:320000", .bitRate, .init(320_000, 320_000)),
      ("energy:7", .energy, .init(7, 7)), ("energy:5-8", .energy, .init(5, 8)),
      ("loudness:-14", .loudness, .init(-14.5, -13.5, isUpperOpen: true)),
      ("lufs:-14..-9", .loudness, .init(-14.5, -8.5, isUpperOpen: true)),
      ("loudness:>-10", .loudness, .init(-9.5)),
      ("loudness:<=-9.3", .loudness, .init(-.infinity, -9.3)),
      ("loudness:-9.3..", .loudness, .init(-9.3)),
      ("tuning:-5..5", .tuning, .init(-5.5, 5.5, isUpperOpen: true)),
      ("tuning:<-8", .tuning, .init(-.infinity, -8.5, isUpperOpen: true)),
      ("samplerate:44.1k", .sampleRate, .init(44_100, 44_100)),
      ("samplerate:>48000", .sampleRate, .init(48_000, isLowerOpen: true)),
    ])
  func numbers(text: String, field: TrackQuery.NumberField, range: TrackQuery.NumberRange) throws {
    #expect(try parse(text) == .number(field, range))
  }

  @Test(
    "times are ages or days",
    arguments: [
      ("played:<30d", TrackQuery.TimeField.played, TrackQuery.TimeRange.within(30 * 86_400)),
      ("played:>2w", .played, .before(14 * 86_400)), ("played:12h", .played, .within(43_200)),
      ("played:never", .played, .never), ("added:>2024", .added, .between(1_735_689_600, .max)),
      ("added:2024", .added, .between(1_704_067_200, 1_735_689_600)),
      ("added:2024-03..2024-06", .added, .between(1_709_251_200, 1_719_792_000)),
      ("added:<2024-03-15", .added, .between(.min, 1_710_460_800)),
    ])
  func times(text: String, field: TrackQuery.TimeField, range: TrackQuery.TimeRange) throws {
    #expect(try parse(text) == .time(field, range))
  }

  @Test("alternatives bind weaker than what stands side by side, and a dash denies what follows")
  func operators() throws {
    #expect(
      try parse("a b OR -c") == .any([.all([.word("a"), .word("b")]), .not(.word("c"))]))
    #expect(
      try parse("a (b OR (c d)) -(e OR f)")
        == .all([
          .word("a"), .any([.word("b"), .all([.word("c"), .word("d")])]),
          .not(.any([.word("e"), .word("f")])),
        ]))
    #expect(try parse("--a") == .word("a"))
    #expect(try parse("re-mix") == .word("re-mix"))
  }

  @Test("keys have names on two wheels and in two languages")
  func keys() throws {
    let minor = try #require(MusicalKey(hour: 8, isMajor: false))
    for name in ["8A", "8a", "Am", "am", "A minor", "a-moll", "1m", "Amin"] {
      #expect(MusicalKey(name) == minor)
    }
    #expect(MusicalKey("C#m")?.camelot == "12A")
    #expect(MusicalKey("Dbmaj")?.camelot == "3B")
    #expect(MusicalKey("D♭")?.camelot == "3B")
    #expect(MusicalKey("12d")?.camelot == "7B")
    #expect(MusicalKey("B")?.camelot == "1B")
    #expect(MusicalKey("13A") == nil)
    #expect(MusicalKey("H") == nil)
    #expect(MusicalKey("Amazing") == nil)
    #expect(try parse("key:\"A minor\"") == .key([minor]))
    let mixable = Set(["8A", "7A", "9A", "8B"].compactMap { MusicalKey($0) })
    for text in ["~key:8A", "key:~8A", "~KEY:am", "key:~\"A minor\""] {
      #expect(try parse(text) == .key(mixable))
    }
    #expect(MusicalKey("12A")?.compatible.contains { $0.camelot == "1A" } == true)
    #expect(MusicalKey("1B")?.compatible.contains { $0.camelot == "12B" } == true)
    #expect(try parse("key:any") == .key(MusicalKey.all))
  }

  @Test(
    "what is half-typed at the end is left out",
    arguments: [
      "artist:", "artist: ", "rating:>", "rating:>=", "\"", "OR", "-", "--", "artist:\"", "~",
      "~key:",
      "year:>", "bpm:..", "played:<30", "played:nev", "added:20", "added:2024-", "added:2024-0",
      "key:1", "key:C#mi", "duration:6:", "bpm:120.", "samplerate:44.", "year:a", "loved:ye",
      "bpm:120-1", "loudness:-", "loudness:>-", "tuning:-5.", "-artist:",
      "key:8A,",
    ])
  func halfTyped(end: String) throws {
    let reading = try TrackQuery.reading("miles " + end, in: zone)
    #expect(reading.query == .word("miles"))
    #expect(reading.isIncomplete)
  }

  @Test("an open quote looks for what is in it so far")
  func openQuote() throws {
    let reading = try TrackQuery.reading("artist:\"miles d", in: zone)
    #expect(reading == QueryReading(query: .text(.artist, "miles d"), isIncomplete: true))
    #expect(try TrackQuery.reading("\"so w").query == .word("so w"))
    #expect(try TrackQuery.reading("miles key:\"A mi", in: zone).query == .word("miles"))
    #expect(try !TrackQuery.reading("miles").isIncomplete)
  }

  @Test(
    "mistakes are named with their column",
    arguments: [
      ("artst:miles", 1, "no field “artst”: artist, "), ("é artst:x", 3, "artist"),
      ("Remix: II", 1, "quote it: \"Remix:\""), ("year:199x", 6, "“199x” is no year"),
      ("year:1999..1990", 6, "ends before it starts"), ("rating:> x", 8, "is no rating"),
      ("rating:9", 8, "is no rating"), ("played:<30 x", 8, "how long"),
      ("added:2024-13", 7, "is no added"), ("added:2023-02-29", 7, "is no added"),
      ("key:H x", 5, "is no key"), ("(a", 1, "not closed"), ("a (b (c)", 3, "not closed"),
      ("a)", 2, "no ( is open"), ("()", 1, "nothing between"), ("OR a", 1, "before OR"),
      ("a OR OR b", 6, "before OR"), ("(a OR)", 4, "behind OR"), ("-OR a", 2, "leave out"),
      ("artist: year:1990", 8, "needs a value"), ("loved:maybe", 7, "yes, no or nothing"),
      ("~year:1990", 1, "only key:"), ("in:\"\" x", 4, "needs a playlist"),
    ])
  func mistakes(text: String, column: Int, reason: String) {
    let error = #expect(throws: QueryError.self) { try TrackQuery(parsing: text, in: zone) }
    #expect(error?.column == column)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("a query's length, depth and number of terms are bounded")
  func bounds() throws {
    let words = Array(repeating: "a", count: 64).joined(separator: " ")
    #expect(throws: Never.self) { try parse(words) }
    #expect(throws: QueryError.self) { try parse(words + " b") }
    let deep = String(repeating: "(", count: 16) + "a" + String(repeating: ")", count: 16)
    #expect(try parse(deep) == .word("a"))
    #expect(throws: QueryError.self) { try parse("(" + deep + ")") }
    #expect(throws: QueryError.self) { try parse(String(repeating: "a", count: 1001)) }
    #expect(throws: QueryError.self) { try parse(String(repeating: "-", count: 100_000) + "a") }
  }

  @Test("words go to a row's own names and fields to its tracks")
  func splitting() throws {
    #expect(try parse("blue -note").isOnlyWords)
    #expect(try !parse("blue genre:jazz").isOnlyWords)
    let split = try parse("blue -note genre:jazz (a OR year:1990)").split
    #expect(split.names == .all([.word("blue"), .not(.word("note"))]))
    #expect(
      split.tracks
        == .all([.text(.genre, "jazz"), .any([.word("a"), .number(.year, .init(1990, 1990))])]))
    #expect(split.names.matches(names: "kind of blue"))
    #expect(!split.names.matches(names: "blue note"))
    #expect(try parse("a OR genre:x").split.names == .everything)
    #expect(try parse("-missing: a").mentions(.missing))
  }
}

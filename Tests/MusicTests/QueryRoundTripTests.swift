import Foundation
import Music
import Testing

@Suite("Queries printed and read again")
struct QueryRoundTripTests {
  private let zones = ["UTC", "America/New_York", "Asia/Kathmandu", "America/Sao_Paulo"]
    .compactMap { LocalZone(named: $0) }

  private static let pieces: [String] = [
    "artist:", "ALBUM:", "genre:", "year:", "bpm:", "key:", "~key:", "rating:", "played:", "added:",
    "duration:", "bitrate:", "samplerate:", "energy:", "loudness:", "tuning:-", "plays:", "track:",
    "disc:", "loved:", "missing:",
    "in:",
    "notes:", "format:", "modified:", "liked:no", "1990", "2024", "120-126", "1990..1999", "..",
    "..<", "<", ">", ">=", "<=", "=", "124.37", "124.5", "3:07", "1:02:03", "6m", "320k", "44.1k",
    "30d", "99999y", "never", "any", "none", "8A", "C#m", "~8B", "8A,9A", "\"", "\"two words\"",
    "\\", "(", ")", "-", "OR", " ", " ", " ", "miles", "Rós", "ß", "Ω", "日本", "e\u{301}", "\u{301}",
    "\u{200D}", "👩‍👩‍👧", "\n", "\t", "\u{0}", "\u{FEFF}", "http://x", "artst:", "2024-03-10", "2024-02",
    "0", "0.5", "0.0001", "999999999", "1000000000.5", "\u{1F3F4}", "a:b", "~",
    "type:", "book", "music",
  ]

  @Test("no text crashes the reader, and what it reads survives printing", arguments: 0..<8)
  func randomTexts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var read = 0
    for _ in 0..<6000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...9, using: &generator) {
        // because the list of pieces is not empty
        text += QueryRoundTripTests.pieces.randomElement(using: &generator)!
      }
      let zone = zones[Int.random(in: 0..<zones.count, using: &generator)]
      let query: TrackQuery
      do { query = try TrackQuery(parsing: text, in: zone) } catch {
        #expect(error.column >= 1 && error.column <= text.count + 1, "\(text.debugDescription)")
        continue
      }
      read += 1
      let printed = query.text(in: zone)
      let again = try? TrackQuery.reading(printed, in: zone)  // nil fails below
      #expect(
        again == QueryReading(query: query, isIncomplete: false),
        "\(text.debugDescription) was printed as \(printed.debugDescription)")
    }
    #expect(read > 1000)
  }

  @Test("bytes of any kind are read or refused", arguments: 0..<4)
  func randomScalars(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let query = try? TrackQuery(parsing: text, in: zones[0]) else { continue }  // refused
      #expect(
        (try? TrackQuery(parsing: query.text(in: zones[0]), in: zones[0])) == query,
        "\(text.debugDescription)")
    }
  }

  @Test("queries of every shape are printed and read again", arguments: 0..<8)
  func randomQueries(seed: UInt64) throws {
    var generator = QueryGenerator(seed: seed)
    for _ in 0..<1500 {
      let query = generator.query(depth: 3)
      let printed = query.text(in: zones[0])
      #expect((try? TrackQuery(parsing: printed, in: zones[0])) == query, "\(printed)")
    }
  }

  @Test(
    "queries are printed as people write them",
    arguments: [
      ("BPM:120-126", "bpm:120..126"), ("~key:am", "key:~8A"), ("year:>=1990", "year:>=1990"),
      ("duration:>6:00", "duration:>=6:01"), ("length:6:00", "duration:6:00"),
      ("bitrate:>=320", "bitrate:>=320k"), ("played:<2w", "played:<14d"),
      ("a ( b OR C )", "a (b OR c)"), ("-( a b )", "-(a b)"), ("stars:none", "-rating:any"),
      ("\"So What\"", "\"so what\""), ("loved:yes", "loved:"), ("bpm:124", "bpm:124"),
    ])
  func canonical(text: String, printed: String) throws {
    #expect(try TrackQuery(parsing: text).description == printed)
  }
}

/// Random queries within the parser's grammar.
private struct QueryGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func query(depth: Int) -> TrackQuery {
    switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 3 {
    case 0: .all(parts(depth) { if case .all = $0 { true } else { false } })
    case 1: .any(parts(depth) { if case .any = $0 { true } else { false } })
    case 2:
      switch query(depth: depth - 1) {
      case .not(let inner): inner
      case let inner: .not(inner)
      }
    default: leaf()
    }
  }

  private mutating func parts(_ depth: Int, without nested: (TrackQuery) -> Bool) -> [TrackQuery] {
    var parts: [TrackQuery] = []
    while parts.count < Int.random(in: 2...3, using: &random) || parts.count < 2 {
      let part = query(depth: depth - 1)
      if !nested(part) { parts.append(part) }
    }
    return parts
  }

  private mutating func leaf() -> TrackQuery {
    let texts = ["a", "so what", "-x", "re:stacks", "12\"", "(b)", "日本", "\\", "or", "~", "any"]
    let text = texts[Int.random(in: 0..<texts.count, using: &random)]
    let number = Double(Int.random(in: 0...5, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      // because the enum has cases
      return .text(TrackQuery.TextField.allCases.randomElement(using: &random)!, text)
    case 1: return .number(.year, .init(number, number + 3))
    case 2: return .number(.rating, .init(number, isLowerOpen: true))
    case 3 where Bool.random(using: &random):
      let lower = (number - 3) * 1.25
      return .number(.loudness, .init(lower, lower + number, isUpperOpen: number > 0))
    case 3: return .time(.played, Bool.random(using: &random) ? .never : .within(86_400))
    case 4:
      let keys = MusicalKey.all.shuffled(using: &random)
      return .key(Set(keys.prefix(Int.random(in: 1...24, using: &random))))
    case 5:
      // because the enum has cases
      return .flag(TrackQuery.Flag.allCases.randomElement(using: &random)!)
    case 6: return .playlist(text)
    default: return .word(text)
    }
  }
}

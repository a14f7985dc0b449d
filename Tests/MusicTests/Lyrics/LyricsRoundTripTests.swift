import Music
import Testing

@Suite("Lyrics written and read again")
struct LyricsRoundTripTests {
  @Test("an LRC file has its tags in front, and no offset")
  func text() throws {
    let text = "[ar:Me]\n[offset:1000]\n[61:02.34]<61:02.34>Big <61:03>world\n[00:01]Hi\n[00:03.3]"
    let lyrics = try #require(Lyrics(bytes: Array(text.utf8)))
    #expect(
      lyrics.lrc == """
        [ar:Me]
        [00:00.00]Hi
        [00:02.30]
        [61:01.34]<61:01.34>Big <61:02.00>world

        """)
  }

  @Test("times are rounded to a hundredth of a second within the day")
  func rounding() {
    let starts: [Duration] = [
      .seconds(-1), .milliseconds(4), .milliseconds(5), .milliseconds(59_994),
      .nanoseconds(59_995_000_000), .seconds(86_400), .seconds(1 << 60),
    ]
    let lyrics = Lyrics(lines: starts.map { Lyrics.Line(start: $0, text: "") })
    #expect(
      lyrics.lrc.split(separator: "\n") == [
        "[00:00.00]", "[00:00.00]", "[00:00.01]", "[00:59.99]", "[01:00.00]", "[1440:00.00]",
        "[1440:00.00]",
      ])
  }

  @Test("lyrics with times, words and tags survive", arguments: UInt64(0)..<8)
  func synced(seed: UInt64) {
    var generator = LyricsGenerator(seed: seed)
    for _ in 0..<25 {
      let lyrics = generator.synced()
      #expect(Lyrics(bytes: Array(lyrics.lrc.utf8)) == lyrics, "\(lyrics.lrc)")
    }
  }

  @Test("plain lyrics survive", arguments: UInt64(0)..<4)
  func plain(seed: UInt64) {
    var generator = LyricsGenerator(seed: seed)
    for _ in 0..<25 {
      let lyrics = generator.plain()
      #expect(Lyrics(bytes: Array(lyrics.lrc.utf8)) == lyrics, "\(lyrics.lrc)")
    }
  }

  @Test("no mutation of a text brings the reader down or exceeds its limits")
  func mutations() {
    var random = SeededGenerator(seed: 20_26)
    let whole = Array(
      """
      [ti:Títle]
      [offset:-250]
      [00:01.00][01:20:50]Refrain 曲
      [00:10.00]<00:10.00>Hello <00:10.50>world<00:11>

      [01:02:03.4]Strang[00:12]ers
      plain\r\n[#]note
      """.utf8)
    let pieces = [
      "[", "]", "<00:01>", "[99:99]", "\u{1B}", "\r", "[offset:86400000]", ":", "9", "é",
    ]
    var (read, synced) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[offset] = .random(in: 0...255, using: &random)
        case 1: bytes[offset] = .random(in: 0x20...0x7E, using: &random)
        case 2: bytes.removeSubrange(offset..<min(bytes.count, offset + 8))
        case 3: bytes += bytes[offset...].prefix(40)
        default:
          let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
          bytes.insert(contentsOf: piece.utf8, at: offset)
        }
      }
      guard let lyrics = Lyrics(bytes: bytes) else { continue }
      read += 1
      let starts = lyrics.lines.compactMap(\.start)
      guard !starts.isEmpty else { continue }
      synced += 1
      #expect(
        starts.count == lyrics.lines.count
          && zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(starts.allSatisfy { (.zero...Lyrics.maximumTime).contains($0) })
      for line in lyrics.lines where !line.words.isEmpty {
        let delays = line.words.map(\.delay)
        #expect(delays[0] >= .zero && zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(line.words.map(\.text).joined() == line.text)
      }
    }
    // Most mutants are texts, or the test would prove nothing.
    #expect(read > 2_000 && synced > 1_000)
  }
}

/// Random lyrics as the reader makes them.
private struct LyricsGenerator {
  private var random: SeededGenerator
  private static let words = [
    "one", "Öl", "[Chorus]", "曲", "a:b", "<3", "(la la)", "[1]", "#2", "e\u{301}", "👩‍👩‍👧", "]", "“x”",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  private mutating func word() -> String { Self.words[number(0...Self.words.count - 1)] }

  private mutating func text() -> String {
    (0..<number(1...5)).map { _ in word() }.joined(separator: " ")
  }

  private mutating func time(_ last: Int) -> Duration { .milliseconds(number(0...last) * 10) }

  private mutating func line(start: Duration) -> Lyrics.Line {
    guard number(0...2) == 0 else {
      return Lyrics.Line(start: start, text: number(0...4) == 0 ? "" : text())
    }
    var (words, delay) = ([Lyrics.Word](), time(100))
    for _ in 0..<number(2...6) {
      words.append(Lyrics.Word(delay: delay, text: word() + (number(0...3) > 0 ? " " : "")))
      delay += time(200)
    }
    words.append(Lyrics.Word(delay: delay, text: word()))
    if number(0...1) == 0 { words.append(Lyrics.Word(delay: delay, text: "")) }
    return Lyrics.Line(start: start, text: words.map(\.text).joined(), words: words)
  }

  mutating func synced() -> Lyrics {
    let starts = (0..<number(1...30)).map { _ in time(number(0...9) == 0 ? 8_600_000 : 60_000) }
    var lines = starts.sorted().map { line(start: $0) }
    lines[number(0...lines.count - 1)].text = "not empty"
    lines = lines.map { $0.text == "not empty" ? Lyrics.Line(start: $0.start, text: $0.text) : $0 }
    let names = ["ti", "ar", "al", "au", "by", "length", "re", "ve", "#"]
    let tags = (0..<number(0...5)).map { _ in
      Lyrics.Tag(name: names[number(0...names.count - 1)], value: text())
    }
    return Lyrics(lines: lines, tags: tags)
  }

  mutating func plain() -> Lyrics {
    var texts: [String] = []
    for _ in 0..<number(1...20) {
      if texts.last?.isEmpty == false, number(0...3) == 0 { texts.append("") }
      texts.append(text())
    }
    return Lyrics(lines: texts.map { Lyrics.Line(text: $0) })
  }
}

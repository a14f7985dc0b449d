import Screen
import Testing

@Suite struct KeyDecoderTests {
  private func decode(_ text: String) -> [Input] {
    var decoder = KeyDecoder()
    return decoder.decode(Array(text.utf8)) + decoder.flush()
  }

  @Test(
    "one key is one key, whatever the terminal sends for it",
    arguments: [
      ("a", Key("a")), ("é", Key("é")), ("中", Key("中")), (" ", Key(" ")),
      ("\r", Key(.enter)), ("\n", Key(.enter)), ("\t", Key(.tab)), ("\u{7F}", Key(.backspace)),
      ("\u{8}", Key(.backspace)), ("\u{1}", Key(.character("a"), .control)),
      ("\u{1A}", Key(.character("z"), .control)), ("\u{0}", Key(.character(" "), .control)),
      ("\u{1B}", Key(.escape)), ("\u{1B}x", Key(.character("x"), .alt)),
      ("\u{1B}é", Key(.character("é"), .alt)), ("\u{1B}[", Key(.character("["), .alt)),
      ("\u{1B}O", Key(.character("O"), .alt)), ("\u{1B}]", Key(.character("]"), .alt)),
      ("\u{1B}\u{1}", Key(.character("a"), [.alt, .control])),
      ("\u{1B}[A", Key(.up)), ("\u{1B}OA", Key(.up)), ("\u{1B}[1;2A", Key(.up, .shift)),
      ("\u{1B}[1;5C", Key(.right, .control)), ("\u{1B}[1;3D", Key(.left, .alt)),
      ("\u{1B}[1;8B", Key(.down, [.shift, .alt, .control])),
      ("\u{1B}[a", Key(.up, .shift)), ("\u{1B}Od", Key(.left, .control)),
      ("\u{1B}\u{1B}[A", Key(.up, .alt)), ("\u{1B}[Z", Key(.tab, .shift)),
      ("\u{1B}[H", Key(.home)), ("\u{1B}OH", Key(.home)), ("\u{1B}[1~", Key(.home)),
      ("\u{1B}[7~", Key(.home)), ("\u{1B}[F", Key(.end)), ("\u{1B}[4~", Key(.end)),
      ("\u{1B}[8~", Key(.end)), ("\u{1B}[2~", Key(.insert)), ("\u{1B}[3~", Key(.delete)),
      ("\u{1B}[5~", Key(.pageUp)), ("\u{1B}[6~", Key(.pageDown)),
      ("\u{1B}[3;5~", Key(.delete, .control)), ("\u{1B}[3$", Key(.delete, .shift)),
      ("\u{1B}[3^", Key(.delete, .control)), ("\u{1B}OP", Key(.function(1))),
      ("\u{1B}[11~", Key(.function(1))), ("\u{1B}[[A", Key(.function(1))),
      ("\u{1B}[[E", Key(.function(5))), ("\u{1B}[15~", Key(.function(5))),
      ("\u{1B}[21~", Key(.function(10))), ("\u{1B}[24~", Key(.function(12))),
      ("\u{1B}[1;2P", Key(.function(1), .shift)), ("\u{1B}OM", Key(.enter)),
      ("\u{1B}Oq", Key("1")), ("\u{1B}[97;5u", Key(.character("a"), .control)),
      ("\u{1B}[97;2u", Key("A")), ("\u{1B}[27u", Key(.escape)),
      ("\u{1B}[13;2u", Key(.enter, .shift)),
      ("\u{1B}[27;5;9~", Key(.tab, .control)), ("\u{1B}[57417u", Key(.left)),
    ])
  func keys(bytes: String, key: Key) {
    #expect(decode(bytes) == [.key(key)])
  }

  @Test(
    "what is no key is swallowed whole",
    arguments: [
      "\u{1B}[I", "\u{1B}[?1;2c", "\u{1B}[?2026;1$y", "\u{1B}[99;99;99X",
      "\u{1B}]11;rgb:0/0/0\u{7}",
      "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P1+r\u{1B}\\", "\u{1B}[97;1:3u", "\u{1B}[200",
      "\u{1B}[<0;0;0M", "\u{1B}[<1;5;5M", "\u{1B}[99999999999999999999A",
      "\u{1B}[;;;;;;;;;;;;;;;;u",
    ])
  func swallows(bytes: String) {
    #expect(decode(bytes + "") == [])
  }

  private static let answers: [(String, TerminalAnswer)] = [
    ("\u{1B}P>|kitty(0.41.1)\u{1B}\\", .name("kitty(0.41.1)")),
    ("\u{1B}[?62;4;22c", .attributes([62, 4, 22])),
    ("\u{1B}[6;18;9t", .cell(PixelSize(width: 9, height: 18))),
    ("\u{1B}[?2;0;480;312S", .area(PixelSize(width: 480, height: 312))),
    ("\u{1B}[?2026;2$y", .mode(2026, isKnown: true)),
    ("\u{1B}[?2026;0$y", .mode(2026, isKnown: false)),
    ("\u{1B}]11;rgb:1515/80/f\u{7}", .background(Color(red: 0x15, green: 0x80, blue: 0xFF))),
    ("\u{1B}[?997;1n", .tone(.dark)), ("\u{1B}[?997;2n", .tone(.light)),
    ("\u{1B}[8;1$y", .reordering(true)), ("\u{1B}[8;0$y", .reordering(false)),
    ("\u{1B}[I", .focused),
  ]

  @Test("a terminal's answers are no keys, wherever they are cut and whatever is typed between")
  func answers() {
    for (text, answer) in Self.answers {
      let bytes = Array(text.utf8)
      for cut in 1..<bytes.count {
        var decoder = KeyDecoder()
        decoder.awaitsAnswers = true
        var inputs = decoder.decode(bytes[..<cut])
        // Time passes between the parts, but not behind an introducer, which is a key then.
        if cut > 2 { for _ in 0..<5 { inputs += decoder.flush() } }
        inputs += decoder.decode(bytes[cut...]) + decoder.decode(Array("j".utf8))
        #expect(inputs == [.key(Key("j"))], "\(text.debugDescription) at \(cut)")
        #expect(decoder.takeAnswers() == [answer])
      }
    }
  }

  @Test(
    "what is no answer is none, and ends where a string ends",
    arguments: [
      "\u{1B}]11;rgb:1/2\u{7}", "\u{1B}]11;rgb:11111/2/3\u{7}", "\u{1B}]11;rgb:-1/2/3\u{7}",
      "\u{1B}P>|a\u{7}b\u{1B}\\", "\u{1B}[6;1t", "\u{1B}[?2;0;1S", "\u{1B}[?$y", "\u{1B}[6;-1;5t",
      "\u{1B}P>|a\u{1}b\u{1B}\\", "\u{1B}[?997;3n", "\u{1B}[?997n", "\u{1B}[997;1n",
      "\u{1B}[8$y", "\u{1B}[9;1$y", "\u{1B}[8;1y",
    ])
  func noAnswers(text: String) {
    var decoder = KeyDecoder()
    decoder.awaitsAnswers = true
    _ = decoder.decode(Array(text.utf8)) + decoder.flush()
    let isCut = text.contains("a\u{7}")
    #expect(decoder.takeAnswers() == (isCut ? [.name("a")] : []))
    #expect(decoder.decode(Array("\u{1B}[A".utf8)) == [.key(Key(.up))])
  }

  @Test("Escape ends a string that its terminal never ends")
  func unendedString() {
    var decoder = KeyDecoder()
    decoder.awaitsAnswers = true
    #expect(decoder.decode(Array("\u{1B}]11;rgb".utf8)) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode(Array("\u{1B}[A".utf8)) == [.key(Key(.up))])
    #expect(decoder.takeAnswers() == [])
    // A lone Escape is a key, only later.
    #expect(decoder.decode([0x1B]) == [])
    var inputs: [Input] = []
    for _ in 0..<20 where decoder.isPending { inputs += decoder.flush() }
    #expect(inputs == [.key(Key(.escape))])
  }

  @Test("a sequence without an end is bounded and costs only itself")
  func bounds() {
    #expect(decode("\u{1B}[" + String(repeating: "1;", count: 100_000) + "Ax") == [.key(Key("x"))])
    let answer = decode("\u{1B}]" + String(repeating: "x", count: 10_000))
    #expect(answer.count < 10_000)
  }

  @Test("clicks, drags and the wheel come with their places, in the new form and the old")
  func mouse() {
    #expect(
      decode("\u{1B}[<0;10;5M\u{1B}[<32;11;5M\u{1B}[<0;11;5m\u{1B}[<64;300;1M\u{1B}[<65;1;1M") == [
        .mouse(Mouse(.press, at: Position(row: 4, column: 9))),
        .mouse(Mouse(.drag, at: Position(row: 4, column: 10))),
        .mouse(Mouse(.release, at: Position(row: 4, column: 10))),
        .mouse(Mouse(.wheelUp, at: Position(row: 0, column: 299))),
        .mouse(Mouse(.wheelDown, at: Position(row: 0, column: 0))),
      ])
    #expect(
      decode("\u{1B}[<2;10;5M\u{1B}[<2;10;5m\u{1B}[<1;1;1M") == [
        .mouse(Mouse(.press, at: Position(row: 4, column: 9), button: .right))
      ])
    #expect(
      decode("\u{1B}[M !!\u{1B}[M#!!x") == [
        .mouse(Mouse(.press, at: Position(row: 0, column: 0))),
        .mouse(Mouse(.release, at: Position(row: 0, column: 0))), .key(Key("x")),
      ])
  }

  @Test("a paste is text, escapes and all, up to its limit")
  func pastes() {
    #expect(
      decode("\u{1B}[200~a\u{1B}[Ab\r\u{1B}[201~x") == [.paste("a\u{1B}[Ab\r"), .key(Key("x"))])
    let long = String(repeating: "é", count: 100_000)
    guard case .paste(let text)? = decode("\u{1B}[200~x" + long + "\u{1B}[201~").first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count <= KeyDecoder.pasteLimit && text.utf8.count > 65_000)
    #expect(!text.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test("invalid bytes are dropped, and what follows is read")
  func invalid() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [
      0xFF, 0xC0, 0x80, 0x61, 0xE4, 0xB8, 0x62, 0xED, 0xA0, 0x80, 0xC2, 0x9B, 0x63,
    ]
    #expect(decoder.decode(bytes) == [.key(Key("a")), .key(Key("b")), .key(Key("c"))])
  }

  @Test("Escape waits until it is known to be alone")
  func waits() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.key(Key(.escape))])
    #expect(!decoder.isPending)
    #expect(decode("\u{1B}\u{1B}") == [.key(Key(.escape)), .key(Key(.escape))])
  }

  @Test("random bytes never crash, and where a read ends makes no difference", arguments: 0..<40)
  func random(seed: UInt64) {
    var random = SplitMix(state: seed)
    let alphabet = Array(
      "\u{1B}\u{1B}\u{1B}[[[O<;:0123456789ABMmuZ~~$^?\\]é中\u{7}\u{0}xP 200~201~".utf8)
    let bytes: [UInt8] = (0..<3000).map { _ in
      Int.random(in: 0..<4, using: &random) == 0
        ? UInt8.random(in: 0...255, using: &random)
        : alphabet.randomElement(using: &random) ?? 0
    }
    var whole = KeyDecoder()
    let expected = whole.decode(bytes) + whole.flush()
    var split = KeyDecoder()
    var inputs: [Input] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 1...9, using: &random))
      inputs += split.decode(part)
      rest = rest.dropFirst(part.count)
    }
    #expect(inputs + split.flush() == expected)
  }
}

/// Seeded random numbers (Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

import Music

/// Seeded values for round trips.
struct RandomValues {
  var chance: SeededGenerator

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }

  mutating func isTrue() -> Bool { Bool.random(using: &chance) }

  mutating func some<Value>(_ value: (inout RandomValues) -> Value) -> Value? {
    isTrue() ? value(&self) : nil
  }

  mutating func one<Value>(of values: [Value]) -> Value {
    // because callers pass no empty lists.
    values.randomElement(using: &chance)!
  }

  private static let words = [
    "Drop", "drop: it", "Marker", "Track: 4", "Mix In:", "[red]", "[none] x", "x [blue]", "Été",
    "東京", "\"quoted\"", "a,b", "<&>'", "\\back", "🎛", "e\u{301}", "#1", "null", " ", "Loop",
  ]

  /// A text of one line, not empty, with words that look like the format's own.
  mutating func text() -> String {
    (0..<number(1...3)).map { _ in one(of: RandomValues.words) }.joined(separator: " ")
  }

  mutating func optionalText() -> String { isTrue() ? text() : "" }

  mutating func time(to seconds: Int = 20_000, milliseconds: Bool = true) -> Duration {
    milliseconds
      ? .milliseconds(number(0...seconds * 1000)) : .microseconds(number(0...seconds * 1_000_000))
  }

  mutating func color() -> String? {
    some { $0.one(of: ["red", "orange", "gold", "green", "blue", "pink"]) }
  }

  mutating func kind() -> Cue.Kind { one(of: Cue.Kind.allCases) }

  mutating func marker(milliseconds: Bool, notes: Bool, color: Bool) -> MixMarker {
    let isTrack = isTrue()
    return MixMarker(
      isTrack ? .track : .cue(kind()), name: optionalText(),
      start: time(milliseconds: milliseconds),
      length: isTrue() ? .zero : time(to: 600, milliseconds: milliseconds),
      notes: notes ? optionalText() : "", color: color ? self.color() : nil)
  }

  /// Cues by ascending time, no two at the same time.
  mutating func cues() -> [Cue] {
    var time = Duration.zero
    return (0..<number(0...12)).map { _ in
      time += .milliseconds(number(1...30_000))
      return Cue(
        id: CueID(0), time: time,
        end: some { time + .milliseconds($0.number(1...9_000)) }, kind: kind(),
        name: optionalText(), color: color())
    }
  }

  mutating func path(_ number: Int) -> FilePath {
    var name = Array("\(number) \(text())".utf8.filter { $0 != UInt8(ascii: "/") })
    if isTrue() { name += [0xFF, 0xE9] }
    return FilePath("/music/\(one(of: ["a", "b c", "d%41"]))").appending(name + Array(".flac".utf8))
  }

  /// - Parameter nextPlaylist: builds a playlist.
  mutating func items(
    depth: Int = 0, _ nextPlaylist: (inout RandomValues) -> DocumentPlaylist
  ) -> [PlaylistDocument.Item] {
    (0..<number(0...3)).map { _ in
      if depth < 5, isTrue() {
        .folder(name: text(), items(depth: depth + 1, nextPlaylist))
      } else {
        .playlist(nextPlaylist(&self))
      }
    }
  }
}

/// Small mutations of a file, typical of damage and malice.
struct Mutations {
  private var values: RandomValues

  init(seed: UInt64) { values = RandomValues(seed: seed) }

  private static let pieces = [
    "\u{0}", "\u{FFFD}", "-", "1e400", "99999999999999999999", "NaN", "\"", "\\", "[", "{", "<",
    ">", "&", "\t", "\r", ",", ":", "%", "-1", "null", "\u{FEFF}", "]]>", "<!--", "9:", ".",
  ]

  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<values.number(1...6) where !bytes.isEmpty {
      let offset = values.number(0...bytes.count - 1)
      let end = min(bytes.count, offset + values.number(0...40))
      switch values.number(0...5) {
      case 0: bytes[offset] = UInt8(values.number(0...255))
      case 1: bytes.removeSubrange(offset..<end)
      case 2: bytes.insert(contentsOf: bytes[offset..<end], at: values.number(0...bytes.count))
      case 3: bytes.insert(contentsOf: Array(values.one(of: Mutations.pieces).utf8), at: offset)
      case 4: bytes.removeSubrange(offset...)
      default:
        let piece = Array(values.one(of: Mutations.pieces).utf8)
        bytes.replaceSubrange(offset..<end, with: piece)
      }
    }
    return bytes
  }
}

extension [UInt8] {
  init(_ text: String) { self = Array(text.utf8) }
}

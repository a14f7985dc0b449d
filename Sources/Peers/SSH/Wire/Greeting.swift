internal import Music

/// The first line of a server, by which a client finds the begin of the frames behind whatever the
/// start files of the remote shell print.
struct Greeting: Equatable, Sendable {
  /// The number of the framing, not of the protocol inside of it.
  static let framing = 1
  private static let word = "TRITONE-SYNC "
  /// Bytes that a client looks through.
  static let maximumNoise = 64 << 10

  var framing = Greeting.framing
  /// 16 hexadecimal digits, which the client's hello repeats.
  var session: String

  static func random() -> Greeting {
    let number = UInt64.random(in: .min ... .max)
    let digits = String(number, radix: 16)
    return Greeting(session: String(repeating: "0", count: 16 - digits.count) + digits)
  }

  /// The line, with a line end in front for noise that has none at its end.
  var line: [UInt8] { Array("\n\(Self.word)\(framing) \(session)\n".utf8) }

  init(framing: Int = Greeting.framing, session: String) {
    self.framing = framing
    self.session = session
  }

  /// Nil for any other line, which comes without its end.
  init?(_ line: some Collection<UInt8>) {
    guard line.starts(with: Self.word.utf8), line.count < 64 else { return nil }
    let words = line.dropFirst(Self.word.utf8.count).split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 2, words[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let framing = Int(words[0]), words[1].utf8.count == 16,
      words[1].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { return nil }
    self.init(framing: framing, session: words[1])
  }
}

/// Looks for the greeting line by line.
struct GreetingScanner {
  private(set) var noise: [UInt8] = []
  private var lineStart = 0
  /// The rest behind the greeting belongs to the frames.
  private(set) var rest: [UInt8] = []

  /// The greeting once its line is there. Nil until then; where `isTooMuch`, none comes.
  mutating func append(_ buffer: UnsafeBufferPointer<UInt8>) -> Greeting? {
    var searched = noise.count
    noise.append(contentsOf: buffer)
    while let end = noise[searched...].firstIndex(of: 0x0A) {
      if let greeting = Greeting(noise[lineStart..<end]) {
        rest = Array(noise[(end + 1)...])
        noise.removeSubrange(lineStart...)
        // The line end that the greeting brings along itself.
        if noise.last == 0x0A { noise.removeLast() }
        return greeting
      }
      searched = end + 1
      lineStart = searched
    }
    return nil
  }

  var isTooMuch: Bool { noise.count > Greeting.maximumNoise }
}

import Glibc

/// The bytes for a terminal, which takes them in its own time.
struct TerminalOutput {
  enum Kind {
    /// The terminal has to get them, whatever happens to the rest.
    case modes
    case frame
    case other
  }

  private struct Piece {
    var bytes: [UInt8]
    let kind: Kind
  }

  private var pieces: [Piece] = []
  /// The bytes of the first piece that the terminal has.
  private var sent = 0
  /// The bytes of all pieces.
  private var count = 0
  /// Whether too much waited, and was dropped: the contents of the terminal's screen are unknown.
  private(set) var isLost = false
  /// Whether the terminal has hung up.
  private(set) var isGone = false

  /// More than a frame on any screen, unless that has images.
  private static let maximumBytes = 4 << 20
  /// How long a terminal that no longer reads may hold up the end of a program.
  static let leavingPatience = Duration.milliseconds(250)
  /// CAN and ST end whatever sequence a terminal is in the middle of.
  static let endOfSequence = "\u{18}\u{1B}\\"

  var isEmpty: Bool { pieces.isEmpty }
  var hasFrame: Bool { pieces.contains { $0.kind == .frame } }

  mutating func append(_ text: String, _ kind: Kind) { append(Array(text.utf8), kind) }

  mutating func append(_ bytes: [UInt8], _ kind: Kind) {
    guard !bytes.isEmpty, !isGone else { return }
    if kind == .other, count - sent > TerminalOutput.maximumBytes {
      drop()
      isLost = true
    }
    // The rest would refer to what was dropped.
    if isLost, kind != .modes { return }
    count += bytes.count
    if let last = pieces.indices.last, pieces[last].kind == kind {
      pieces[last].bytes += bytes
    } else {
      pieces.append(Piece(bytes: bytes, kind: kind))
    }
  }

  /// Writes as much as the terminal takes now.
  mutating func send(to file: TerminalFile) {
    while let first = pieces.first {
      let written = first.bytes[sent...].withUnsafeBytes { file.write($0) }
      guard let written else {
        self = TerminalOutput()
        isGone = true
        return
      }
      sent += written
      guard sent == first.bytes.count else {
        // A terminal may take less than it could.
        if written == 0 { return }
        continue
      }
      count -= sent
      sent = 0
      pieces.removeFirst()
    }
  }

  /// Writes until nothing waits, or until then.
  mutating func send(to file: TerminalFile, until end: ContinuousClock.Instant) {
    while true {
      send(to: file)
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      guard !isEmpty, left > 0, file.state(within: Int32(left.rounded(.up))) == .writable else {
        return
      }
    }
  }

  /// Drops all but modes. A sequence that was begun is ended.
  mutating func drop() {
    guard let first = pieces.first else { return }
    let isCut = sent > 0 && first.kind != .modes
    pieces.removeAll { $0.kind != .modes }
    if isCut {
      sent = 0
      pieces.insert(Piece(bytes: Array(TerminalOutput.endOfSequence.utf8), kind: .modes), at: 0)
    }
    count = pieces.reduce(0) { $0 + $1.bytes.count }
  }

  /// Forgets everything, since the terminal was given back.
  mutating func forget() {
    let isCut = sent > 0
    self = TerminalOutput()
    if isCut { append(TerminalOutput.endOfSequence, .modes) }
  }

  /// The screen is drawn anew.
  mutating func restart() { isLost = false }
}

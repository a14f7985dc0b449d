/// Parses terminal output (ECMA-48) into characters, controls and sequences; skips strings such as
/// titles.
struct TerminalParser {
  struct Sequence {
    /// Prefix `?`, `>`, `<` or `=` of the parameters.
    var marker: Character?
    var numbers: [Int?] = []
    var final: Character = " "

    func number(_ index: Int) -> Int? { index < numbers.count ? numbers[index] : nil }
  }

  enum Token {
    case character(Unicode.Scalar)
    case control(UInt8)
    case escape(UInt8)
    case sequence(Sequence)
    /// Whether letters now stand for lines and corners.
    case lineDrawing(Bool)
  }

  private enum State { case text, escape, charset, sequence, string, stringEscape }

  private var state = State.text
  private var sequence = Sequence()
  private var scalar: UInt32 = 0
  private var continuations = 0
  private static let most = 10_000

  mutating func parse(_ byte: UInt8) -> Token? {
    switch state {
    case .text: return text(byte)
    case .charset:
      state = .text
      return .lineDrawing(byte == UInt8(ascii: "0"))
    case .escape: return escape(byte)
    case .sequence: return inSequence(byte)
    case .string:
      if byte == 7 { state = .text }
      if byte == 0x1B { state = .stringEscape }
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .text : .string
    }
    return nil
  }

  private mutating func text(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x1B:
      state = .escape
      return nil
    case ..<0x20, 0x7F: return .control(byte)
    case ..<0x80: return .character(Unicode.Scalar(byte))
    case ..<0xC0:
      guard continuations > 0 else { return nil }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
      continuations -= 1
      return continuations == 0 ? Unicode.Scalar(scalar).map { .character($0) } : nil
    default:
      continuations = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
      scalar = UInt32(byte) & (0x3F >> UInt32(continuations))
      return nil
    }
  }

  private mutating func escape(_ byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "["):
      sequence = Sequence()
      state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"), UInt8(ascii: "k"):
      state = .string
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "#"):
      state = .charset
    default:
      state = .text
      return .escape(byte)
    }
    return nil
  }

  private mutating func inSequence(_ byte: UInt8) -> Token? {
    switch byte {
    case 0x30...0x39:
      if sequence.numbers.isEmpty { sequence.numbers.append(nil) }
      let digits = sequence.numbers.removeLast() ?? 0
      sequence.numbers.append(min(Self.most, digits * 10 + Int(byte - 0x30)))
    case UInt8(ascii: ";"), UInt8(ascii: ":"):
      if sequence.numbers.isEmpty { sequence.numbers.append(nil) }
      if sequence.numbers.count < 32 { sequence.numbers.append(nil) }
    case 0x3C...0x3F: sequence.marker = Character(Unicode.Scalar(byte))
    case 0x40...0x7E:
      sequence.final = Character(Unicode.Scalar(byte))
      state = .text
      return .sequence(sequence)
    case 0x1B: state = .escape
    default: break
    }
    return nil
  }
}

/// An answer of a terminal to a question (xterm's ctlseqs).
package enum TerminalAnswer: Equatable, Sendable {
  /// Name and version (XTVERSION).
  case name(String)
  /// Classes and extensions (DA1); 4 are sixels.
  case attributes([Int])
  /// The size of a cell in pixels.
  case cell(PixelSize)
  /// The size of the area for sixels in pixels (XTSMGRAPHICS), that of the window in some terminals.
  case area(PixelSize)
  /// Whether a mode is known (DECRQM), by its number.
  case mode(Int, isKnown: Bool)
  /// Whether the terminal reorders rows by the direction of their text, unless it is told not to
  /// (DECRQM for mode 8 of "BiDi in Terminal Emulators").
  case reordering(Bool)
  /// The colour of the background (OSC 11).
  case background(Color)
  /// The tone of the colours (CSI ? 997 n), asked for or by itself when it changes (mode 2031).
  case tone(BackgroundTone)
  /// The window got the focus.
  case focused

  /// Answers that are longer are no answers to our questions.
  private static let limit = 256

  /// The meaning of a control sequence without its introducer `ESC [`; nil for any other than an
  /// answer.
  init?(control bytes: [UInt8], final: UInt8) {
    let isPrivate = bytes.first == UInt8(ascii: "?")
    let isMode = bytes.last == UInt8(ascii: "$")
    let body = bytes.dropFirst(isPrivate ? 1 : 0).dropLast(isMode ? 1 : 0)
    let fields = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      field.count <= 6 && field.allSatisfy({ (0x30...0x39).contains($0) })
        ? Int(String(decoding: field, as: UTF8.self)) : nil
    }
    guard numbers.count == fields.count || body.isEmpty else { return nil }
    switch (isPrivate, final) {
    case (true, UInt8(ascii: "c")) where !isMode: self = .attributes(numbers)
    case (false, UInt8(ascii: "t")) where numbers.count == 3 && numbers[0] == 6:
      self = .cell(PixelSize(width: numbers[2], height: numbers[1]))
    case (true, UInt8(ascii: "S")) where numbers.count == 4 && numbers[..<2] == [2, 0]:
      self = .area(PixelSize(width: numbers[2], height: numbers[3]))
    case (true, UInt8(ascii: "y")) where isMode && numbers.count == 2:
      self = .mode(numbers[0], isKnown: numbers[1] == 1 || numbers[1] == 2)
    case (false, UInt8(ascii: "y")) where isMode && numbers.count == 2 && numbers[0] == 8:
      self = .reordering((1...3).contains(numbers[1]))
    case (true, UInt8(ascii: "n")) where !isMode && numbers == [997, 1]: self = .tone(.dark)
    case (true, UInt8(ascii: "n")) where !isMode && numbers == [997, 2]: self = .tone(.light)
    case (false, UInt8(ascii: "I")) where bytes.isEmpty: self = .focused
    default: return nil
    }
  }

  /// The meaning of a string that began with `ESC ]` or `ESC P`, without its terminator.
  init?(string bytes: [UInt8], introducer: UInt8) {
    guard bytes.count <= TerminalAnswer.limit,
      bytes.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if introducer == UInt8(ascii: "P"), text.hasPrefix(">|") {
      self = .name(String(text.dropFirst(2)))
    } else if introducer == UInt8(ascii: "]"), text.hasPrefix("11;rgb:") {
      let channels = text.dropFirst(7).split(separator: "/").map { digits in
        UInt32(digits, radix: 16).flatMap { value in
          (1...4).contains(digits.count)
            ? UInt8(value * 255 / (UInt32(1) << (4 * UInt32(digits.count)) - 1)) : nil
        }
      }
      guard channels.count == 3, let red = channels[0], let green = channels[1],
        let blue = channels[2]
      else { return nil }
      self = .background(Color(red: red, green: green, blue: blue))
    } else {
      return nil
    }
  }
}

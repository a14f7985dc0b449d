import Music

/// Texts for formats in which a line is an entry.
enum OneLine {
  /// With spaces for control characters and none around it; nil for an empty text.
  static func text(_ text: some StringProtocol) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      let isBreak = scalar == "\u{2028}" || scalar == "\u{2029}"
      scalars.append(isControl || isBreak ? " " : scalar)
    }
    var rest = Substring(String(scalars))
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }

  /// `Artist - Title` split in two, or a title alone.
  static func artistAndTitle(_ text: String) -> (artist: String?, title: String?) {
    guard let gap = text.firstRange(of: " - ") else { return (nil, OneLine.text(text)) }
    guard let artist = OneLine.text(text[..<gap.lowerBound]),
      let title = OneLine.text(text[gap.upperBound...])
    else { return (nil, OneLine.text(text)) }
    return (artist, title)
  }

  /// The inverse of `artistAndTitle`, where it can be split again.
  static func text(artist: String?, title: String?) -> String {
    [artist, title].compactMap { $0.flatMap { OneLine.text($0) } }.joined(separator: " - ")
  }

  /// Any text as one line, with percent signs and control characters percent-encoded.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") {
        bytes += Array(FileURI.encoded([byte]).utf8)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func decoded(_ text: String) -> String {
    String(decoding: FileURI.decoded(text.utf8), as: UTF8.self)
  }
}

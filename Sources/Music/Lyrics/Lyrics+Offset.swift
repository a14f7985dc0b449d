/// The offset tag in the text of an LRC file: lines are heard earlier by a positive one.
extension Lyrics {
  /// Milliseconds.
  package static let offsets = -LRC.maximumOffset...LRC.maximumOffset

  /// The offset of a text in milliseconds, by its last tag; 0 without any.
  package static func offset(in text: [UInt8]) -> Int {
    var offset = 0
    LRC.visitLines(of: text) { line, _ in
      if let tag = offsetTag(line) { offset = LRC.milliseconds(tag.value) ?? offset }
    }
    return offset
  }

  /// A text with another offset and otherwise the same bytes; without a tag for 0.
  package static func text(_ text: [UInt8], offset: Int) -> [UInt8] {
    var result: [UInt8] = []
    var place: Int?
    var lineBreak: [UInt8] = []
    LRC.visitLines(of: text) { line, end in
      if lineBreak.isEmpty { lineBreak = Array(text[line.endIndex..<end]) }
      if offsetTag(line) == nil {
        result += text[line.startIndex..<end]
      } else if place == nil {
        place = result.count
      }
    }
    guard offset != 0 else { return result }
    // A single CR would join a line feed behind it.
    if lineBreak != [0x0D, 0x0A] { lineBreak = [0x0A] }
    let tag = "[offset:\(offset > 0 ? "+" : "")\(offset)]"
    result.insert(contentsOf: Array(tag.utf8) + lineBreak, at: place ?? 0)
    return result
  }

  private static func offsetTag(_ line: ArraySlice<UInt8>) -> Tag? {
    LRC.tag(line.drop(while: LRC.isSpace)).flatMap { $0.name == "offset" ? $0 : nil }
  }
}

extension LRC {
  /// A day, in milliseconds.
  static let maximumOffset = 86_400_000

  /// Calls `body` with each line of a text, and with the end of its line break.
  static func visitLines(of text: [UInt8], _ body: (ArraySlice<UInt8>, _ end: Int) -> Void) {
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      let next = min(text.count, end + (text[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1))
      body(text[start..<end], next)
      start = next
    }
  }
}

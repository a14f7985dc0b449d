/// The parts of a line of LRC: timestamps, ID tags, words.
///
/// There is no specification; the forms are those that players read and write.
enum LRC {
  /// `[01:02.34]` in front of a line or a word, `<01:02.34>` in front of a word.
  enum Brackets { case squareBrackets, angleBrackets }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The timestamp with which bytes begin, and its end: `[mm:ss]`, `[mm:ss.x]` with one to six
  /// decimals, `[mm:ss:xx]` and `[hh:mm:ss.xx]`. Nil for anything else.
  static func timestamp(
    _ bytes: ArraySlice<UInt8>, in brackets: Brackets
  ) -> (time: Duration, end: Int)? {
    let (open, close) =
      switch brackets {
      case .squareBrackets: (UInt8(ascii: "["), UInt8(ascii: "]"))
      case .angleBrackets: (UInt8(ascii: "<"), UInt8(ascii: ">"))
      }
    guard bytes.first == open else { return nil }
    var (fields, number, digits, hasPoint) = ([Int](), 0, 0, false)
    for (index, byte) in zip(bytes.indices, bytes).dropFirst() {
      switch byte {
      case 0x30...0x39:
        guard digits < 6 else { return nil }
        (number, digits) = (number * 10 + Int(byte - 0x30), digits + 1)
      case UInt8(ascii: ":"), UInt8(ascii: "."):
        guard digits > 0, fields.count < 3, !hasPoint else { return nil }
        fields.append(number)
        (number, digits, hasPoint) = (0, 0, byte == UInt8(ascii: "."))
      case close:
        guard digits > 0 else { return nil }
        return time(fields, number, digits: digits, hasPoint: hasPoint).map { ($0, index + 1) }
      default: return nil
      }
    }
    return nil
  }

  /// - Parameter last: the number behind the fields, of some digits.
  private static func time(
    _ fields: [Int], _ last: Int, digits: Int, hasPoint: Bool
  ) -> Duration? {
    var (fields, fraction) = (fields, 0)
    if hasPoint || fields.count == 2 {
      // Millionths of a second.
      fraction = (digits..<6).reduce(last) { number, _ in number * 10 }
    } else {
      fields.append(last)
    }
    guard (2...3).contains(fields.count), fields.dropFirst().allSatisfy({ $0 < 100 }) else {
      return nil
    }
    return .seconds(fields.reduce(0) { $0 * 60 + $1 }) + .microseconds(fraction)
  }

  /// The ID tags of the format and of common programs; other brackets are text: "[Chorus: all]".
  private static let tagNames: Set<String> = [
    "ti", "ar", "al", "au", "lr", "by", "length", "offset", "re", "tool", "ve", "la", "id",
    "encoding", "hash", "sign", "qq", "total",
  ]

  /// `[ti:Title]`, or a comment: `[#:text]`, `[#] text`. Nil for other lines.
  static func tag(_ line: ArraySlice<UInt8>) -> Lyrics.Tag? {
    guard line.first == UInt8(ascii: "[") else { return nil }
    let content = line.dropFirst()
    let close = content.lastIndex(of: UInt8(ascii: "]"))
    if content.first == UInt8(ascii: "#") {
      let isEmpty = content.dropFirst().first == UInt8(ascii: "]")
      let value = isEmpty ? content.dropFirst(2) : content.dropFirst()[..<(close ?? line.endIndex)]
      let isColon = value.first == UInt8(ascii: ":")
      return Lyrics.Tag(name: "#", value: text(isColon ? value.dropFirst() : value).trimmed())
    }
    guard let close, let colon = content.prefix(10).firstIndex(of: UInt8(ascii: ":")),
      colon < close
    else { return nil }
    let name = text(content[..<colon]).trimmed().lowercased()
    guard tagNames.contains(name) else { return nil }
    return Lyrics.Tag(name: name, value: text(content[(colon + 1)..<close]).trimmed())
  }

  /// The number of an offset; nil for more than a day either way.
  static func milliseconds(_ text: String) -> Int? {
    guard let number = Int(text), number.magnitude <= maximumOffset else { return nil }
    return number
  }

  /// Displayable text of at most `room` scalars.
  static func text(_ bytes: ArraySlice<UInt8>, room: Int = Lyrics.maximumText) -> String {
    var text = String.UnicodeScalarView()
    // No scalar has more than four bytes.
    for scalar in String(decoding: bytes.prefix(4 * room), as: UTF8.self).unicodeScalars.prefix(
      room)
    {
      text.append(scalar.displayable)
    }
    return String(text)
  }

  /// The text behind the timestamps of a line, and its words where they have timestamps.
  static func line(_ content: ArraySlice<UInt8>, start: Duration) -> Lyrics.Line {
    var words: [Lyrics.Word] = []
    var room = Lyrics.maximumText
    var isBehindSpace = true
    func add(_ piece: ArraySlice<UInt8>, delay: Duration) {
      var text = LRC.text(piece, room: room)
      if isBehindSpace { text = String(text.drop(while: \.isWhitespace)) }
      if let last = text.last { isBehindSpace = last.isWhitespace }
      room -= text.unicodeScalars.count
      words.append(Lyrics.Word(delay: delay, text: text))
    }

    var (from, delay, isTimed) = (content.startIndex, Duration.zero, false)
    var offset = content.startIndex
    while room > 0, words.count < Lyrics.maximumText,
      let open = content[offset...].firstIndex(where: { $0 == 0x5B || $0 == 0x3C })
    {
      let rest = content[open...]
      guard
        let timestamp = timestamp(rest, in: .squareBrackets) ?? timestamp(rest, in: .angleBrackets)
      else {
        offset = open + 1
        continue
      }
      if isTimed || content[from..<open].contains(where: { !isSpace($0) }) {
        add(content[from..<open], delay: delay)
      }
      // A word never starts before the one in front of it.
      delay = max(delay, min(timestamp.time, Lyrics.maximumTime) - start)
      (from, offset, isTimed) = (timestamp.end, timestamp.end, true)
    }
    if room > 0, words.count < Lyrics.maximumText {
      add(content[from...], delay: delay)
    }
    for index in words.indices.reversed() {
      while words[index].text.last?.isWhitespace == true { words[index].text.removeLast() }
      if !words[index].text.isEmpty { break }
    }
    let text = words.map(\.text).joined()
    // A single word that starts with its line has the time of the line.
    let isPlain = text.isEmpty || !isTimed || words.count == 1 && words[0].delay == .zero
    return Lyrics.Line(text: text, words: isPlain ? [] : words)
  }
}

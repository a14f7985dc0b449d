/// The text of a file in an unknown encoding.
///
/// UTF-8 and UTF-16, with and without a byte order mark; anything else stays as bytes, since names
/// of files must not change, and is displayed by a guessed encoding.
package struct FileText: Sendable {
  /// The text without its byte order mark: UTF-8, unless there is a `guess`.
  package let bytes: [UInt8]
  /// The encoding of parts that are not UTF-8; nil where all is UTF-8.
  package let guess: TextGuess.Encoding?

  /// - Throws: for a file that is no text, with the reason.
  package init(_ file: [UInt8]) throws(DocumentProblem) {
    if let text = try UTF16Text.utf8(file) {
      (bytes, guess) = (text, nil)
      return
    }
    let hasMark = file.starts(with: [0xEF, 0xBB, 0xBF])
    let text = hasMark ? Array(file.dropFirst(3)) : file
    try FileText.refuseBinary(text)
    bytes = text
    guess = FileText.isUTF8(text) ? nil : FileText.guess(text)
  }

  /// The text as UTF-8.
  package var utf8: [UInt8] { guess == nil ? bytes : Array(text(bytes[...]).utf8) }

  /// A part as text: as UTF-8 where it is valid, so that a file may mix both.
  package func text(_ piece: ArraySlice<UInt8>) -> String {
    guard let guess else { return String(decoding: piece, as: UTF8.self) }
    if let text = String(validating: piece, as: UTF8.self) { return text }
    return piece.withUnsafeBufferPointer { buffer in
      // The guess for the whole file is better than one for a line, unless it is the fallback.
      if guess != .windows1252, let text = TextGuess.text(buffer, in: guess) { return text }
      return TextGuess.text(buffer)
    }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
  }

  private static func refuseBinary(_ bytes: [UInt8]) throws(DocumentProblem) {
    var line = 1
    var controls = 0
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard byte < 0x20 else { continue }
      if byte == 0 {
        throw DocumentProblem(line: line, reason: "a binary file: there is a zero byte in it")
      }
      if !(0x09...0x0D).contains(byte), byte != 0x1A, byte != 0x1B { controls += 1 }
    }
    if controls > 8, controls * 20 > bytes.count {
      throw DocumentProblem(reason: "a binary file: it is full of control characters")
    }
  }

  /// Bytes of words that are examined; more would not help.
  private static let sample = 64 << 10

  /// From the words that are not ASCII, since the others are valid in all encodings and would
  /// dilute the evidence.
  private static func guess(_ bytes: [UInt8]) -> TextGuess.Encoding {
    var words: [UInt8] = []
    // No byte below 0x40 is the second half of a character.
    for word in bytes.lazy.split(whereSeparator: { $0 < 0x30 || (0x3A..<0x40).contains($0) }) {
      guard word.contains(where: { $0 >= 0x80 }), String(validating: word, as: UTF8.self) == nil
      else { continue }
      words += word
      words.append(UInt8(ascii: " "))
      if words.count > sample { break }
    }
    return words.withUnsafeBufferPointer(TextGuess.encoding(of:))
  }
}

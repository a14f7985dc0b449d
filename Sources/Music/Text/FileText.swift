/// The text of a file of which nobody says how it is encoded.
///
/// UTF-8 and UTF-16, with and without a mark at the beginning; what is neither is kept as bytes,
/// since names of files must stay as they are, and a guess is made for what is shown.
package struct FileText: Sendable {
  /// The text without its mark: UTF-8, unless there is a `guess`.
  package let bytes: [UInt8]
  /// What the pieces are in that are not UTF-8; nil where all is UTF-8.
  package let guess: TextGuess.Encoding?

  /// - Throws: for what is no text, with the reason.
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

  /// All of it as UTF-8.
  package var utf8: [UInt8] { guess == nil ? bytes : Array(text(bytes[...]).utf8) }

  /// A piece of it as text: as UTF-8 where it is that, so that a file may hold both.
  package func text(_ piece: ArraySlice<UInt8>) -> String {
    guard let guess else { return String(decoding: piece, as: UTF8.self) }
    if let text = String(validating: piece, as: UTF8.self) { return text }
    return piece.withUnsafeBufferPointer { buffer in
      // What the whole file looks like says more than one line, unless it says nothing.
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

  /// Bytes of words that are looked at; more would not say more.
  private static let sample = 64 << 10

  /// From the words that are not ASCII, since the others are in all encodings and would hide what
  /// the letters are of the few that tell.
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

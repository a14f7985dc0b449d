internal import Music

extension FilePath {
  /// The URI by which SQLite opens a database that nobody writes, and creates no file beside it
  /// (sqlite.org/uri.html).
  var uriOfImmutable: String {
    let path = bytes.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      guard !isPlain, !"/._-".contains(character) else { return String(character) }
      let digits = String(byte, radix: 16)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
    return "file:\(path)?immutable=1"
  }
}

import Music

/// Turns the bytes of a tag into text that is safe to store and display.
enum TagText {
  /// Valid UTF-8 as it is, anything else by its likely encoding; control characters become spaces
  /// where they separate and U+FFFD where they do not.
  static func readable(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var isPlain = true
    var isASCII = true
    for byte in bytes {
      isPlain = isPlain && byte >= 0x20 && byte != 0x7F
      isASCII = isASCII && byte < 0x80
    }
    if isPlain, isASCII { return String(decoding: bytes, as: UTF8.self) }
    let text = String(validating: bytes, as: UTF8.self) ?? TextGuess.text(bytes)
    return isPlain && !holdsControls(text) ? text : shown(text)
  }

  /// The field, truncated to the maximum length, or nil if empty.
  static func field(_ bytes: ByteView, longest: Int) -> String? {
    var count = min(bytes.firstIndex(of: 0) ?? bytes.count, longest)
    if count < bytes.count, count == longest {
      // Not in the middle of a character.
      while count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
    }
    guard count > 0 else { return nil }
    return readable(UnsafeBufferPointer(start: bytes.start, count: count))
  }

  /// Whether the text has a multi-byte control: U+0080 to U+009F, U+2028, U+2029.
  private static func holdsControls(_ text: String) -> Bool {
    var (before, last): (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if last == 0xC2, byte < 0xA0 { return true }
      if before == 0xE2, last == 0x80, byte == 0xA8 || byte == 0xA9 { return true }
      (before, last) = (last, byte)
    }
    return false
  }

  private static func shown(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar.displayable) }
    return String(scalars)
  }
}

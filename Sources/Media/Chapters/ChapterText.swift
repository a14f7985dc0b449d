internal import Music

/// Texts of tags for chapters and books, before `FactText` cleans them.
enum ChapterText {
  /// Valid UTF-8 as it is, anything else by its likely encoding.
  static func text(_ bytes: ByteView) -> String {
    let text = bytes.part(0, bytes.firstIndex(of: 0) ?? bytes.count)
    return String(validating: text.buffer, as: UTF8.self) ?? TextGuess.text(text.buffer)
  }

  static func text(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { ByteView($0).map { text($0) } ?? "" }
  }

  /// The texts in the content of a frame of ID3v2, behind the byte of their encoding.
  static func texts(_ text: ByteView, _ encoding: UInt8, most: Int = 64) -> [String] {
    var texts: [String] = []
    var rest = text
    var before: WideText.Order?
    while rest.count > 0, texts.count < most {
      let (value, others) = WideText.split(rest, encoding)
      let order = WideText.Order(of: value, encoding, after: before)
      var narrowed = ""
      WideText.narrow(value, order) { narrowed = self.text($0) }
      texts.append(narrowed)
      (rest, before) = (others, order)
    }
    return texts
  }
}

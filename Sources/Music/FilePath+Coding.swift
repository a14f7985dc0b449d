/// Coded as a string where its bytes are UTF-8, else as the bytes themselves.
extension FilePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.init(text)
    } else {
      self.init(bytes: try container.decode([UInt8].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes) {
      try container.encode(text)
    } else {
      try container.encode(bytes)
    }
  }
}

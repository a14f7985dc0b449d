/// Detects UTF-16 and converts it to UTF-8.
enum UTF16Text {
  private enum Order { case little, big }

  /// Nil for bytes that are not UTF-16.
  ///
  /// - Throws: where there is a byte order mark, and the rest is not UTF-16.
  static func utf8(_ bytes: [UInt8]) throws(DocumentProblem) -> [UInt8]? {
    let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    guard let order = isMarked ? (bytes[0] == 0xFF ? .little : .big) : guess(bytes) else {
      return nil
    }
    if let text = decoded(bytes, order, from: isMarked ? 2 : 0) { return text }
    guard isMarked else { return nil }
    throw DocumentProblem(reason: "it begins like UTF-16 and is not")
  }

  /// By the zero bytes, which are the upper halves of ASCII and nowhere else in text.
  private static func guess(_ bytes: [UInt8]) -> Order? {
    guard bytes.count >= 2, bytes.count % 2 == 0 else { return nil }
    let start = bytes.prefix(4_096)
    var (even, odd) = (0, 0)
    for (position, byte) in start.enumerated() where byte == 0 {
      if position % 2 == 0 { even += 1 } else { odd += 1 }
    }
    // Line ends and extensions are ASCII in every language.
    guard max(even, odd) * 24 >= start.count, min(even, odd) * 16 <= max(even, odd) else {
      return nil
    }
    return odd > even ? .little : .big
  }

  private static func decoded(_ bytes: [UInt8], _ order: Order, from start: Int) -> [UInt8]? {
    guard bytes.count % 2 == 0 else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    var isText = true
    let units = stride(from: start, to: bytes.count, by: 2).lazy.map { position -> UInt16 in
      let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      return order == .little ? second << 8 | first : first << 8 | second
    }
    let isBroken = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { byte in
      if byte == 0 { isText = false }
      text.append(byte)
    }
    return isBroken || !isText ? nil : text
  }
}

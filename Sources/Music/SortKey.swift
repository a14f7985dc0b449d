import Foundation

/// Text normalised for comparison: natural ("2" before "10"), without case and accents.
package enum SortKey {
  /// The text without case, accents and width, for searching and for equality.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return folded.replacing("ß", with: "ss")
  }

  /// Bytes whose order is the natural order of the texts.
  ///
  /// A run of digits becomes a byte for its length and then its digits, without leading zeros,
  /// so that longer numbers come later. Texts that fold alike have equal keys.
  package static func bytes(_ text: String) -> [UInt8] {
    var text = text
    let quick = text.withUTF8 { utf8 in
      utf8.allSatisfy { $0 < 0x80 } ? key(utf8) : nil
    }
    if let quick { return quick }
    var folded = folded(text)
    return folded.withUTF8 { key($0) }
  }

  /// Of a folded text, except for ASCII capitals.
  private static func key(_ folded: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    // A digit by itself becomes three bytes, and two of them have another byte in between.
    [UInt8](unsafeUninitializedCapacity: folded.count * 2 + 2) { key, count in
      var index = 0
      while index < folded.count, folded[index] == 0x20 { index += 1 }
      while index < folded.count {
        let byte = folded[index]
        guard isDigit(byte) else {
          key[count] = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
          count += 1
          index += 1
          continue
        }
        var end = index
        while end < folded.count, isDigit(folded[end]) { end += 1 }
        var start = index
        while start < end - 1, folded[start] == 0x30 { start += 1 }
        // Digits sort where the length byte does: after punctuation's first half, before letters.
        key[count] = 0x30
        key[count + 1] = UInt8(min(255, end - start))
        count += 2
        for position in start..<end {
          key[count] = folded[position]
          count += 1
        }
        index = end
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

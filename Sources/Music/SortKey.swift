import Foundation

/// Text made ready to be compared: natural ("2" before "10"), without case and accents.
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
    let folded = Array(folded(text).utf8.drop { $0 == 0x20 })
    var key: [UInt8] = []
    key.reserveCapacity(folded.count + 4)
    var index = 0
    while index < folded.count {
      let byte = folded[index]
      guard isDigit(byte) else {
        key.append(byte)
        index += 1
        continue
      }
      var end = index
      while end < folded.count, isDigit(folded[end]) { end += 1 }
      var start = index
      while start < end - 1, folded[start] == 0x30 { start += 1 }
      // Digits sort where the length byte does: after punctuation's first half, before letters.
      key.append(0x30)
      key.append(UInt8(min(255, end - start)))
      key += folded[start..<end]
      index = end
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

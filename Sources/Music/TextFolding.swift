/// Folds texts as `SortKey.folded` does, from bytes into bytes, mostly without creating a `String`.
///
/// Caches the folding of single characters, so one value should serve many texts.
package struct TextFolding {
  /// By scalar: up to seven bytes and, above them, their number; 0 for an unknown scalar and
  /// `apart` for one whose folding depends on its neighbours.
  private var known: [UInt64] = []
  private static let apart = UInt64.max
  private static let scalars = 0x1_0000

  package init() {}

  /// Appends the folded text to `folded`.
  ///
  /// - Parameter text: UTF-8; invalid bytes are replaced as `String(decoding:as:)` does.
  package mutating func fold(_ text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
    let start = folded.count
    folded.append(contentsOf: text)
    let isASCII = folded.withUnsafeMutableBufferPointer { bytes in
      var all: UInt8 = 0
      for index in start..<bytes.count {
        let byte = bytes[index]
        all |= byte
        bytes[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
      }
      return all < 0x80
    }
    guard !isASCII else { return }
    folded.removeSubrange(start...)
    guard !foldScalars(text, into: &folded) else { return }
    folded.removeSubrange(start...)
    folded.append(contentsOf: SortKey.folded(String(decoding: text, as: UTF8.self)).utf8)
  }

  /// Folds scalar by scalar, where none depends on its neighbours; false where one may.
  private mutating func foldScalars(
    _ text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]
  ) -> Bool {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        folded.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        index += 1
        continue
      }
      guard let (scalar, length) = TextFolding.scalar(of: text, at: index) else { return false }
      let known = self.known(scalar)
      guard known != TextFolding.apart else { return false }
      for position in 0..<(known >> 56) {
        folded.append(UInt8(truncatingIfNeeded: known >> (position * 8)))
      }
      index += length
    }
    return true
  }

  /// A scalar of two or three bytes; nil for others and for invalid UTF-8.
  private static func scalar(
    of text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int)? {
    let first = UInt32(text[index])
    let length = first < 0xE0 ? 2 : 3
    guard first >= 0xC2, first < 0xF0, index + length <= text.count else { return nil }
    var scalar = first & (length == 2 ? 0x1F : 0x0F)
    for position in 1..<length {
      let byte = UInt32(text[index + position])
      guard byte & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | byte & 0x3F
    }
    // Surrogates are refused later, as scalars that do not stand alone.
    return length == 2 || scalar >= 0x800 ? (scalar, length) : nil
  }

  private mutating func known(_ scalar: UInt32) -> UInt64 {
    if known.isEmpty { known = Array(repeating: 0, count: TextFolding.scalars) }
    let found = known[Int(scalar)]
    guard found == 0 else { return found }
    let folded = TextFolding.alone(scalar)
    known[Int(scalar)] = folded
    return folded
  }

  private static func alone(_ value: UInt32) -> UInt64 {
    guard standAlone.contains(where: { $0.contains(value) }), let scalar = Unicode.Scalar(value),
      isWritten(scalar)
    else { return apart }
    let folded = Array(SortKey.folded(String(Character(scalar))).utf8)
    guard !folded.isEmpty, folded.count <= 7 else { return apart }
    return folded.enumerated().reduce(UInt64(folded.count) << 56) { result, byte in
      result | UInt64(byte.element) << UInt64(byte.offset * 8)
    }
  }

  /// Letters, digits and signs of scripts in which a character is one scalar, or a combining mark
  /// follows that is none of these.
  private static let standAlone: [ClosedRange<UInt32>] = [
    0xA0...0x2AF, 0x370...0x58F, 0x5D0...0x5EA, 0x621...0x64A, 0x1E00...0x1FFF, 0x2010...0x205E,
    0x20A0...0x20BF, 0x2100...0x218F, 0x2190...0x22FF, 0x3000...0x3029, 0x3041...0x3096,
    0x309D...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D,
  ]

  private static func isWritten(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .control, .format, .surrogate, .privateUse,
      .unassigned, .lineSeparator, .paragraphSeparator:
      false
    default: scalar.properties.canonicalCombiningClass == .notReordered
    }
  }
}

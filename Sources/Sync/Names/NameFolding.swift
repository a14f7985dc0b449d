@_spi(_Unicode) import Swift
internal import Music

/// Folds names so widely that two which any file system takes for one are equal.
enum NameFolding {
  /// Case of all letters, with composed characters; never shown and never written.
  static func folded(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = ContiguousArray(bytes)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return String(unsafeUninitializedCapacity: bytes.count) { buffer in
        for index in bytes.indices {
          let byte = bytes[index]
          buffer[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        }
        return bytes.count
      }
    }
    // Upper case first: ß and ss, ς and σ are one on some.
    return composed(String(decoding: bytes, as: UTF8.self).uppercased().lowercased())
  }

  static func folded(_ path: FilePath) -> String { folded(path.bytes) }
  static func folded(_ text: String) -> String { folded(text.utf8) }

  /// The text in Unicode's form NFC, in which phones and players write and compare names.
  static func composed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }
}

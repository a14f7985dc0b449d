internal import Music

/// Texts as the database sorts and compares them.
enum TextKey {
  /// Stands for a text that is not there; sorts behind all others.
  static let none: [UInt8] = [0xFF]
  /// The same in SQL.
  static let noneSQL = "x'FF'"

  static func key(_ text: String?) -> [UInt8] {
    let bytes = text.map(SortKey.bytes) ?? []
    return bytes.isEmpty ? none : bytes
  }

  /// The key of a folder from its parent's: sub folders sort before the files of a folder.
  ///
  /// Names hold no NUL, so one ends each; the byte behind it says what follows.
  static func folder(_ name: [UInt8], in parent: [UInt8]) -> [UInt8] {
    parent.dropLast() + [1] + SortKey.bytes(String(decoding: name, as: UTF8.self)) + [0, 2]
  }

  /// The key of a folder that has no parent in the library.
  static func root(_ path: FilePath) -> [UInt8] {
    path.bytes.split(separator: UInt8(ascii: "/")).reduce([2]) { folder(Array($1), in: $0) }
  }
}

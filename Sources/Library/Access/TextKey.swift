internal import Catalog
internal import Music

/// Texts as the database sorts and compares them.
enum TextKey {
  /// Stands for a text that is not there; sorts behind all others.
  static let none: [UInt8] = [0xFF]

  static func key(_ text: String?) -> [UInt8] {
    let bytes = text.map(SortKey.bytes) ?? []
    return bytes.isEmpty ? none : bytes
  }

  /// The key of a folder from its parent's: sub folders sort before the files of a folder.
  static func folder(_ name: [UInt8], in parent: [UInt8]) -> [UInt8] {
    FolderKey.folder(name, in: parent)
  }

  /// The key of a folder that has no parent in the library.
  static func root(_ path: FilePath) -> [UInt8] { FolderKey.key(path) }
}

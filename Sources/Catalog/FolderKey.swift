package import Music

/// The natural order of folders: a folder's sub folders before itself, whose files follow.
package enum FolderKey {
  /// The key of a folder from its parent's.
  ///
  /// Names hold no NUL, so one ends each; the byte behind it says what follows.
  package static func folder(_ name: [UInt8], in parent: [UInt8]) -> [UInt8] {
    parent.dropLast() + [1] + SortKey.bytes(String(decoding: name, as: UTF8.self)) + [0, 2]
  }

  /// The key of a folder by its whole path.
  package static func key(_ path: FilePath) -> [UInt8] {
    path.bytes.split(separator: UInt8(ascii: "/")).reduce([2]) { folder(Array($1), in: $0) }
  }
}

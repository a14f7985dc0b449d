import Music

/// The rule for paths that a device may be asked for.
///
/// They come from databases and from other machines, so that none is used before it was looked at.
enum DevicePath {
  static let maximumDepth = 32
  static let maximumLength = 4000
  /// 255 UTF-16 units in UTF-8, as FAT has them.
  static let maximumName = 765

  /// Whether a path leads to a place below the folder that it is relative to.
  ///
  /// Bytes that are not UTF-8 are refused: a driver of exFAT ends when it sees them.
  static func isSafe(_ path: FilePath) -> Bool {
    let bytes = path.bytes
    guard !bytes.isEmpty, bytes.count <= maximumLength, !bytes.contains(0),
      String(validating: bytes, as: UTF8.self) != nil
    else { return false }
    let names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return names.count <= maximumDepth
      && names.allSatisfy { name in
        !name.isEmpty && name.count <= maximumName && !name.elementsEqual([0x2E])
          && !name.elementsEqual([0x2E, 0x2E])
      }
  }

  /// Whether the name of a part has the form that `PeerTransfer` promises.
  static func isPartName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
      }
  }
}

extension FilePath {
  /// The components of a path.
  var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

  /// The last component.
  var lastName: [UInt8] { components.last.map(Array.init) ?? [] }
}

import Glibc

/// The cached names in a folder: a hash for each file's name, which goes into the digest, then the
/// names, each ended by a zero, files before folders.
struct CachedListing {
  let fileCount: Int
  let folderCount: Int
  /// Whether the folder was empty.
  let isEmpty: Bool
  /// As encoded.
  let bytes: [UInt8]

  /// Nil for bytes that no scan has cached.
  init?(files: Int, folders: Int, isEmpty: Bool, _ bytes: [UInt8]) {
    fileCount = files
    folderCount = folders
    self.isEmpty = isEmpty
    self.bytes = bytes
    guard files * 8 <= bytes.count else { return nil }
    let isValid = bytes.withUnsafeBytes { bytes in
      let names = UnsafeRawBufferPointer(rebasing: bytes[(files * 8)...])
      if isEmpty, !names.isEmpty || files > 0 { return false }
      guard let start = names.baseAddress, !names.isEmpty else { return files + folders == 0 }
      // A name must not lead out of the folder.
      return names.last == 0 && memchr(start, 0x2F, names.count) == nil
    }
    guard isValid else { return nil }
  }

  /// The index of the first name.
  var start: Int { fileCount * 8 }

  /// The encoded listing.
  ///
  /// - Parameter files: names, each ended by a zero.
  static func bytes(hashes: [UInt64], files: [UInt8], folders: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      hashes.count * 8 + files.count + folders.reduce(0) { $0 + $1.count + 1 })
    hashes.withUnsafeBytes { bytes += $0 }
    bytes += files
    for folder in folders {
      bytes += folder
      bytes.append(0)
    }
    return bytes
  }
}

import Glibc

/// The cached names in a folder: a hash for each file's name, which goes into the digest, then the
/// names, each ended by a zero, files before folders.
struct CachedListing {
  let fileCount: Int
  let folderCount: Int
  /// Whether the folder was empty.
  let isEmpty: Bool
  private let bytes: UnsafeRawBufferPointer

  /// Nil for bytes that no scan has cached.
  init?(files: Int, folders: Int, isEmpty: Bool, _ bytes: UnsafeRawBufferPointer) {
    fileCount = files
    folderCount = folders
    self.isEmpty = isEmpty
    self.bytes = bytes
    let names = UnsafeRawBufferPointer(rebasing: bytes[min(files * 8, bytes.count)...])
    guard files * 8 <= bytes.count, isEmpty ? names.isEmpty && files == 0 : true else { return nil }
    guard let start = names.baseAddress, !names.isEmpty else {
      if files + folders > 0 { return nil }
      return
    }
    // A name must not lead out of the folder.
    guard names.last == 0, memchr(start, 0x2F, names.count) == nil else { return nil }
  }

  /// The names of the files, each ended by a zero.
  var files: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(fileCount * 8)...])
  }

  func hash(_ file: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: file * 8, as: UInt64.self)
  }

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

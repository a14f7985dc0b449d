import Glibc

/// The names in a folder, as they are kept: a number for each file's name, of which its share of the
/// digest is made, then the names, each ended by a zero, files before folders.
struct CachedListing {
  let fileCount: Int
  let folderCount: Int
  /// Whether there was nothing in the folder at all.
  let isEmpty: Bool
  private let bytes: UnsafeRawBufferPointer

  /// Nil for what cannot have been kept by a scan.
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
    // A name leads to what is in the folder and nowhere else.
    guard names.last == 0, memchr(start, 0x2F, names.count) == nil else { return nil }
  }

  /// The names of the files, with the zero behind each.
  var files: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(fileCount * 8)...])
  }

  func hash(_ file: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: file * 8, as: UInt64.self)
  }

  /// Bytes as they are kept.
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

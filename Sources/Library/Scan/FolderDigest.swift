internal import Music

/// A digest of a folder's audio files with their names, sizes and times, in any order.
struct FolderDigest {
  private(set) var value: Int64

  init(value: Int64 = 0) { self.value = value }

  /// Adds a file by the hash of its name.
  @inline(__always)
  mutating func add(_ name: UInt64, _ fileStamp: FileStamp) {
    // A sum, since file systems list names in any order.
    let hash = FolderDigest.mixed(FolderDigest.mixed(name, fileStamp.size), fileStamp.modified)
    value &+= Int64(bitPattern: hash)
  }

  /// The hash of a name.
  static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private static func mixed(_ hash: UInt64, _ number: Int64) -> UInt64 {
    let product = (hash ^ UInt64(bitPattern: number))
      .multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

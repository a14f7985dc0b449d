/// The layout of a catalog's file: a header, a table of sections, and the sections.
///
/// Numbers are in host byte order; a file from another kind of host is refused.
enum CatalogLayout {
  static let magic: UInt64 = 0x3154_4143_5452_5431
  /// Raised with every change of the layout.
  static let format: UInt64 = 6
  /// In bytes: the size of the header with the table, and the alignment of sections.
  static let headerSize = 4096
  static let alignment = 64

  /// Offsets in the header, in 64-bit words.
  enum Word {
    static let magic = 0
    static let format = 1
    static let checksum = 2
    static let identity = 3
    static let change = 4
    static let make = 5
    static let tracks = 6
    static let sections = 7
    static let conditions = 8
    /// Offset, length and checksum of each section follow.
    static let table = 9
  }

  static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
}

/// A checksum against damage, not malice: 64-bit words, multiplied and mixed.
package struct CatalogChecksum {
  package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  /// Adds bytes; all but the last call must pass a multiple of 8.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var sum = value
    var offset = 0
    while offset + 8 <= bytes.count {
      sum =
        (sum ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        &* 0xD6E8_FEB8_6659_FD93
      sum ^= sum >> 32
      offset += 8
    }
    var rest: UInt64 = 0
    for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
    if offset < bytes.count {
      sum = (sum ^ rest) &* 0xD6E8_FEB8_6659_FD93
      sum ^= sum >> 32
    }
    value = sum
  }
}

/// Why a catalog could not be read from a file or written to one.
package enum CatalogFileError: Error, Equatable {
  case cannotRead(code: Int32)
  case cannotWrite(code: Int32)
  /// Not a catalog, or one of another version of the program or of another database.
  case notOurs
  case damaged
  /// The catalog changed while it was being written, or another process writes it.
  case busy
}

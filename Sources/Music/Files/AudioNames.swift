/// The file names that a scan reads, here and on devices.
package enum AudioNames {
  private static let extensions = [
    "mp3", "mp2", "mp1", "mpga", "mpa", "m2a", "m1a", "flac", "ogg", "oga", "opus", "spx",
    "m4a", "m4b", "m4r", "mp4", "alac", "f4a", "f4b", "aac", "adts", "loas", "latm", "wav", "wave",
    "w64", "rf64", "bwf", "aif", "aiff", "aifc", "afc", "caf", "wv", "ape", "mka", "weba",
    "webm", "wma", "asf", "xwma", "dsf", "dff", "tta", "mpc", "mp+", "mpp", "ac3", "eac3", "ec3",
    "dts", "thd", "au", "snd", "tak", "shn", "ra", "amr", "awb", "oma", "aa3", "at3", "omg", "voc",
    "8svx", "3ga",
  ]

  /// The extensions as numbers, in a table with open addressing; 0 where there is none. Every name
  /// of every scan is looked up, and a `Set` takes longer for that than everything else done with a
  /// name.
  private static let table = extensions.reduce(into: [UInt64](repeating: 0, count: 256)) {
    let packed = $1.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    var index = slot(of: packed)
    while $0[index] != 0 { index = (index + 1) & 0xFF }
    $0[index] = packed
  }

  private static func slot(of packed: UInt64) -> Int {
    Int(truncatingIfNeeded: (packed &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  private static func includes(_ packed: UInt64) -> Bool {
    guard packed != 0 else { return false }
    let table = table
    var index = slot(of: packed)
    while table[index] != 0 {
      if table[index] == packed { return true }
      index = (index + 1) & 0xFF
    }
    return false
  }

  /// Bytes of the longest extension with its dot.
  private static let maximumLength = 6

  package static func includes(_ name: [UInt8]) -> Bool {
    name.withUnsafeBufferPointer(includes)
  }

  /// Whether a name (its bytes) has an audio extension.
  package static func includes(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    for index in stride(from: name.count - 1, to: max(0, name.count - 1 - maximumLength), by: -1) {
      let byte = name[index]
      if byte == UInt8(ascii: ".") { return includes(packed) }
      packed |= UInt64(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) << shift
      shift += 8
    }
    return false
  }
}

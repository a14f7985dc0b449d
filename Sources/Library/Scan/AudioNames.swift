internal import Music

/// Which files a scan looks into, by their names.
enum AudioNames {
  private static let extensions: Set<UInt64> = [
    "mp3", "mp2", "mp1", "mpga", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4r", "mp4",
    "aac", "adts", "wav", "wave", "w64", "rf64", "bwf", "aif", "aiff", "aifc", "caf", "wv", "ape",
    "mka", "weba", "webm", "wma", "asf", "dsf", "dff", "tta", "mpc", "mp+", "mpp", "ac3", "eac3",
    "dts", "au", "snd", "tak", "shn", "ra", "amr", "oma", "aa3", "voc", "3ga",
  ].reduce(into: []) { all, text in all.insert(text.utf8.reduce(0) { $0 << 8 | UInt64($1) }) }

  /// Bytes of the longest extension with its dot.
  private static let longest = 6

  static func includes(_ name: [UInt8]) -> Bool { name.withUnsafeBufferPointer(includes) }

  /// Whether a name (bytes of it) ends like a file with audio in it.
  static func includes(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var packed: UInt64 = 0
    var shift: UInt64 = 0
    for place in stride(from: name.count - 1, to: max(0, name.count - 1 - longest), by: -1) {
      let byte = name[place]
      if byte == UInt8(ascii: ".") { return extensions.contains(packed) }
      packed |= UInt64(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) << shift
      shift += 8
    }
    return false
  }
}

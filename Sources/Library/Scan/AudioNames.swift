internal import Music

/// Which files a scan looks into, by their names.
enum AudioNames {
  private static let extensions: Set<String> = [
    "mp3", "mp2", "mp1", "mpga", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4r", "mp4",
    "aac", "adts", "wav", "wave", "w64", "rf64", "bwf", "aif", "aiff", "aifc", "caf", "wv", "ape",
    "mka", "weba", "webm", "wma", "asf", "dsf", "dff", "tta", "mpc", "mp+", "mpp", "ac3", "eac3",
    "dts", "au", "snd", "tak", "shn", "ra", "amr", "oma", "aa3", "voc", "3ga",
  ]

  /// Whether a name (bytes of it) ends like a file with audio in it.
  static func includes(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 6 else {
      return false
    }
    return extensions.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }
}

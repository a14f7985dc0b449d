/// File paths as URIs: `file:///Music/a%20b.mp3`, `file://localhost/Music/a.mp3`.
package enum FileURI {
  /// The absolute URI of an absolute path.
  ///
  /// - Parameter host: "localhost" for Rekordbox, "" for everybody else.
  package static func text(of path: FilePath, host: String = "") -> String {
    "file://" + host + encoded(path.bytes)
  }

  /// The path of a `file:` URI; nil for anything else.
  ///
  /// The host is ignored. `/C:/Music` becomes `C:/Music`, as programs on Windows mean it.
  package static func path(of uri: some Collection<UInt8>) -> FilePath? {
    let scheme = uri.prefix(5)
    guard scheme.elementsEqual(Array("file:".utf8), by: { $0 | 0x20 == $1 || $0 == $1 }) else {
      return nil
    }
    var rest = uri.dropFirst(5)
    if rest.starts(with: Array("//".utf8)) {
      rest = rest.dropFirst(2).drop { $0 != UInt8(ascii: "/") }
    }
    let bytes = decoded(rest)
    guard !bytes.isEmpty else { return nil }
    let hasDrive =
      bytes.count > 2 && bytes[0] == UInt8(ascii: "/") && bytes[2] == UInt8(ascii: ":")
      && isLetter(bytes[1])
    return FilePath(bytes: hasDrive ? Array(bytes.dropFirst()) : bytes)
  }

  /// Percent-encodes all but RFC 3986's unreserved characters and slashes.
  package static func encoded(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      if isLetter(byte) || (48...57).contains(byte) || Array("-._~/".utf8).contains(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A percent sign without two hexadecimal digits behind it stays as it is.
  package static func decoded(_ text: some Collection<UInt8>) -> [UInt8] {
    let source = Array(text)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var offset = 0
    while offset < source.count {
      if source[offset] == UInt8(ascii: "%"), offset + 2 < source.count,
        let high = digit(source[offset + 1]), let low = digit(source[offset + 2])
      {
        bytes.append(high << 4 | low)
        offset += 3
      } else {
        bytes.append(source[offset])
        offset += 1
      }
    }
    return bytes
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}

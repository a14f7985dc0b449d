/// Addresses of streams within texts: passwords and tokens stand in their user info and query.
enum LogAddresses {
  /// The text with each address cut to scheme, host and path.
  static func cut(in text: String) -> String {
    var rest = Array(text.utf8)[...]
    guard find(in: rest) != nil else { return text }
    var result: [UInt8] = []
    while let colon = find(in: rest) {
      let start = colon + 3
      result += rest[..<start]
      let address = rest[start...].prefix { !isEnd($0) }
      // A password may hold a "/" or "?" that nobody encoded: what stands before an "@" of the host
      // or of such a password goes.
      let host = address.prefix { !"/?#".utf8.contains($0) }
      var shown = address
      if let at = host.lastIndex(of: UInt8(ascii: "@")) {
        shown = address[(at + 1)...]
      } else if let at = address.lastIndex(of: UInt8(ascii: "@")),
        host.contains(UInt8(ascii: ":")), !hasPort(host)
      {
        shown = address[(at + 1)...]
      }
      result += shown.prefix { !"?#".utf8.contains($0) }
      rest = rest[address.endIndex...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  /// The index of the next "://" behind a letter.
  private static func find(in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count > 3 else { return nil }
    return (bytes.startIndex + 1..<bytes.endIndex - 2).first { index in
      bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: "/")
        && bytes[index + 2] == UInt8(ascii: "/") && isLetter(bytes[index - 1])
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  /// Whether all behind the last colon are digits.
  private static func hasPort(_ host: ArraySlice<UInt8>) -> Bool {
    guard let colon = host.lastIndex(of: UInt8(ascii: ":")) else { return false }
    return host[(colon + 1)...].allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Spaces, controls and quotes end an address in a text.
  private static func isEnd(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == 0x7F
  }
}

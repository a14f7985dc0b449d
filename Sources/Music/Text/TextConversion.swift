import Glibc

/// Conversion from named encodings, by the C library's tables.
package enum TextConversion {
  /// Nil for an unknown encoding, and for bytes invalid in it.
  package static func utf8(
    _ bytes: UnsafeBufferPointer<UInt8>, from encoding: String
  ) -> [UInt8]? {
    guard let converter = iconv_open("UTF-8", encoding),
      converter != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    // iconv only reads the source, but declares it mutable.
    var source = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
      .assumingMemoryBound(to: CChar.self)
    var left = bytes.count
    while left > 0 {
      let before = left
      var reason: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        buffer.withMemoryRebound(to: CChar.self) { characters in
          var (target, free) = (characters.baseAddress, characters.count)
          if iconv(converter, &source, &left, &target, &free) == -1 { reason = errno }
          count = characters.count - free
        }
      }
      text += piece
      guard reason == 0 || (reason == E2BIG && left < before) else { return nil }
    }
    return text
  }
}

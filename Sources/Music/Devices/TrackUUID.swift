/// The UUIDs by which devices know the tracks of a library.
package enum TrackUUID {
  /// A UUID of version 8 (RFC 9562, section 5.8): the first 60 free bits are the library's, the
  /// other 62 are the track's id, combined with the library's bits by exclusive or.
  ///
  /// Two tracks of a library never share one, and the same track always has the same.
  package static func text(of track: TrackID, in library: LibraryUUID) -> String {
    let id = UInt64(bitPattern: track.rawValue)
    let high = library.high & ~0xF000 | 0x8000
    let low = (library.low ^ id) & (1 << 62 - 1) | 1 << 63
    return text(high, low)
  }

  /// 128 bits as the text of a UUID, in small letters.
  static func text(_ high: UInt64, _ low: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var next = 0
      for digit in 0..<32 {
        if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
          buffer[next] = UInt8(ascii: "-")
          next += 1
        }
        let half = digit < 16 ? high : low
        let nibble = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit % 16))) & 15
        buffer[next] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
        next += 1
      }
      return next
    }
  }
}

/// The random UUID of a library, of version 4 (RFC 9562, section 5.4).
package struct LibraryUUID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  package static func random() -> LibraryUUID {
    LibraryUUID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high & ~0xF000 | 0x4000
    self.low = low & (1 << 62 - 1) | 1 << 63
  }

  /// From `text`; nil for anything else.
  package init?(_ text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    guard text.utf8.count == 36, digits.count == 32,
      let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
      let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  package var text: String { TrackUUID.text(high, low) }
}

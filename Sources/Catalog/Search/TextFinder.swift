/// Finds a folded text in bytes, 64 offsets at a time.
///
/// The two rarest bytes of the needle are compared at all offsets at once; the rest only where both
/// match. The needle has no newline, so that no match spans two texts.
struct TextFinder {
  private let needle: [UInt8]
  /// The offsets of the two bytes in the needle.
  private let first: Int
  private let second: Int

  init(_ text: String) {
    let needle = Array(text.utf8)
    let ranked = needle.indices.sorted {
      (TextFinder.frequency(needle[$0]), $0) < (TextFinder.frequency(needle[$1]), $1)
    }
    let first = ranked.first ?? 0
    self.needle = needle
    self.first = first
    second = ranked.dropFirst().first { needle[$0] != needle[first] } ?? ranked.last ?? 0
  }

  var count: Int { needle.count }
  /// The needle, where it is one byte that most texts contain.
  var commonByte: UInt8? {
    guard needle.count == 1, TextFinder.frequency(needle[0]) >= 5 else { return nil }
    return needle[0]
  }
  var isEmpty: Bool { needle.isEmpty }

  /// The approximate frequency of a byte in names of music, which only affects how soon an offset
  /// is ruled out.
  private static func frequency(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "e"): 12
    case UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "i"), UInt8(ascii: "n"): 9
    case UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "s"), UInt8(ascii: "l"): 8
    case UInt8(ascii: "d"), UInt8(ascii: "m"), UInt8(ascii: "h"), UInt8(ascii: "u"): 6
    case UInt8(ascii: "c"), UInt8(ascii: "."), UInt8(ascii: "0"), UInt8(ascii: "1"): 5
    // Many letters of other scripts share their first bytes.
    case 0xC0...: 10
    case 0x80..<0xC0: 4
    default: 3
    }
  }

  /// Calls `body` with the first match that begins in `places`, and goes on at the offset it
  /// returns, which has to be further on. Nothing beyond `limit` is read.
  @inline(__always)
  func search(
    _ base: UnsafePointer<UInt8>, _ places: Range<Int>, limit: Int, _ body: (Int) -> Int
  ) {
    guard count > 0 else { return }
    needle.withUnsafeBufferPointer { needle in
      // because it is not empty, it has an address
      let pattern = needle.baseAddress!
      let one = SIMD64<UInt8>(repeating: needle[first])
      let two = SIMD64<UInt8>(repeating: needle[second])
      let reach = max(first, second) + 64
      let end = min(places.upperBound, limit - needle.count + 1)
      var index = places.lowerBound
      while index < end {
        guard index + reach <= limit else {
          index = matches(pattern, needle.count, base + index) ? body(index) : index + 1
          continue
        }
        let left = UnsafeRawPointer(base + index + first).loadUnaligned(as: SIMD64<UInt8>.self)
        let right = UnsafeRawPointer(base + index + second).loadUnaligned(as: SIMD64<UInt8>.self)
        let lanes = unsafeBitCast((left .== one) .& (right .== two), to: SIMD8<UInt64>.self)
        guard !TextFinder.isZero(lanes) else {
          index += 64
          continue
        }
        var bits = TextFinder.bits(lanes)
        let block = index
        index += 64
        while bits != 0 {
          let found = block + bits.trailingZeroBitCount
          guard found < end else { return }
          guard matches(pattern, needle.count, base + found) else {
            bits &= bits - 1
            continue
          }
          let next = body(found)
          if next >= block + 64 {
            index = next
            break
          }
          bits &= ~0 << UInt64(next - block)
        }
      }
    }
  }

  /// Whether the needle occurs in a text within bytes up to `limit`.
  func occurs(_ base: UnsafePointer<UInt8>, in text: Range<Int>, limit: Int) -> Bool {
    guard count > 0 else { return true }
    guard text.count >= count else { return false }
    var isFound = false
    let places = text.lowerBound..<(text.upperBound - count + 1)
    search(base, places, limit: limit) { _ in
      isFound = true
      return places.upperBound
    }
    return isFound
  }

  func occurs(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = text.baseAddress else { return isEmpty }
    return occurs(base, in: 0..<text.count, limit: text.count)
  }

  @inline(__always)
  private func matches(
    _ pattern: UnsafePointer<UInt8>, _ count: Int, _ position: UnsafePointer<UInt8>
  ) -> Bool {
    for index in 0..<count where pattern[index] != position[index] { return false }
    return true
  }

  @inline(__always)
  private static func isZero(_ lanes: SIMD8<UInt64>) -> Bool {
    let half = lanes.lowHalf | lanes.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter.x | quarter.y == 0
  }

  /// One bit for each byte that is set: the product gathers a lane's bits in its highest byte.
  @inline(__always)
  private static func bits(_ lanes: SIMD8<UInt64>) -> UInt64 {
    let picked = lanes & SIMD8(repeating: 0x8040_2010_0804_0201)
    var bits: UInt64 = 0
    for lane in 0..<8 {
      bits |= ((picked[lane] &* 0x0101_0101_0101_0101) >> 56) << UInt64(lane * 8)
    }
    return bits
  }
}

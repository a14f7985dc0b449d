/// The natural order of folded texts: that of their `SortKey.bytes`, without building any.
///
/// A text of nothing but spaces counts as empty, and sorts last.
enum NaturalOrder {
  typealias Text = UnsafeBufferPointer<UInt8>

  /// Negative, zero or positive, as `left` sorts before, with or behind `right`.
  static func compare(_ left: Text, _ right: Text) -> Int {
    var (l, r) = (start(of: left), start(of: right))
    guard l < left.count else { return r < right.count ? 1 : 0 }
    guard r < right.count else { return -1 }
    while l < left.count, r < right.count {
      let (a, b) = (left[l], right[r])
      guard isDigit(a), isDigit(b) else {
        // In a key a digit follows a byte for its number's length, which begins with the digit
        // zero.
        if a != b { return Int(isDigit(a) ? 0x30 : a) - Int(isDigit(b) ? 0x30 : b) }
        l += 1
        r += 1
        continue
      }
      let (first, second) = (number(in: left, at: l), number(in: right, at: r))
      let lengths = min(255, first.count) - min(255, second.count)
      if lengths != 0 { return lengths }
      for index in 0..<min(first.count, second.count) {
        let difference = Int(left[first.lowerBound + index]) - Int(right[second.lowerBound + index])
        if difference != 0 { return difference }
      }
      if first.count != second.count { return first.count - second.count }
      (l, r) = (first.upperBound, second.upperBound)
    }
    return (left.count - l) - (right.count - r)
  }

  /// The first 16 bytes of the key, so that most comparisons need only two numbers.
  static func prefix(_ text: Text) -> (UInt64, UInt64) {
    var bytes = PrefixBytes()
    var index = start(of: text)
    guard index < text.count else { return (.max, .max) }
    while index < text.count, bytes.count < 16 {
      guard isDigit(text[index]) else {
        bytes.append(text[index])
        index += 1
        continue
      }
      let number = number(in: text, at: index)
      bytes.append(0x30)
      bytes.append(UInt8(min(255, number.count)))
      for position in number.prefix(16) { bytes.append(text[position]) }
      index = number.upperBound
    }
    return bytes.words
  }

  static func isNone(_ text: Text) -> Bool { start(of: text) == text.count }

  private static func start(of text: Text) -> Int {
    var index = 0
    while index < text.count, text[index] == 0x20 { index += 1 }
    return index
  }

  /// The digits at an offset, without leading zeros.
  private static func number(in text: Text, at start: Int) -> Range<Int> {
    var end = start
    while end < text.count, isDigit(text[end]) { end += 1 }
    var first = start
    while first < end - 1, text[first] == 0x30 { first += 1 }
    return first..<end
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private struct PrefixBytes {
    var words: (UInt64, UInt64) = (0, 0)
    var count = 0

    mutating func append(_ byte: UInt8) {
      if count < 8 {
        words.0 |= UInt64(byte) << UInt64(56 - 8 * count)
      } else if count < 16 {
        words.1 |= UInt64(byte) << UInt64(120 - 8 * count)
      }
      count += 1
    }
  }
}

import Foundation

/// A 16-bit signal that encodes the number of every frame, so that a recording shows which frames
/// were played: 15 bits on the left, the rest on the right, which is never 0.
enum CodedSignal {
  static func frames(_ numbers: Range<Int>) -> [SIMD2<Int16>] {
    numbers.map { SIMD2(Int16($0 & 0x7fff), Int16(($0 >> 15) + 1)) }
  }

  /// The number encoded in a frame, nil if none.
  static func number(_ left: Float, _ right: Float) -> Int? {
    let (low, high) = (left * 32768, right * 32768)
    guard low == low.rounded(), high == high.rounded(), low >= 0, high >= 1, low < 32768,
      high < 32768
    else { return nil }
    return (Int(high) - 1) << 15 | Int(low)
  }
}

/// How many bits a lossy encoder spends.
package enum BitRate: Equatable, Sendable {
  /// Bits per second, on average where the codec's rate varies.
  case average(Int)
  /// LAME's scale of variable bit rates: 0 is the best.
  case quality(Int)
}

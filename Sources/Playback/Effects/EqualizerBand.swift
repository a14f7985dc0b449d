/// One band that is not at 0 dB.
struct EqualizerBand: BitwiseCopyable, Equatable, Sendable {
  var coefficients: BiquadCoefficients
  /// Which of all bands it is, so that a change of settings finds the filter state it goes on with.
  var slot: Int

  @_noLocks @_noAllocation
  static func == (one: Self, other: Self) -> Bool {
    one.slot == other.slot && one.coefficients == other.coefficients
  }
}

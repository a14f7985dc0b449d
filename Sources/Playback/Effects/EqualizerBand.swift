/// One band that is not at 0 dB.
struct EqualizerBand: BitwiseCopyable, Equatable, Sendable {
  var coefficients: BiquadCoefficients
  /// The band's index among all bands, which finds its filter state after a change of settings.
  var slot: Int

  @_noLocks @_noAllocation
  static func == (one: Self, other: Self) -> Bool {
    one.slot == other.slot && one.coefficients == other.coefficients
  }
}

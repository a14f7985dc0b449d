extension ConversionRule {
  /// Bytes of tags and of a cover that was made small for a device.
  private static let tagBytes: Int64 = 512 << 10
  /// How far an encoder and its container go beyond the rate.
  private static let excess = 1.05
  /// Bits per second that V0 reaches at most.
  private static let variableBitRate = 320_000

  /// Bytes of sound at the rule's bit rate.
  package func nominalSize(duration: Duration) -> Int64 {
    let seconds = max(0, duration / .seconds(1))
    let bytes = seconds * Double(encodedBitRate ?? Self.variableBitRate) / 8
    return bytes < 1e15 ? Int64(bytes.rounded(.up)) : .max / 4
  }

  /// The expected size of a converted file in bytes: an upper bound, or by a measured ratio.
  ///
  /// - Parameter ratio: of the sizes of files that were converted by this rule to their nominal
  ///   sizes; nil while too few were.
  package func forecast(duration: Duration, ratio: Double? = nil) -> Int64 {
    let nominal = Double(nominalSize(duration: duration))
    guard let ratio, ratio.isFinite, ratio > 0 else {
      return Int64((nominal * Self.excess).rounded(.up)) + Self.tagBytes
    }
    // Variable rates stay below the nominal one; only small files with covers come far above.
    return Int64((nominal * min(ratio, 4) * Self.excess).rounded(.up))
  }
}

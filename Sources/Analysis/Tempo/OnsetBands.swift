/// The frequency bands of onset detection: 32 from 30 Hz to 10.5 kHz, equally wide in pitch where
/// bins of 21.5 Hz are narrow enough.
enum OnsetBands {
  static let count = 32

  /// The first bin of each band, and the end of the last.
  static let edges = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 19, 22, 26, 31, 36, 42, 50, 59, 69, 81, 96, 113, 133,
    156, 184, 216, 254, 299, 352, 414, 488,
  ]

  /// The first band of each group, split at 150, 600 and 3000 Hz, and the end of the last.
  static let groups = [0, 6, 14, 24, 32]

  /// Sums magnitudes by band.
  static func sum(_ magnitudes: UnsafePointer<Float>, into sums: UnsafeMutablePointer<Float>) {
    edges.withUnsafeBufferPointer { edges in
      for band in 0..<count {
        var sum: Float = 0
        for bin in edges[band]..<edges[band + 1] { sum += magnitudes[bin] }
        sums[band] = sum
      }
    }
  }

  /// The mean magnitudes below 150 Hz, up to 3 kHz and above.
  static func energies(_ sums: UnsafePointer<Float>) -> SIMD3<Float> {
    var energies = SIMD3<Float>()
    for (part, bands) in [0..<6, 6..<24, 24..<32].enumerated() {
      var sum: Float = 0
      for band in bands { sum += sums[band] }
      energies[part] = sum / Float(edges[bands.upperBound] - edges[bands.lowerBound])
    }
    return energies
  }
}

/// Magnitudes in two bytes: 32 octaves from 2^-20 in steps of 0.05 %.
enum StoredMagnitude {
  private static let lowest = Int32((127 - 20) << 11)

  /// Accepts any bits: NaN is stored as the largest value.
  @inline(__always) static func stored(_ value: Float) -> UInt16 {
    let steps = Int32(truncatingIfNeeded: value.bitPattern &>> 12) &- lowest
    return UInt16(truncatingIfNeeded: min(65_535, max(0, steps)))
  }

  @inline(__always) static func value(_ stored: UInt16) -> Float {
    Float(bitPattern: (UInt32(stored) &+ UInt32(truncatingIfNeeded: lowest)) &<< 12)
  }
}

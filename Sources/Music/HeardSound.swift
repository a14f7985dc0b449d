import Glibc

/// A reading of the sound that is heard, for a display.
package enum HeardRequest: Equatable, Sendable {
  /// The levels of so many bands, equally wide in octaves.
  case spectrum(bands: Int)
  /// The last 40 ms in so many parts.
  case wave(parts: Int)
  case meter
}

/// The sound heard at an instant, reduced to the values that a display draws.
package enum HeardSound: Equatable, Sendable {
  /// dBFS of each band, from low to high; a full-scale sine is at 0.
  case spectrum([Float])
  /// The lowest and the highest sample of each part.
  case wave([ClosedRange<Float>])
  case meter(left: ChannelLevel, right: ChannelLevel)

  /// Hz; the lower edge of the first band, and the upper edge of the last one.
  package static let bandEdges = (low: 30.0, high: 16_000.0)
  /// dBFS; the level of silence.
  package static let silence: Float = -120

  /// The lower edge of a band in Hz.
  package static func edge(ofBand band: Int, of bands: Int) -> Double {
    let octaves = Double(band) / Double(max(1, bands))
    return bandEdges.low * pow(bandEdges.high / bandEdges.low, octaves)
  }

  /// The frequency in the middle of a band in Hz.
  package static func frequency(ofBand band: Int, of bands: Int) -> Double {
    (edge(ofBand: band, of: bands) * edge(ofBand: band + 1, of: bands)).squareRoot()
  }
}

/// The level of one channel in dBFS.
package struct ChannelLevel: Equatable, Sendable {
  package var peak: Float
  package var rms: Float
  /// Whether a sample is at full scale.
  package var isClipped: Bool

  package init(peak: Float, rms: Float, isClipped: Bool) {
    (self.peak, self.rms, self.isClipped) = (peak, rms, isClipped)
  }
}

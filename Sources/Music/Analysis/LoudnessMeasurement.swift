/// The loudness of a track, after ITU-R BS.1770-4 and EBU R128.
package struct LoudnessMeasurement: Equatable, Sendable {
  /// LUFS over the whole track, gated; nil where nothing is above the gate of -70.
  package var integrated: Double?
  /// LU, after EBU Tech 3342; nil where too little is above its gates.
  package var range: Double?
  /// dBTP, the highest of all channels; nil for digital silence.
  package var truePeak: Double?
  /// The histogram of blocks of 400 ms (75 % overlapping); gating over several tracks needs no
  /// more.
  package var blocks: LoudnessHistogram

  package init(
    integrated: Double?, range: Double?, truePeak: Double?, blocks: LoudnessHistogram
  ) {
    self.integrated = integrated
    self.range = range
    self.truePeak = truePeak
    self.blocks = blocks
  }
}

/// Blocks of 400 ms counted by their loudness, from -70 to +10 LUFS in steps of 0.1 LU.
package struct LoudnessHistogram: Equatable, Sendable {
  package static let bins = 800
  package static let lowest = -70.0
  /// LU.
  package static let step = 0.1

  /// The number of blocks in each bin; a bin's energy is that of its middle.
  package var counts: [UInt32]

  package init(counts: [UInt32] = [UInt32](repeating: 0, count: bins)) {
    precondition(counts.count == LoudnessHistogram.bins)
    self.counts = counts
  }
}

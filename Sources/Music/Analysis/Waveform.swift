/// The waveform of a track as columns, for drawing; of the mean of its channels.
package struct Waveform: Equatable, Sendable {
  package static let columnsPerSecond = 150
  /// Three hours; a longer file gets wider columns.
  package static let maximumColumns = 3 * 3600 * columnsPerSecond

  /// Columns per second: `columnsPerSecond`, less for very long files.
  package var rate: Double
  package var columns: [WaveformColumn]

  package init(rate: Double = Double(columnsPerSecond), columns: [WaveformColumn]) {
    self.rate = rate
    self.columns = columns
  }
}

/// One column of a waveform.
package struct WaveformColumn: BitwiseCopyable, Equatable, Sendable {
  /// The lowest and the highest sample, -127 to 127 for full scale.
  package var low: Int8
  package var high: Int8
  /// The root of the mean square, 0 to 255 for full scale.
  package var rms: UInt8
  /// The magnitude below 150 Hz, up to 3 kHz and above: 0 to 255, linear, where 255 is the loudest
  /// of the track's three bands.
  package var bass: UInt8
  package var middle: UInt8
  package var treble: UInt8

  package init(low: Int8, high: Int8, rms: UInt8, bass: UInt8, middle: UInt8, treble: UInt8) {
    self.low = low
    self.high = high
    self.rms = rms
    self.bass = bass
    self.middle = middle
    self.treble = treble
  }
}

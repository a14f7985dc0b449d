import Glibc

/// A local maximum of a spectrum.
struct SpectralPeak: BitwiseCopyable {
  /// Eighths of a cent above `PeakStore.lowestNote`.
  var pitch: UInt16
  var magnitude: Float

  /// Interpolates the peak between three neighbouring bins by a parabola through the logarithms of
  /// their powers.
  init(bin: Int, left: Float, _ middle: Float, right: Float) {
    let (l, m, r) = (log(left + 1e-18), log(middle + 1e-18), log(right + 1e-18))
    let bend = l - 2 * m + r
    let shift = bend < -1e-9 ? min(0.5, max(-0.5, 0.5 * (l - r) / bend)) : 0
    let width = KeySpectrum.rate / Double(KeySpectrum.frameLength)
    let note = 12 * log2((Double(bin) + Double(shift)) * width / 440) + 69
    let eighths = ((note - PeakStore.lowestNote) * Double(PeakStore.unitsPerNote)).rounded()
    pitch = UInt16(min(65_535, max(0, eighths)))
    magnitude = middle.squareRoot()
  }
}

/// The peaks of a track's frames, four bytes each.
struct PeakStore {
  /// The MIDI note that pitches count from: a little below 40 Hz.
  static let lowestNote = 27.0
  static let unitsPerNote = 800
  /// Music has some forty; noise has a thousand, for which these suffice.
  static let maximumPeaks = 256

  struct Frame: BitwiseCopyable {
    /// The magnitude of its highest peak, the unit of its fractions.
    var highest: Float
    /// The end of its peaks.
    var end: Int
  }

  private(set) var frames: [Frame] = []
  private(set) var pitches: [UInt16] = []
  /// 65 535 for the frame's highest peak.
  private(set) var fractions: [UInt16] = []

  /// Adds a frame; reorders its peaks if there are too many.
  mutating func addFrame(_ peaks: inout [SpectralPeak]) {
    if peaks.count > PeakStore.maximumPeaks {
      peaks.sort { $0.magnitude > $1.magnitude }
      peaks.removeLast(peaks.count - PeakStore.maximumPeaks)
    }
    let highest = peaks.reduce(0) { max($0, $1.magnitude) }
    for peak in peaks {
      pitches.append(peak.pitch)
      fractions.append(UInt16((peak.magnitude / highest * 65_535).rounded()))
    }
    frames.append(Frame(highest: highest, end: pitches.count))
  }

  /// A frame's indices in `pitches` and `fractions`.
  func range(ofFrame frame: Int) -> Range<Int> {
    (frame == 0 ? 0 : frames[frame - 1].end)..<frames[frame].end
  }
}

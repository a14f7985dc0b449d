internal import Media

/// The onsets in a track's spectrum and its energies, as samples arrive.
///
/// The first half of tempo estimation: a transform of 1024 samples every 256, its magnitudes in 32
/// bands. Memory grows by 48 bytes a frame, 45 MB for three hours. Confined to one thread.
package final class OnsetSpectrum {
  /// The input rate of `consume`.
  package static let sampleRate = 22_050.0
  package static let framesPerSecond = sampleRate / Double(hop)
  /// Twelve hours; the rest of a longer track is ignored.
  package static let maximumFrames = 12 * 3600 * 22_050 / hop

  static let window = 1024
  static let hop = 256

  /// The mean magnitude below 150 Hz, up to 3 kHz and above in each frame, 256 for a sine of full
  /// scale. Frame `n` is centred at `n / framesPerSecond`, 46 ms long.
  package private(set) var energies: [SIMD3<Float>] = []

  package var frameCount: Int { energies.count }

  /// Onsets a second in the upper half of the spectrum, above 600 Hz; 0 before `finish`.
  package private(set) var onsetRate = 0.0

  /// The onset strength in each frame, in four frequency groups.
  private(set) var curves = OnsetCurves()

  private let transform: RealTransform
  private let hann: UnsafeMutablePointer<Float>
  private let magnitudes: UnsafeMutablePointer<Float>
  /// The start of the next frames; the first frame is half silence.
  private let pending: UnsafeMutablePointer<Float>
  private var pendingCount = OnsetSpectrum.window / 2
  private var flux: OnsetFlux
  private var isFinished = false

  private static let pendingCapacity = 16 * window

  package convenience init() { self.init(sectionFrames: OnsetFlux.sectionFrames) }

  init(sectionFrames: Int) {
    flux = OnsetFlux(sectionFrames: sectionFrames)
    guard let transform = RealTransform(length: Self.window) else {
      // because FFmpeg has a transform of 1024 samples, and without 10 kB nothing goes on at all
      fatalError("no transform of \(Self.window) samples")
    }
    self.transform = transform
    hann = .allocate(capacity: Self.window)
    for index in 0..<Self.window {
      let angle = 2 * Double.pi * Double(index) / Double(Self.window - 1)
      hann[index] = Float(0.5 - 0.5 * cosine(angle))
    }
    magnitudes = .allocate(capacity: Self.window / 2)
    magnitudes.initialize(repeating: 0, count: Self.window / 2)
    pending = .allocate(capacity: Self.pendingCapacity)
    pending.initialize(repeating: 0, count: Self.pendingCapacity)
  }

  deinit {
    hann.deallocate()
    magnitudes.deallocate()
    pending.deallocate()
  }

  /// Consumes samples, mono at 22 050 Hz.
  package func consume(_ samples: UnsafeBufferPointer<Float>) {
    precondition(!isFinished)
    guard let base = samples.baseAddress else { return }
    var taken = 0
    while taken < samples.count {
      let count = min(samples.count - taken, Self.pendingCapacity - pendingCount)
      (pending + pendingCount).update(from: base + taken, count: count)
      pendingCount += count
      taken += count
      takeFrames()
    }
  }

  /// Ends the track; results are valid from here on.
  package func finish() {
    guard !isFinished else { return }
    (pending + pendingCount).update(repeating: 0, count: Self.window / 2)
    pendingCount += Self.window / 2
    takeFrames()
    isFinished = true
    flux.finish(into: &curves)
    guard curves.meanRise > 0 else { return }
    let upper = PreparedOnsets.onsetRates(of: curves)[2...]
    onsetRate = upper.reduce(0, +) / Double(upper.count)
  }

  private func takeFrames() {
    var first = 0
    while pendingCount - first >= Self.window {
      if energies.count < Self.maximumFrames {
        takeFrame(pending + first)
        // The first half of the first frame is the silence before the track.
        curves.attacks.append(pending + (first + Self.window / 2), count: Self.hop)
      }
      first += Self.hop
    }
    pendingCount -= first
    pending.update(from: pending + first, count: pendingCount)
  }

  private func takeFrame(_ samples: UnsafeMutablePointer<Float>) {
    guard let input = transform.input.baseAddress, let output = transform.output.baseAddress
    else { return }
    var index = 0
    while index < Self.window {
      store(load8(samples + index) * load8(hann + index), at: input + index)
      index += 8
    }
    transform.forward()
    index = 0
    while index < Self.window / 2 {
      let pairs = load16(output + 2 * index)
      let (real, imaginary) = (pairs.evenHalf, pairs.oddHalf)
      store((real * real + imaginary * imaginary).squareRoot(), at: magnitudes + index)
      index += 8
    }
    energies.append(flux.append(magnitudes, into: &curves))
  }
}

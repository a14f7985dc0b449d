/// Computes onset curves from band magnitudes: the rise of the logarithm, relative to the track's
/// loudness, over two frames and against neighbouring bands.
///
/// After Böck and Widmer, "Maximum filter vibrato suppression for onset detection" (DAFx 2013). A
/// track of up to twenty minutes has one reference level, so that nothing depends on its level;
/// longer ones have one for every ten minutes.
struct OnsetFlux {
  static let sectionFrames = 10 * 60 * 22_050 / OnsetSpectrum.hop
  /// The magnitude of silence, about -120 dB, whatever the track's level.
  private static let silence: Float = 1 / 4096
  /// The floor of a section's level, relative to the loudest section.
  private static let quietShare: Float = 0.1
  private static let compression: Float = 20
  private var bands: Int { OnsetBands.count }

  /// Frames per reference level; up to twice as many are buffered.
  let sectionFrames: Int
  /// Buffered frames of `OnsetBands.count` stored magnitudes.
  private var waiting: [UInt16] = []
  /// The two frames before the buffered ones.
  private var before: [UInt16] = []
  private var loudest: Float = 0

  init(sectionFrames: Int = OnsetFlux.sectionFrames) { self.sectionFrames = sectionFrames }

  /// Buffers a frame of 512 magnitudes; returns its energies in bass, middle and treble.
  mutating func append(
    _ magnitudes: UnsafePointer<Float>, into curves: inout OnsetCurves
  ) -> SIMD3<Float> {
    if waiting.count == 2 * sectionFrames * bands {
      makeCurves(of: sectionFrames, into: &curves)
    }
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: bands) { buffer in
      // because a buffer of 32 is not empty
      let sums = buffer.baseAddress!
      OnsetBands.sum(magnitudes, into: sums)
      for band in 0..<bands {
        let width = Float(OnsetBands.edges[band + 1] - OnsetBands.edges[band])
        let stored = StoredMagnitude.stored(sums[band] / width)
        waiting.append(stored)
        // The result is finite, too, for any input.
        sums[band] = StoredMagnitude.value(stored) * width
      }
      return OnsetBands.energies(sums)
    }
  }

  mutating func finish(into curves: inout OnsetCurves) {
    makeCurves(of: waiting.count / bands, into: &curves)
    (waiting, before) = ([], [])
  }

  private mutating func makeCurves(of count: Int, into curves: inout OnsetCurves) {
    guard count > 0 else { return }
    var square = 0.0
    for frame in 0..<count {
      var sum: Float = 0
      for band in 0..<bands {
        let value = StoredMagnitude.value(waiting[frame * bands + band])
        sum += value * value
      }
      square += Double(sum)
    }
    let level = Float((square / Double(count * bands)).squareRoot())
    loudest = max(loudest, level)
    let gain = Self.compression / max(level, Self.quietShare * loudest, Self.silence)
    curves.reserve(count)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * bands + 2) { buffer in
      buffer.update(repeating: 0)
      // because a buffer of 130 is not empty
      var older = buffer.baseAddress!
      var newer = older + bands
      // A zero band on both sides: levels are never below 0.
      let levels = older + 3 * bands + 1
      let rises = older + 2 * bands
      if before.count == 2 * bands {
        Self.compress(before, at: 0, gain: gain, into: levels)
        Self.widen(levels, into: older)
        Self.compress(before, at: bands, gain: gain, into: levels)
        Self.widen(levels, into: newer)
      } else {
        // The first two frames of a track have no predecessor to compare with.
        for band in 0..<bands { (older[band], newer[band]) = (1e9, 1e9) }
      }
      for frame in 0..<count {
        Self.compress(waiting, at: frame * bands, gain: gain, into: levels)
        for band in 0..<bands {
          let rise = levels[band] - older[band]
          rises[band] = rise > 0 ? rise : 0
        }
        curves.append(Self.grouped(rises))
        Self.widen(levels, into: older)
        (older, newer) = (newer, older)
      }
    }
    if count >= 2 { before = Array(waiting[((count - 2) * bands)..<(count * bands)]) }
    waiting.removeFirst(count * bands)
  }

  @inline(__always) private static func compress(
    _ stored: [UInt16], at start: Int, gain: Float, into levels: UnsafeMutablePointer<Float>
  ) {
    stored.withUnsafeBufferPointer { stored in
      guard let frame = stored.baseAddress else { return }
      for band in 0..<OnsetBands.count {
        levels[band] = naturalLogarithm(1 + gain * StoredMagnitude.value(frame[start + band]))
      }
    }
  }

  /// The maximum of each band and its neighbours.
  @inline(__always) private static func widen(
    _ levels: UnsafeMutablePointer<Float>, into widened: UnsafeMutablePointer<Float>
  ) {
    for band in 0..<OnsetBands.count {
      let (below, here, above) = (levels[band - 1], levels[band], levels[band + 1])
      let side = below > above ? below : above
      widened[band] = side > here ? side : here
    }
  }

  @inline(__always) private static func grouped(
    _ rises: UnsafeMutablePointer<Float>
  ) -> SIMD4<Float> {
    var sums = SIMD4<Float>()
    for band in 0..<6 { sums[0] += rises[band] }
    for band in 6..<14 { sums[1] += rises[band] }
    for band in 14..<24 { sums[2] += rises[band] }
    for band in 24..<32 { sums[3] += rises[band] }
    return sums / SIMD4(6, 8, 10, 8)
  }
}

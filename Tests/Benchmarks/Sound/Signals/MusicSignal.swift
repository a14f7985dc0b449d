import Foundation

/// Synthetic music without repetition: chords that swell over noise.
enum MusicSignal {
  static func frames(_ count: Int, rate: Int, seed: UInt64 = 1) -> [SIMD2<Int16>] {
    var noise = SeededNoise(seed: seed)
    let pitches = [110, 220.5, 331, 442, 663.3, 887, 1331, 1777, 2111, 3333]
    let phases = pitches.map { _ in (noise.next() + 1) * .pi }
    var dull = SIMD2<Double>(0, 0)
    return (0..<count).map { frame in
      let time = Double(frame) / Double(rate)
      var tone = 0.0
      for (index, pitch) in pitches.enumerated() {
        let swell = 0.6 + 0.4 * sin(2 * .pi * (0.3 + 0.07 * Double(index)) * time)
        tone += swell * sin(2 * .pi * pitch * time + phases[index])
      }
      // A low pass of one pole near 1.5 kHz, since real music has little above.
      dull += 0.2 * (SIMD2(noise.next(), noise.next()) - dull)
      let frame = 0.04 * tone * SIMD2(1, 0.8) + 0.5 * dull
      return SIMD2<Int16>(
        Int16(max(-1, min(1, frame.x)) * 32000), Int16(max(-1, min(1, frame.y)) * 32000))
    }
  }
}

/// Noise, equal in every run.
private struct SeededNoise {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// -1..<1, by Marsaglia's xorshift.
  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
  }
}

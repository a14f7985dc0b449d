import Glibc

/// Random numbers that are the same on every run.
struct RepeatableGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &+ 0x9e37_79b9_7f4a_7c15 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_f491_4f6c_dd1d
  }
}

/// Interleaved stereo with both channels alike.
func stereo(_ samples: [Float]) -> [Float] { samples.flatMap { [$0, $0] } }

func left(_ sound: [Float]) -> [Float] { stride(from: 0, to: sound.count, by: 2).map { sound[$0] } }

func right(_ sound: [Float]) -> [Float] {
  stride(from: 1, to: sound.count, by: 2).map { sound[$0] }
}

/// One channel; the frequency in Hz.
func sine(_ frequency: Double, rate: Int, frames: Int, amplitude: Double) -> [Float] {
  (0..<frames).map {
    Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate)))
  }
}

func noise(_ count: Int, amplitude: Float = 1, seed: UInt64) -> [Float] {
  var chance = RepeatableGenerator(seed)
  return (0..<count).map { _ in Float.random(in: -amplitude...amplitude, using: &chance) }
}

/// The largest second difference; a step of height h makes one of at least h/2.
func largestBend(_ samples: some Sequence<Float>) -> Double {
  var (before, last): (Double?, Double?) = (nil, nil)
  var largest = 0.0
  for sample in samples {
    if let before, let last { largest = max(largest, abs(Double(sample) - 2 * last + before)) }
    (before, last) = (last, Double(sample))
  }
  return largest
}

func peak(_ samples: some Sequence<Float>) -> Double {
  samples.reduce(0) { max($0, Double(abs($1))) }
}

func isSameBits(_ one: [Float], _ other: [Float]) -> Bool {
  one.count == other.count && memcmp(one, other, one.count * 4) == 0
}

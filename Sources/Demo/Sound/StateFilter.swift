internal import Glibc

/// A two-pole state variable filter that is stable under modulation of its cutoff.
///
/// Source: V. Zavalishin, "The Art of VA Filter Design", the topology-preserving form.
struct StateFilter {
  private var first: Float = 0
  private var second: Float = 0
  private var gain: Float = 0
  private var damping: Float = 1
  private var scale: Float = 0

  private(set) var low: Float = 0
  private(set) var band: Float = 0
  private(set) var high: Float = 0

  /// - Parameters:
  ///   - cutoff: Hz.
  ///   - resonance: the Q; 0.7 is flat.
  init(cutoff: Double, resonance: Double = 0.707, sampleRate: Double) {
    tune(cutoff: cutoff, resonance: resonance, sampleRate: sampleRate)
  }

  mutating func tune(cutoff: Double, resonance: Double, sampleRate: Double) {
    gain = Float(tan(.pi * min(0.45, cutoff / sampleRate)))
    damping = Float(1 / resonance)
    scale = 1 / (1 + gain * (gain + damping))
  }

  /// Filters one sample; the outputs are then in `low`, `band` and `high`.
  @inline(__always)
  mutating func process(_ sample: Float) {
    let rest = sample - second
    band = scale * (first + gain * rest)
    low = second + gain * band
    first = 2 * band - first
    second = 2 * low - second
    high = sample - damping * band - low
  }
}

internal import Glibc

/// One period of a sine, and band-limited saws, one for each octave.
///
/// Built once and shared by the instruments.
final class Wavetables {
  /// `Oscillator` takes the index from the upper 11 bits of its phase.
  private static let length = 2048

  /// Each table has one value more than a period, so that interpolation needs no wrap.
  private let sine: UnsafeMutablePointer<Float>
  /// `saws[n]` holds 512 >> n harmonics.
  private let saws: [UnsafeMutablePointer<Float>]

  init() {
    let length = Self.length
    let sine = UnsafeMutablePointer<Float>.allocate(capacity: length + 1)
    for index in 0...length {
      sine[index] = Float(sin(2 * Double.pi * Double(index) / Double(length)))
    }
    self.sine = sine
    saws = (0..<10).map { Self.saw(harmonics: 512 >> $0, from: sine) }
  }

  deinit {
    sine.deallocate()
    saws.forEach { $0.deallocate() }
  }

  func sine(_ hertz: Double, sampleRate: Double) -> Oscillator {
    Oscillator(phase: 0, increment: increment(of: hertz, sampleRate: sampleRate), table: sine)
  }

  /// The richest saw below half the sample rate.
  func saw(_ hertz: Double, phase: UInt32 = 0, sampleRate: Double) -> Oscillator {
    let increment = increment(of: hertz, sampleRate: sampleRate)
    let room = Int((UInt32.max / 2) / max(1, increment))
    let octave = (0..<saws.count).first { 512 >> $0 <= room } ?? saws.count - 1
    return Oscillator(phase: phase, increment: increment, table: saws[octave])
  }

  /// The phase increment per frame at `hertz`; a period is the whole of UInt32.
  func increment(of hertz: Double, sampleRate: Double) -> UInt32 {
    UInt32(max(0, min(0.49, hertz / sampleRate)) * 4_294_967_296)
  }

  private static func saw(
    harmonics: Int, from sine: UnsafeMutablePointer<Float>
  ) -> UnsafeMutablePointer<Float> {
    let table = UnsafeMutablePointer<Float>.allocate(capacity: length + 1)
    table.initialize(repeating: 0, count: length + 1)
    var harmonic = 1
    while harmonic <= harmonics {
      // Rolled off towards the top: the sudden end of a sum of harmonics rings (Gibbs).
      let edge = Double(harmonic - 1) / Double(harmonics)
      let weight = cos(edge * .pi / 2)
      let gain = Float(weight * weight * 2 / (.pi * Double(harmonic)))
      var index = 0
      var phase = 0
      while index <= length {
        table[index] += sine[phase] * gain
        phase = (phase &+ harmonic) & (length &- 1)
        index &+= 1
      }
      harmonic += 1
    }
    return table
  }
}

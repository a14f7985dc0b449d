internal import Glibc

/// The steepness of a track's samples in steps of 3 ms, for the exact start of sounds.
///
/// A frame of 46 ms sees a short click up to 12 ms early and a swelling tone late. Where beats
/// begin sharply, this moves them to their attacks.
struct Attacks: Sendable {
  static let step = 64
  static let stepsPerSecond = OnsetSpectrum.sampleRate / Double(step)
  /// The largest shift of a beat, in steps.
  private static let reach = 9
  /// Steps before an attack that have to be quieter.
  private static let quietSteps = 5
  /// The smallest rise of the steepness at an attack.
  private static let minimumRise: Float = 2
  /// The smallest share of beats with an attack, and the largest deviation of half of them in
  /// seconds.
  private static let minimumShare = 0.3
  private static let maximumDeviation = 0.003

  /// The largest difference of two samples in each step, as a `StoredMagnitude`.
  private var steepest: [UInt16] = []
  private var last: Float = 0

  /// Consumes samples, a multiple of `step`.
  mutating func append(_ samples: UnsafePointer<Float>, count: Int) {
    var start = 0
    while start + Self.step <= count {
      var most = abs(samples[start] - last)
      for index in (start + 1)..<(start + Self.step) {
        let difference = abs(samples[index] - samples[index - 1])
        most = difference > most ? difference : most
      }
      last = samples[start + Self.step - 1]
      steepest.append(StoredMagnitude.stored(most))
      start += Self.step
    }
  }

  /// The seconds by which these beats are early; nil without consistent attacks.
  func delay(of beats: [Double]) -> Double? {
    guard !steepest.isEmpty else { return nil }
    let mean = steepest.reduce(0.0) { $0 + Double(StoredMagnitude.value($1)) }
    let floor = Float(0.02 * mean / Double(steepest.count)) + 1e-6
    let delays = beats.compactMap { delay(of: $0, floor: floor) }
    guard delays.count >= GridFit.minimumBeats,
      Double(delays.count) >= Self.minimumShare * Double(beats.count)
    else { return nil }
    let middle = median(delays)
    let deviation = median(delays.map { abs($0 - middle) })
    return deviation <= Self.maximumDeviation ? middle : nil
  }

  private func delay(of beat: Double, floor: Float) -> Double? {
    let center = Int((beat * Self.stepsPerSecond).rounded())
    let first = center - Self.reach
    guard first - Self.quietSteps >= 0, center + Self.reach < steepest.count else { return nil }
    var (best, index) = (Self.minimumRise, -1)
    for here in first...(center + Self.reach) {
      var before: Float = 0
      for earlier in (here - Self.quietSteps)..<here {
        before = max(before, StoredMagnitude.value(steepest[earlier]))
      }
      let rise = (StoredMagnitude.value(steepest[here]) + floor) / (before + floor)
      if rise > best { (best, index) = (rise, here) }
    }
    guard index >= 0 else { return nil }
    // On average a sound begins in the middle of its step.
    return (Double(index) + 0.5) / Self.stepsPerSecond - beat
  }
}

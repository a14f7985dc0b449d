/// The onset curves of a track as the steps of finding its tempo look at them.
struct PreparedOnsets {
  /// Seconds of the moving mean that onsets have to be above, to rank tempi and to track beats.
  private static let rankingMean = 0.8
  private static let trackingMean = 0.4

  /// By group.
  let groups: [[Float]]
  /// The same, added up from the beginning.
  let sums: [RunningSum]
  /// All groups together, for tracking.
  let curve: [Float]
  let attacks: Attacks

  init(_ curves: OnsetCurves) {
    groups = curves.prepared(meanSeconds: Self.rankingMean)
    sums = groups.map { RunningSum($0) }
    curve = BeatTracker.curve(of: curves.prepared(meanSeconds: Self.trackingMean))
    attacks = curves.attacks
  }

  var seconds: Double { Double(curve.count) / OnsetSpectrum.framesPerSecond }

  /// Onsets a second in each group.
  static func onsetRates(of curves: OnsetCurves) -> [Double] {
    curves.prepared(meanSeconds: rankingMean).map { onsetsPerSecond(of: $0) }
  }
}

/// Sums of a curve up to any place, also between its frames.
struct RunningSum {
  private var sums: [Double]

  init(_ curve: [Float]) {
    sums = [0]
    sums.reserveCapacity(curve.count + 1)
    var sum = 0.0
    for value in curve {
      sum += Double(value)
      sums.append(sum)
    }
  }

  /// A frame is half a frame to both sides of its place.
  func value(at time: Double) -> Double {
    let position = min(max(time + 0.5, 0), Double(sums.count - 1))
    let whole = min(Int(position), sums.count - 2)
    guard whole >= 0 else { return 0 }
    return sums[whole] + (sums[whole + 1] - sums[whole]) * (position - Double(whole))
  }
}

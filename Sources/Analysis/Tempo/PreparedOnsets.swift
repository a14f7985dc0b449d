/// A track's onset curves, preprocessed for tempo estimation.
struct PreparedOnsets {
  /// Seconds of the moving mean to subtract, for ranking tempos and for tracking beats.
  private static let rankingMean = 0.8
  private static let trackingMean = 0.4

  /// By group.
  let groups: [[Float]]
  /// Running sums of the groups.
  let sums: [RunningSum]
  /// The sum of all groups, for tracking.
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

/// Integrals of a curve, also between its frames.
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

  /// A frame extends half a frame to both sides of its position.
  func value(at time: Double) -> Double {
    let position = min(max(time + 0.5, 0), Double(sums.count - 1))
    let whole = min(Int(position), sums.count - 2)
    guard whole >= 0 else { return 0 }
    return sums[whole] + (sums[whole + 1] - sums[whole]) * (position - Double(whole))
  }
}

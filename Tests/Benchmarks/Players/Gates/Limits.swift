/// Limits for ours that hold in several gates.
enum Limits {
  static let page = Measure.Limit.bothAtMost(median: 2, last: 6)
  static let letter = Measure.Limit.bothAtMost(median: 3, last: 10)
  static let order = Measure.Limit.atMost(10)
  static let mode = Measure.Limit.atMost(6)
  static let firstScreen = Measure.Limit.atMost(45)
  static let peak = Measure.Limit.atMost(250)

  /// Megabytes of a player that shows all tracks; none above a million.
  static func memory(of tracks: Int) -> (resident: Measure.Limit, proportional: Measure.Limit) {
    switch tracks {
    case ...10_000: (.atMost(40), .atMost(20))
    case ...100_000: (.atMost(60), .atMost(35))
    case ...1_000_000: (.atMost(100), .atMost(75))
    default: (.none, .none)
    }
  }
}

import Music

/// Results of edits of variations.
package enum VariationOutcome: Equatable, Sendable {
  /// The number of variations that the primary one stands for now.
  case gathered(Int)
  /// The number of groups.
  case accepted(Int)
  case primaryChanged
  case separated(Int)

  var notice: Notice {
    switch self {
    case .gathered(let count):
      "\(count.counted("variation")) gathered; \(key: .variation(.compare)) compares while one plays"
    case .accepted(let count):
      "Gathered the variations of \(count.counted("track")); \(key: .undo) takes it back"
    case .primaryChanged: "This variation stands for the others now"
    case .separated(0): "None of these tracks is a variation"
    case .separated(let count): "\(count.counted("track")) taken out of the variations"
    }
  }
}

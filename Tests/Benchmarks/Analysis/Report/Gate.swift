/// A limit for one figure of the analysis.
struct Gate: Encodable {
  enum Bound: String, Encodable { case atLeast = ">=", atMost = "<=", above = ">", below = "<" }

  var title: String
  var unit: String
  var value: Double?
  var bound: Bound
  var limit: Double
  var decimals = 1

  /// Nil if not measured.
  var holds: Bool? {
    guard let value else { return nil }
    switch bound {
    case .atLeast: return value >= limit
    case .atMost: return value <= limit
    case .above: return value > limit
    case .below: return value < limit
    }
  }
}

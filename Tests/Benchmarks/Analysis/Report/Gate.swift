/// Something that the analysis has to keep to.
struct Gate: Encodable {
  enum Bound: String, Encodable { case atLeast = ">=", atMost = "<=", above = ">", below = "<" }

  var title: String
  var unit: String
  var value: Double?
  var bound: Bound
  var limit: Double
  var decimals = 1

  /// Nil where it was not measured.
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

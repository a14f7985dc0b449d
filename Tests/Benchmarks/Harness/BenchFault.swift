/// Reasons why a measurement fails.
package enum BenchFault: Error {
  /// The measurement is worthless; another try may do better.
  case inconclusive(String)
  /// The player does not obey.
  case refused(String)
  case timeout(String)
  case command(String)

  package var reason: String {
    switch self {
    case .inconclusive(let what): "inconclusive: \(what)"
    case .refused(let what): what
    case .timeout(let what): "waited in vain for \(what)"
    case .command(let what): what
    }
  }
}

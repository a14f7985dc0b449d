/// The severity of a log entry, the most severe first.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case error, warning, info, debug

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    case .debug: 3
    }
  }

  /// More severe levels come first.
  package static func < (one: LogLevel, other: LogLevel) -> Bool { one.rank < other.rank }
}

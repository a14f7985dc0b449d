/// Why a step of the history cannot be undone or redone.
package enum HistoryFault: String, Error, Equatable, Sendable {
  /// A restored row conflicts with one that has come since.
  case conflict
  /// None of the rows that the step changed exists any more.
  case gone
  /// The step changed more rows or bytes than the history stores.
  case tooLarge
  /// The change log of the step cannot be decoded.
  case unreadable

  var message: String {
    switch self {
    case .conflict: "other things are in the place of what it changed"
    case .gone: "what it changed is gone"
    case .tooLarge: "it changed more than is kept"
    case .unreadable: "what was kept of it cannot be read"
    }
  }
}

/// Limits of the history; the oldest steps go first.
package struct HistoryBounds: Equatable, Sendable {
  var steps = 1_000
  /// Changed rows, over all steps.
  var changes = 1_000_000
  /// Over all steps; a single larger one cannot be undone, which is reported when it is its turn.
  package var bytes: Int64 = 256 << 20

  /// The estimated size in the history of a removed track with its marks and analysis.
  private static let bytesOfTrack = 1_500

  package init() {}

  /// Whether a step that removes so many tracks is stored, by estimate.
  func keeps(tracks: Int) -> Bool { Int64(tracks) <= bytes / Int64(HistoryBounds.bytesOfTrack) }
}

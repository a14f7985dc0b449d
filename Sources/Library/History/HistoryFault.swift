/// Why a step of the history cannot be taken back or done again.
package enum HistoryFault: String, Error, Equatable, Sendable {
  /// What it would bring back meets something that has come since.
  case conflict
  /// None of the rows that it changed is there any more.
  case gone
  /// It changed more than the history keeps.
  case tooLarge
  /// What is kept of it is not what a history of ours keeps.
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

/// How much of the history is kept; the oldest steps go first.
package struct HistoryBounds: Equatable, Sendable {
  var steps = 1_000
  /// Changed rows, over all steps.
  var changes = 1_000_000
  /// Over all steps; a single one that is larger cannot be undone, which is said when it is its turn.
  package var bytes: Int64 = 256 << 20

  /// The estimated size in the history of a removed track with its marks and analysis.
  private static let bytesOfTrack = 1_500

  package init() {}

  /// Whether a step that takes so many tracks out is kept; about.
  func keeps(tracks: Int) -> Bool { Int64(tracks) <= bytes / Int64(HistoryBounds.bytesOfTrack) }
}

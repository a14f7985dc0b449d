/// When a book counts as finished, and which books are to be gone on with.
package struct BookRules: Equatable, Sendable {
  /// A book with no more than this left is finished.
  package var finishedLeft: Duration
  /// A book heard to this fraction is finished.
  package var finishedFraction: Double
  /// Books heard to this fraction are not to be gone on with.
  package var continuedBelow: Double
  /// The most books to go on with.
  package var continuedCount: Int

  package init(
    finishedLeft: Duration = .seconds(10), finishedFraction: Double = 0.97,
    continuedBelow: Double = 0.95, continuedCount: Int = 10
  ) {
    self.finishedLeft = finishedLeft
    self.finishedFraction = finishedFraction
    self.continuedBelow = continuedBelow
    self.continuedCount = continuedCount
  }

  /// Whether a place means that the book was heard to its end.
  package func isFinished(at place: Duration, of total: Duration) -> Bool {
    guard total > .zero, place > .zero else { return false }
    return total - place <= finishedLeft || place / total >= finishedFraction
  }

  /// Whether a book is one to go on with.
  package func isContinued(_ progress: BookProgress, of total: Duration) -> Bool {
    guard progress.place > .zero, !progress.isFinished, !progress.isHidden else { return false }
    // Without a duration there is no fraction.
    return total <= .zero || progress.place / total < continuedBelow
  }

  /// The books to go on with, the newest first.
  package func continued(_ rows: [BookRow]) -> [BookRow] {
    let open = rows.filter { isContinued($0.progress, of: $0.duration) }
    let ordered = open.sorted { left, right in
      (right.progress.updated, left.id.rawValue) < (left.progress.updated, right.id.rawValue)
    }
    return Array(ordered.prefix(max(0, continuedCount)))
  }
}

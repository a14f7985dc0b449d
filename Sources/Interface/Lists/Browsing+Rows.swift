import Music

// Rows that are on their way, were refused, or lack an edit.
extension Browsing {
  /// Whether a frame drawn now would show rows that are about to make room for others.
  package var awaitsChange: Bool {
    visibleSlots.contains { self[$0].isChanging(height: height(of: $0)) }
  }

  mutating func retryFailedLoads() {
    for slot in visibleSlots where self[slot].hasFailed {
      self[slot].hasFailed = false
      self[slot].isStale = true
    }
  }

  /// The rows at hand of every list lack an edit that is asked for now.
  mutating func noteEdit() {
    changeLists { $0.noteEdit() }
    queueList.noteEdit()
  }
}

import Music

// Rows that are loading, failed to load, or lack an edit.
extension Browsing {
  /// Whether the visible rows are about to be replaced.
  package var awaitsChange: Bool {
    isShelf && layout.panes[.library] != nil && shelf.isChanging(height: shelfHeight)
      || visibleSlots.contains { self[$0].isChanging(height: height(of: $0)) }
  }

  mutating func retryFailedLoads() {
    shelf.retry()
    for slot in visibleSlots where self[slot].hasFailed {
      self[slot].hasFailed = false
      self[slot].isStale = true
    }
  }

  /// The loaded rows of every list lack an edit.
  mutating func noteEdit(of rows: [RowID] = []) {
    changeLists { $0.noteEdit(of: rows) }
    queueList.noteEdit(of: rows)
  }
}

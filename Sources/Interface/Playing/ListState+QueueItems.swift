import Music

// The list of the queue: its cursor and marks refer to items, whose rows may not be loaded yet.
extension ListState {
  /// The item under the cursor, known before the rows of an edited queue are loaded.
  func cursor(in queue: PlayQueue) -> QueueItemID? {
    let index = anchorIndex(in: queue) ?? selected
    return queue.ids.indices.contains(index) ? queue.ids[index] : nil
  }

  /// The index in the queue of the cursor's item.
  func anchorIndex(in queue: PlayQueue) -> Int? {
    if case .queueItem(let id) = anchor { queue.index(of: id) } else { nil }
  }

  /// The indices in the queue of the marked items, else of the one under the cursor.
  func chosen(in queue: PlayQueue) -> [Int] {
    guard !marks.isEmpty else {
      return cursor(in: queue).flatMap(queue.index(of:)).map { [$0] } ?? []
    }
    return queue.ids.indices.filter { marks.contains(.queueItem(queue.ids[$0])) }
  }

  /// Marks stay on their items; new items are not marked.
  mutating func keepMarks(in queue: PlayQueue, after before: QueueItemIDs) {
    guard !marks.isEmpty else { return }
    marks.keep(queue.ids.map(RowID.queueItem))
    guard marks.isInverted else { return }
    // "All" meant all items before the edit.
    for id in Set(queue.ids).subtracting(before) where marks.contains(.queueItem(id)) {
      marks.toggle(.queueItem(id))
    }
  }
}

import Music

// Items of the queue on the screen: the cursor among them, and the marks on them.
extension App {
  /// The item under the cursor, known before the rows of an edited queue have come.
  var queueCursor: QueueItemID? {
    if let index = anchorInQueue { return queue.ids[index] }
    return queue.ids.indices.contains(queueList.selected) ? queue.ids[queueList.selected] : nil
  }

  /// Where in the queue the row is that the cursor belongs to.
  var anchorInQueue: Int? {
    if case .queueItem(let id) = queueList.anchor { queue.index(of: id) } else { nil }
  }

  /// The indices in the queue of what is selected there.
  var chosenOfQueue: [Int] {
    let marks = queueList.marks
    guard !marks.isEmpty else { return queueCursor.flatMap(queue.index(of:)).map { [$0] } ?? [] }
    return queue.ids.indices.filter { marks.contains(.queueItem(queue.ids[$0])) }
  }

  mutating func editQueue(
    _ text: String, moving moved: QueueItemID? = nil, _ change: (inout PlayQueue) -> Void
  ) -> [Effect] {
    apply(playing.edit(text, moving: moved, at: now, change))
  }

  /// Marks stay on their items; what is new is not marked.
  mutating func settleMarks(after before: [QueueItemID]) {
    guard !queueList.marks.isEmpty else { return }
    queueList.marks.keep(queue.ids.map(RowID.queueItem))
    guard queueList.marks.isInverted else { return }
    // "All" was all that there were.
    for id in Set(queue.ids).subtracting(before) where queueList.marks.contains(.queueItem(id)) {
      queueList.marks.toggle(.queueItem(id))
    }
  }
}

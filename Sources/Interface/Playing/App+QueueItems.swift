import Music

// Items of the queue: the cursor among them, the marks on them, and the one door for their edits.
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

  /// The user's edits of the queue's items: marks stay on their items, what is new is not marked, the
  /// player is told what comes next, and the edit can be undone.
  ///
  /// - Parameters:
  ///   - text: What is done, as the history says it.
  ///   - moved: The item that is moved, where one is.
  mutating func editQueue(
    _ text: String, moving moved: QueueItemID? = nil, _ change: (inout PlayQueue) -> Void
  ) -> [Effect] {
    let before = queueMoment
    change(&queue)
    settleMarks(after: before.queue)
    return noteQueueEdit(text, moving: moved, before: before) + queueChanged()
  }

  /// Takes a track that the library no longer has out of the queue, for good.
  mutating func leaveOut(_ track: TrackID) -> [Effect] {
    queueEdits.remove(track)
    begunPaths?.items.removeAll { $0.queued.track == track }
    guard queue.tracks.contains(track) else { return [] }
    if asked?.id.track == track { asked = nil }
    if prepared?.id.track == track { prepared = nil }
    let before = queue
    queue.remove(track)
    settleMarks(after: before)
    return queueChanged()
  }

  mutating func settleMarks(after before: PlayQueue) {
    guard !queueList.marks.isEmpty, before.ids != queue.ids else { return }
    queueList.marks.keep(queue.ids.map(RowID.queueItem))
    guard queueList.marks.isInverted else { return }
    // "All" was all that there were.
    for id in Set(queue.ids).subtracting(before.ids) { queueList.marks.toggle(.queueItem(id)) }
  }
}

import Music

// Undo and redo of what was done to the queue. Which edit is the last one, among those of the queue
// and of the library, is decided where these are written: the number of an edit comes back then.
extension App {
  /// The queue as it is now.
  var queueMoment: QueueMoment {
    let isCurrent = player.item != nil && asked?.item == currentItem
    return QueueMoment(queue: queue, position: isCurrent && !isLive ? position : .zero)
  }

  private var currentItem: QueueItemID? { queue.current.map { queue.ids[$0] } }

  mutating func noteQueueEdit(
    _ text: String, isReplacement: Bool = false, moving moved: QueueItemID? = nil,
    before: QueueMoment
  ) -> [Effect] {
    // An adjustment of a cue that goes on would be undone with what is behind this edit.
    cueing.adjusted = nil
    let number = queueEdits.record(
      text, isReplacement: isReplacement, moved: moved, before: before)
    return number.map { [.noteQueueEdit($0)] } ?? []
  }

  /// The answer to undo may come after the next edit, which it must not take back.
  mutating func undoQueueEdit(_ edit: EditOrder.Edit) -> [Effect] {
    switch queueEdits.undo(edit.number, now: queueMoment) {
    case .flipped(let step):
      say("Undid: \(step.text)", .good)
      return goBack(to: step.other, isReplacement: step.isReplacement)
    case .overtaken:
      say("Nothing was undone: the queue was edited meanwhile; \(key(.undo)) takes that back")
      return [.keepQueueEdit(edit)]
    case .forgotten: return [.undo]
    }
  }

  mutating func redoQueueEdit(_ edit: EditOrder.Edit) -> [Effect] {
    switch queueEdits.redo(edit.number, now: queueMoment) {
    case .flipped(let step):
      say("Redid: \(step.text)", .good)
      return goBack(to: step.other, isReplacement: step.isReplacement)
    case .overtaken:
      say("Nothing was done again: the queue was edited meanwhile")
      return []
    case .forgotten: return [.redo]
    }
  }

  /// What plays goes on, whether it is in the queue then or not. Where another queue comes back, it
  /// comes back with what it was at, from where that was left.
  private mutating func goBack(to moment: QueueMoment, isReplacement: Bool) -> [Effect] {
    let before = queue
    let playing = player.item == nil ? currentItem : asked?.item
    queue.restore(moment.queue, playing: playing, isReplacement: isReplacement)
    settleMarks(after: before)
    guard isReplacement, player.item != nil, let index = queue.current,
      queue.ids[index] != playing
    else { return queueChanged() }
    failuresInARow = 0
    let isPaused = if case .paused = player { true } else { false }
    return [.saveQueue(queue)] + place(index, from: moment.position, isPaused: isPaused)
  }
}

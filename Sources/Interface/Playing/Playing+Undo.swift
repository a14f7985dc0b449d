import Music

// Undo and redo of what was done to the queue. Which edit is the last one, among those of the queue
// and of the library, is decided where these are written: the number of an edit comes back then.
extension Playing {
  /// The queue as it is now.
  func moment(at now: ContinuousClock.Instant) -> QueueMoment {
    let isCurrent = player.item != nil && requested?.item == currentItem
    return QueueMoment(queue: queue, position: isCurrent && !isLive ? position(at: now) : .zero)
  }

  /// Something else is done: what is moved from now on is another step.
  mutating func endMove() { edits.endMove() }

  mutating func record(
    _ text: String, isReplacement: Bool = false, moving moved: QueueItemID? = nil,
    before: QueueMoment
  ) -> Response {
    let number = edits.record(text, isReplacement: isReplacement, moved: moved, before: before)
    return Response(number.map { [.history(.noteQueueEdit($0))] } ?? [], .queueEdited)
  }

  /// The answer to undo may come after the next edit, which it must not take back.
  mutating func undo(_ edit: EditOrder.Edit, at now: ContinuousClock.Instant) -> Response {
    switch edits.undo(edit.number, now: moment(at: now)) {
    case .flipped(let step):
      return .saying("Undid: \(step.text)", .good)
        + goBack(to: step.other, isReplacement: step.isReplacement)
    case .overtaken:
      return .saying(
        "Nothing was undone: the queue was edited meanwhile; \(key: .undo) takes that back")
        + [.history(.keepQueueEdit(edit))]
    case .forgotten: return [.history(.undo)]
    }
  }

  mutating func redo(_ edit: EditOrder.Edit, at now: ContinuousClock.Instant) -> Response {
    switch edits.redo(edit.number, now: moment(at: now)) {
    case .flipped(let step):
      return .saying("Redid: \(step.text)", .good)
        + goBack(to: step.other, isReplacement: step.isReplacement)
    case .overtaken:
      return .saying("Nothing was done again: the queue was edited meanwhile")
    case .forgotten: return [.history(.redo)]
    }
  }

  /// The item that plays goes on, whether it is in the queue then or not. Where another queue comes back, it
  /// comes back with what it was at, from where that was left.
  private mutating func goBack(to moment: QueueMoment, isReplacement: Bool) -> Response {
    let playing = player.item == nil ? currentItem : requested?.item
    let changed = changeQueue {
      $0.restore(moment.queue, playing: playing, isReplacement: isReplacement)
    }
    guard isReplacement, player.item != nil, let index = queue.current,
      queue.ids[index] != playing
    else { return changed + queueChanged() }
    forgiveFailures()
    let isPaused = if case .paused = player { true } else { false }
    return changed + [.session(.saveQueue(queue))]
      + play(itemAt: index, from: moment.position, isPaused: isPaused)
  }
}

import Music

// Undo and redo of edits of the queue. The `EditTimeline` of the queue's and the library's edits
// belongs to the runner of effects, which returns the edit to undo.
extension Playing {
  /// The queue and position now.
  func moment(at now: ContinuousClock.Instant) -> QueueMoment {
    if let resumption = audition?.resumption, resumption.item == currentItem {
      return QueueMoment(queue: queue, position: resumption.position)
    }
    let isCurrent = player.item != nil && requested?.item == currentItem
    return QueueMoment(queue: queue, position: isCurrent && !isLive ? position(at: now) : .zero)
  }

  /// Ends a series of moves: the next one is another step.
  mutating func endMove() { edits.endMove() }

  mutating func record(
    _ text: String, isReplacement: Bool = false, moving moved: QueueItemID? = nil,
    before: QueueMoment
  ) -> Response {
    let number = edits.record(text, isReplacement: isReplacement, moved: moved, before: before)
    return Response(number.map { [.history(.noteQueueEdit($0))] } ?? [], .queueEdited)
  }

  /// The answer to undo may come after the next edit, which must not be reverted.
  mutating func undo(_ edit: EditTimeline.Edit, at now: ContinuousClock.Instant) -> Response {
    switch edits.undo(edit.number, now: moment(at: now)) {
    case .flipped(let step):
      return .saying("Undid: \(step.text)", .good)
        + goBack(to: step.other, isReplacement: step.isReplacement)
    case .overtaken:
      return .saying(
        "Nothing was undone: the queue was edited meanwhile; \(key: .undo) takes that back")
        + [.history(.restoreQueueEdit(edit))]
    case .forgotten: return [.history(.undo)]
    }
  }

  mutating func redo(_ edit: EditTimeline.Edit, at now: ContinuousClock.Instant) -> Response {
    switch edits.redo(edit.number, now: moment(at: now)) {
    case .flipped(let step):
      return .saying("Redid: \(step.text)", .good)
        + goBack(to: step.other, isReplacement: step.isReplacement)
    case .overtaken:
      return .saying("Nothing was done again: the queue was edited meanwhile")
    case .forgotten: return [.history(.redo)]
    }
  }

  /// The current item goes on, even when it is not in the restored queue. A restored replacement
  /// also restores its current item and position.
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

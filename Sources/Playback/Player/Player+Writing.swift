// An output that is not real-time never says that it has run dry: it waits. So it is looked at as
// often as a file may yield nothing.
import Media
import Music
import Synchronization

extension Player {
  /// Gives up a file that yields no sound to be written for too long.
  func watchWriting() {
    guard !output.isRealTime else { return }
    landed?.writing = Alarm(
      Task {
        var written = ringEnds(ring.memory).writing
        while true {
          try? await Task.sleep(for: access.patience, clock: .suspending)
          guard !Task.isCancelled else { return }
          let ends = ringEnds(ring.memory)
          if ends.writing == written, !isPaused, let late = lateItem { return await giveUp(late) }
          written = ends.writing
        }
      })
  }

  /// What the lane should be decoding or opening now.
  private var lateItem: PlayItem? {
    guard ring.fill < DecodeLoop.highWater, let last = timeline.segments.last else { return nil }
    if timeline.end == nil { return last.item }
    let following = timeline.segments.count - 1
    guard let answers = current?.successors.answers, following < answers.count else { return nil }
    return answers[following].item
  }

  private func giveUp(_ late: PlayItem) async {
    replaceDecodeThread()
    // What was kept back for a crossfade is written as it is.
    let writing = ringEnds(ring.memory).writing
    ring.memory.pointee.committedEnd.store(writing, ordering: .releasing)
    ring.wakeConsumer()
    try? await Task.sleep(for: access.grace, clock: .suspending)
    guard !Task.isCancelled else { return }
    report(.timedOut(late.source), of: late.id)
    if late.id == current?.item.id {
      finishCurrent(reachedEnd: false)
      becomeStopped()
    } else {
      forgetAnswer(late.id)
      settle()
    }
  }
}

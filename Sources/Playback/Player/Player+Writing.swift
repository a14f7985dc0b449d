// An output that is not real-time never reports an underrun: it waits. So it is checked at every
// file timeout.
import Media
import Music
import Synchronization

extension Player {
  /// Fails a file that yields no sound for the output for too long.
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

  /// The item that the decode thread should be opening or decoding.
  private var lateItem: PlayItem? {
    guard ring.fill < DecodeLoop.highWater, let last = timeline.segments.last else { return nil }
    if timeline.end == nil { return last.item }
    let following = timeline.segments.count - 1
    guard let answers = current?.successors.answers, following < answers.count else { return nil }
    return answers[following].item
  }

  private func giveUp(_ late: PlayItem) async {
    replaceDecodeThread()
    // The end held back for a crossfade is written unmixed.
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
      handleBoundaries()
    }
  }
}

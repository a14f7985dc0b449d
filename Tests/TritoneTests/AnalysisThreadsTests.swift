import Foundation
import Media
import Music
import Synchronization
import Testing

@testable import tritone

@Suite("Threads of the analysis")
struct AnalysisThreadsTests {
  private func task(_ id: Int64) -> AnalysisTask {
    AnalysisTask(track: TrackID(id), path: FilePath("/\(id)"), parts: [.tempo])
  }

  private func wait(_ what: String, _ condition: () -> Bool) {
    for _ in 0..<60_000 where !condition() { usleep(1_000) }
    #expect(condition(), "waited too long for \(what)")
  }

  @Test("whoever asks for the next task may wait: waking, giving up and stopping do not")
  func nothingHeld() {
    let isRequested = Mutex(false)
    let mayAnswer = Mutex(false)
    let ends = Mutex<[AnalysisEnd]>([])
    let left = Mutex([task(1)])
    let work = AnalysisWork { _, _, _ throws(MediaError) in TrackAnalysis(parts: [.tempo]) }
    let threads = AnalysisThreads(
      count: 1, givesWay: false, work: work,
      next: {
        isRequested.withLock { $0 = true }
        while !mayAnswer.withLock({ $0 }) { usleep(1_000) }
        return left.withLock { $0.popLast() }
      }, ended: { _, end, _ in ends.withLock { $0.append(end) } })
    threads.wake()
    wait("the question") { isRequested.withLock { $0 } }
    // With a lock held, none of these would return before the answer comes.
    threads.wake()
    threads.cancelCurrent()
    #expect(!threads.isIdle)
    mayAnswer.withLock { $0 = true }
    wait("the end") { threads.isIdle }
    // A task that was cancelled while it was requested is not begun.
    #expect(ends.withLock { $0 } == [.cancelled])
    threads.stop()
  }

  @Test("who wakes while a thread is told that there is nothing is heard all the same")
  func noWakeLost() {
    let answers = Mutex(0)
    let isRequested = Mutex(false)
    let mayAnswer = Mutex(false)
    let ended = Mutex(0)
    let left = Mutex<[AnalysisTask]>([])
    let work = AnalysisWork { _, _, _ throws(MediaError) in TrackAnalysis(parts: [.tempo]) }
    let threads = AnalysisThreads(
      count: 1, givesWay: false, work: work,
      next: {
        let task = left.withLock { $0.popLast() }
        isRequested.withLock { $0 = true }
        while !mayAnswer.withLock({ $0 }) { usleep(1_000) }
        answers.withLock { $0 += 1 }
        return task
      }, ended: { _, _, _ in ended.withLock { $0 += 1 } })
    threads.wake()
    wait("the question") { isRequested.withLock { $0 } }
    // The request has found no task, and has not returned yet.
    left.withLock { $0.append(task(1)) }
    threads.wake()
    mayAnswer.withLock { $0 = true }
    wait("the task") { ended.withLock { $0 } == 1 }
    wait("the end") { threads.isIdle }
    #expect(answers.withLock { $0 } >= 2)
    threads.stop()
  }
}

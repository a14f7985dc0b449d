// A thread that scans files without a seek table, at idle priority.
import Media
import Music
import Synchronization
import Threads

/// Builds the seek indices of files, one after the other, on an idle thread.
final class Indexer: Sendable {
  private struct Work {
    var waiting: [FilePath] = []
    var current: (path: FilePath, cancellation: Cancellation)?
    var isRunning = false
    var isOver = false
  }

  private let work = Mutex(Work())
  private let report: @Sendable (FilePath, SeekIndex) -> Void

  init(report: @escaping @Sendable (FilePath, SeekIndex) -> Void) { self.report = report }

  /// Requests the scan of a file; only the newest two requests are kept.
  func scan(_ path: FilePath) {
    let starts = work.withLock { work in
      guard !work.isOver, work.current?.path != path, !work.waiting.contains(path) else {
        return false
      }
      work.waiting = work.waiting.suffix(1) + [path]
      defer { work.isRunning = true }
      return !work.isRunning
    }
    // The thread ends with the last file: an idle player has none.
    if starts { OwnThread.start(named: "index") { self.run() } }
  }

  func stop() {
    work.withLock { work in
      work.isOver = true
      work.waiting = []
      work.current?.cancellation.cancel()
    }
  }

  private func run() {
    ThreadPriority.lower()
    while let next = next() {
      // An unreadable file is reported by its decoder.
      if let index = try? SeekIndex.scan(next.path, cancellation: next.cancellation) {
        report(next.path, index)
      }
    }
  }

  private func next() -> (path: FilePath, cancellation: Cancellation)? {
    work.withLock { work in
      work.current = nil
      if work.waiting.isEmpty {
        work.isRunning = false
        return nil
      }
      let next = (path: work.waiting.removeFirst(), cancellation: Cancellation())
      work.current = next
      return next
    }
  }
}

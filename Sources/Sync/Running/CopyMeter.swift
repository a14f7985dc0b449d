internal import Music
import Synchronization

/// Counts what is copied and tells it some times a second, with the rate of the last seconds.
final class CopyMeter: Sendable {
  private struct Count {
    var progress: SyncProgress
    /// Bytes of files that are complete.
    var before: Int64 = 0
    var told: ContinuousClock.Instant?
    /// Samples of the last seconds.
    var samples: [(time: ContinuousClock.Instant, bytes: Int64)] = []
  }

  private let count: Mutex<Count>
  private let report: @Sendable (SyncProgress) -> Void
  private let start = ContinuousClock.now

  private static let pause = Duration.milliseconds(100)
  private static let window = Duration.seconds(5)

  init(files: Int, bytes: Int64, _ report: @escaping @Sendable (SyncProgress) -> Void) {
    var progress = SyncProgress(phase: .copying)
    progress.filesTotal = files
    progress.bytesTotal = bytes
    count = Mutex(Count(progress: progress))
    self.report = report
  }

  func begin(_ name: String) {
    update(always: true) { count in count.progress.name = name }
  }

  /// Bytes of the present file so far.
  func wrote(_ bytes: Int64) {
    update(always: false) { count in
      let done = count.before.addingBytes(bytes)
      // A file may be larger than planned: what is done does not shrink again at its end.
      count.progress.bytesDone = max(count.progress.bytesDone, done)
    }
  }

  /// The end of a file, of which this much was planned.
  func end(_ planned: Int64) {
    update(always: false) { count in
      count.before = count.before.addingBytes(planned)
      count.progress.bytesDone = max(count.progress.bytesDone, count.before)
      count.progress.filesDone += 1
      count.progress.name = nil
    }
  }

  func finish() {
    update(always: true) { count in
      count.progress.phase = .finishing
      count.progress.name = nil
    }
  }

  /// Bytes per second over all, nil for less than a second or a megabyte.
  func speed(_ bytes: Int64) -> Int64? {
    let seconds = (ContinuousClock.now - start).seconds
    guard seconds >= 1, bytes >= 1_000_000 else { return nil }
    return Int64(min(Double(bytes) / seconds, 1e15))
  }

  private func update(always: Bool, _ change: (inout Count) -> Void) {
    let told = count.withLock { count -> SyncProgress? in
      change(&count)
      let now = ContinuousClock.now
      if !always, let told = count.told, now - told < CopyMeter.pause { return nil }
      count.told = now
      count.samples.append((now, count.progress.bytesDone))
      count.samples.removeAll { now - $0.time > CopyMeter.window && $0.time != now }
      if let first = count.samples.first, now - first.time >= .milliseconds(500) {
        let bytes = Double(count.progress.bytesDone - first.bytes)
        count.progress.speed = Int64(min(max(0, bytes) / (now - first.time).seconds, 1e15))
      }
      return count.progress
    }
    if let told { report(told) }
  }
}

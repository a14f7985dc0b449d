internal import Music

/// Pending scans and their deadlines.
struct WatchPending {
  typealias Instant = ContinuousClock.Instant

  private var changes = WatchChanges()
  private var first: Instant?
  private var last: Instant?
  /// Files that may still grow, with the time of the next check.
  private var unsettled: [(path: FilePath, due: Instant)] = []
  private var isScanning = false
  /// The end of the pause after a failed scan.
  private var pausedUntil: Instant?
  private var nextPeriod: Instant?
  var rootsChanged = false

  /// Quiet time that ends a burst of changes, and the longest wait for it.
  private static let quiet = Duration.milliseconds(300)
  private static let patience = Duration.milliseconds(1_500)
  private static let settling = Duration.milliseconds(600)
  private static let retry = Duration.seconds(2)
  /// Interval of polling what cannot be watched.
  private let period: Duration

  init(period: Duration) { self.period = period }

  var isIdle: Bool { changes.isEmpty && unsettled.isEmpty && !isScanning && !rootsChanged }

  mutating func add(at now: Instant, _ change: (inout WatchChanges) -> Void) {
    let wasEmpty = changes.isEmpty
    change(&changes)
    guard !changes.isEmpty else { return }
    if wasEmpty { first = now }
    last = now
  }

  private var due: Instant? {
    guard !isScanning, let first, let last, !changes.isEmpty else { return nil }
    let quiet = min(last + WatchPending.quiet, first + WatchPending.patience)
    return max(quiet, pausedUntil ?? quiet)
  }

  /// Milliseconds until something is due; -1 for never.
  func timeout(at now: Instant) -> Int32 {
    let dues = [due, unsettled.map(\.due).min(), nextPeriod].compactMap { $0 }
    guard let next = dues.min() else { return -1 }
    let left = now.duration(to: next).components
    let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
    return Int32(max(0, min(600_000, milliseconds)))
  }

  /// The changes to scan now, if any; no more are returned until that is done.
  mutating func popDue(at now: Instant) -> WatchChanges? {
    let settled = unsettled.filter { $0.due <= now }
    if !settled.isEmpty {
      unsettled.removeAll { $0.due <= now }
      add(at: now) { for file in settled { $0.add(file: file.path, isClosed: false) } }
    }
    guard let due, due <= now else { return nil }
    defer { (changes, first, last, isScanning) = (WatchChanges(), nil, nil, true) }
    pausedUntil = nil
    return changes
  }

  mutating func scanned(unsettled paths: [FilePath], at now: Instant) {
    isScanning = false
    unsettled += paths.map { ($0, now + WatchPending.settling) }
  }

  /// Stores the changes for another try.
  mutating func failed(_ changes: WatchChanges, at now: Instant) {
    isScanning = false
    pausedUntil = now + WatchPending.retry
    var all = changes
    all.merge(self.changes)
    self.changes = all
    (first, last) = (first ?? now, last ?? now)
  }

  mutating func takeRootsChanged() -> Bool {
    defer { rootsChanged = false }
    return rootsChanged
  }

  mutating func setPeriodic(_ isPeriodic: Bool, at now: Instant) {
    nextPeriod = isPeriodic ? nextPeriod ?? now + period : nil
  }

  mutating func takePeriod(at now: Instant) -> Bool {
    guard let due = nextPeriod, due <= now else { return false }
    nextPeriod = now + period
    return true
  }
}

internal import Music

/// Reports progress, at most ten times a second, and always the end.
final class ScanReport {
  private let send: @Sendable (ScanProgress) -> Void
  private var last: ContinuousClock.Instant?
  private static let pause = Duration.milliseconds(100)

  init(_ send: @escaping @Sendable (ScanProgress) -> Void) { self.send = send }

  func update(_ progress: ScanProgress) {
    let now = ContinuousClock.now
    if let last, last.duration(to: now) < ScanReport.pause { return }
    last = now
    send(progress)
  }

  func finish(_ progress: ScanProgress) { send(progress) }
}

internal import Music

/// Reports progress, at most ten times a second, and always the end: of a scan that ends at once
/// only that.
final class ScanReport {
  private let send: @Sendable (ScanProgress) -> Void
  private var last = ContinuousClock.now
  private static let pause = Duration.milliseconds(100)

  init(_ send: @escaping @Sendable (ScanProgress) -> Void) { self.send = send }

  func update(_ progress: ScanProgress) {
    let now = ContinuousClock.now
    if last.duration(to: now) < ScanReport.pause { return }
    last = now
    send(progress)
  }

  func finish(_ progress: ScanProgress) { send(progress) }
}

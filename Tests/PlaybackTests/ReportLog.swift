import Music
import Playback
import Synchronization

/// Everything a player reported, with the instant it arrived.
final class ReportLog: Sendable {
  private let entries = Mutex<[(report: PlayerReport, at: ContinuousClock.Instant)]>([])

  init(_ player: Player) {
    Task {
      for await report in player.reports {
        entries.withLock { $0.append((report, .now)) }
      }
    }
  }

  var reports: [PlayerReport] { entries.withLock { $0.map(\.report) } }

  /// The reports on items, without the output's state and the volume.
  var story: [PlayerReport] {
    reports.filter {
      switch $0 {
      case .output, .volume: false
      default: true
      }
    }
  }

  var states: [PlayerState] {
    reports.compactMap { if case .state(let state) = $0 { state } else { nil } }
  }

  var finished: [PlayID] {
    reports.compactMap { if case .finished(let id, _, _) = $0 { id } else { nil } }
  }

  /// Waits until a report after the first `start` reports fits; returns its number.
  @discardableResult
  func wait(
    for what: String, from start: Int = 0, seconds: Double = 60,
    until fits: (PlayerReport) -> Bool
  ) async throws -> Int {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      // One more check after the deadline: other tests may have kept this one from running.
      let isLast = ContinuousClock.now > deadline
      let all = reports
      if start < all.count, let found = all[start...].firstIndex(where: fits) { return found }
      if isLast { throw SoundFault.timeout("\(what): \(all)") }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @discardableResult
  func waitForState(
    _ what: String, from start: Int = 0, seconds: Double = 60, until fits: (PlayerState) -> Bool
  ) async throws -> Int {
    try await wait(for: what, from: start, seconds: seconds) {
      if case .state(let state) = $0 { fits(state) } else { false }
    }
  }
}

extension PlayerState {
  var isStopped: Bool { self == .stopped }
  var isPlaying: Bool { if case .playing = self { true } else { false } }
  var isPaused: Bool { if case .paused = self { true } else { false } }
}

/// Waits until a condition holds.
func eventually(
  _ what: String, seconds: Double = 60, _ holds: () async -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(seconds)
  while true {
    let isLast = ContinuousClock.now > deadline
    if await holds() { return }
    if isLast { throw SoundFault.timeout(what) }
    try await Task.sleep(for: .milliseconds(5))
  }
}

import Music
import Synchronization

// Progress reports.
extension BackgroundAnalysis {
  func tellProgress() {
    let lastReport = state.withLock { state -> AnalysisProgress? in
      let progress = progress(of: state)
      let now = ContinuousClock.now
      guard progress != state.lastReport?.progress else { return nil }
      let isEnd = progress.waiting == 0 || progress.pause != state.lastReport?.progress.pause
      if !isEnd, let last = state.lastReport?.at,
        last.duration(to: now) < BackgroundAnalysis.reportInterval
      {
        return nil
      }
      state.lastReport = (progress, now)
      return progress
    }
    if let lastReport { report(.progress(lastReport)) }
  }

  func progress(of state: State) -> AnalysisProgress {
    let waiting = state.backlog.map { max(0, $0.waiting - (state.done - $0.done)) } ?? 0
    let pauses = state.queue.pauses
    return AnalysisProgress(
      done: state.done, waiting: pauses.isOff ? 0 : waiting, failed: state.failed,
      pause: pauses.isOff ? .off : pauses.byUser ? .user : pauses.onBattery ? .battery : nil,
      speed: state.queue.inHand.isEmpty ? nil : state.speed.value(at: .now))
  }
}

import Library
import Log
import Media
import Music

extension Log {
  /// Notes a file that cannot be analysed; an analysis that succeeds is no news.
  func note(_ end: AnalysisEnd, of task: AnalysisTask) {
    switch end {
    case .found(.failed(let reason)), .passed(let reason):
      warning(
        .analysis, "a file cannot be analysed",
        [LogField("file", private: task.path), LogField("reason", sentence: reason)])
    case .found(.found), .cancelled: break
    }
  }
}

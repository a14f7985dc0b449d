import Analysis
import Glibc
import Media
import Music

/// The result of one file's analysis.
enum AnalysisEnd: Equatable, Sendable {
  /// To be stored, even if it is a lasting failure.
  case found(AnalysisOutcome)
  /// A failure for a temporary reason, which is not stored.
  case passed(String)
  case cancelled
}

/// Analyses one file on the calling thread, with a timeout by its length.
struct AnalysisWork: Sendable {
  /// The analysis of a file, by `TrackAnalyzer`.
  typealias Look =
    @Sendable (FilePath, Set<AnalysisPart>, Cancellation) throws(MediaError) -> TrackAnalysis

  var look: Look = { path, parts, cancellation throws(MediaError) in
    try TrackAnalyzer.analysis(of: path, parts: parts, cancellation: cancellation)
  }

  /// The timeout of a file: several times its duration, since low-priority work may get little of a
  /// busy machine.
  static func limit(for duration: Duration?) -> Duration {
    let length = min(max(0, duration?.seconds ?? 1800), 86_400)
    return .seconds(60 + 3 * length)
  }

  func end(of task: AnalysisTask, limit: Duration? = nil, _ cancellation: Cancellation)
    -> AnalysisEnd
  {
    let limit = limit ?? AnalysisWork.limit(for: task.duration)
    let start = SuspendingClock.now
    do throws(MediaError) {
      let analysis = try cancellation.limited(to: limit) { () throws(MediaError) in
        try look(task.path, task.parts, cancellation)
      }
      return cancellation.isCancelled ? .cancelled : .found(.found(analysis))
    } catch {
      if cancellation.isCancelled { return .cancelled }
      let isLate = start.duration(to: .now) >= limit
      switch error {
      case .cancelled: return .cancelled
      case .timedOut where isLate:
        return .found(.failed("no end of it in \(Int(limit.seconds / 60)) minutes"))
      case .unreadable(_, let code) where AnalysisWork.passing.contains(code):
        return .passed(error.reason)
      case .timedOut, .unreachable, .httpStatus, .insecure, .server:
        return .passed(error.reason)
      case .unreadable, .notAFile, .empty, .noAudio, .noDecoder, .undecodable, .cutOff,
        .soundless, .unplayableRate, .unwritable, .noLibraries, .notSeekable:
        return .found(.failed(error.reason))
      }
    }
  }

  /// Errors unrelated to the file's content: missing, no permission, no resources.
  private static let passing: Set<Int32> = [
    ENOENT, ENOTDIR, EACCES, EPERM, ENOMEM, EMFILE, ENFILE, ESTALE, ENODEV, ENXIO, ETIMEDOUT,
    ENOTCONN, EINTR, EHOSTDOWN, ECONNRESET,
  ]
}

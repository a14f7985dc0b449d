import Analysis
import Glibc
import Media
import Music

/// How the work on one file ended.
enum AnalysisEnd: Equatable, Sendable {
  /// To be kept, a lasting failure included.
  case found(AnalysisOutcome)
  /// It failed for a reason that may pass, so that nothing is kept of it.
  case passed(String)
  case cancelled
}

/// Looks into one file on the calling thread, within a time that its length allows.
struct AnalysisWork: Sendable {
  /// What is done with a file; `TrackAnalyzer` does it.
  typealias Look =
    @Sendable (FilePath, Set<AnalysisPart>, Cancellation) throws(MediaError) -> TrackAnalysis

  var look: Look = { path, parts, cancellation throws(MediaError) in
    try TrackAnalyzer.analysis(of: path, parts: parts, cancellation: cancellation)
  }

  /// How long a file may take: several times as long as playing it, since whoever gives way to all
  /// others may get little of a busy machine.
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
      case .timedOut, .unreachable, .httpStatus, .insecure: return .passed(error.reason)
      case .unreadable, .notAFile, .empty, .noAudio, .noDecoder, .undecodable, .cutOff,
        .soundless, .unplayableRate, .unwritable, .noLibraries, .notSeekable:
        return .found(.failed(error.reason))
      }
    }
  }

  /// What says nothing of the file: it is away, not for us, or the system is at its end.
  private static let passing: Set<Int32> = [
    ENOENT, ENOTDIR, EACCES, EPERM, ENOMEM, EMFILE, ENFILE, ESTALE, ENODEV, ENXIO, ETIMEDOUT,
    ENOTCONN, EINTR, EHOSTDOWN, ECONNRESET,
  ]
}

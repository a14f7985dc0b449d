internal import CLinux

/// What the scheduler grants a thread.
package enum ThreadPriority: Equatable, Sendable {
  /// Before every thread that has not this, with a rank among those that have it.
  case realTime(Int)
  /// More of the processors than others of the same session get.
  case nice(Int)
  case ordinary

  /// Low among real-time threads: whatever else is one has its reasons.
  static let wantedRank: Int32 = 5
  static let wantedNiceness: Int32 = -11

  /// Asks that the calling thread be run at once when it wakes; what was granted.
  ///
  /// Only for a thread that never works for long. What it forks or starts is ordinary again. Nothing
  /// here is needed to play, so that a refusal is no fault.
  @discardableResult
  package static func raise() -> ThreadPriority {
    if tritone_ask_real_time(wantedRank) == 0 { return current }
    // Without the privilege, the user's limit says how far one may go.
    let limit = tritone_real_time_limit()
    if limit > 0, tritone_ask_real_time(min(wantedRank, limit)) == 0 { return current }
    tritone_ask_nice(wantedNiceness)
    return current
  }

  /// Lets the calling thread run, and read files, only when nobody else wants to; a refusal does no
  /// harm.
  package static func lower() { tritone_lower_priority() }

  /// That of the calling thread, as the kernel says.
  package static var current: ThreadPriority {
    let rank = Int(tritone_real_time_priority())
    if rank > 0 { return .realTime(rank) }
    let niceness = Int(tritone_niceness())
    return niceness < 0 ? .nice(niceness) : .ordinary
  }
}

extension ThreadPriority {
  /// What a thread that plays would be granted here, found out by asking for one.
  package static func granted() async -> ThreadPriority {
    await withCheckedContinuation { continuation in
      OwnThread.start(named: "priority") { continuation.resume(returning: raise()) }
    }
  }
}

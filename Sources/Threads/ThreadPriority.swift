internal import CLinux

/// The scheduling priority of a thread.
package enum ThreadPriority: Equatable, Sendable {
  /// SCHED_RR with its static priority: runs before every thread with another policy.
  case realTime(Int)
  /// The default policy with a negative nice value.
  case nice(Int)
  case ordinary

  /// Low, so that real-time threads of the sound server and the kernel run first.
  package static let wantedRank: Int32 = 5
  package static let wantedNiceness: Int32 = -11

  /// Requests real-time scheduling for the calling thread, or else a lower nice value; returns the
  /// priority granted.
  ///
  /// Only for threads that never run for long. Child processes and threads do not inherit the
  /// priority. Playback works without it, so a refusal is not reported.
  @discardableResult
  package static func raise() -> ThreadPriority {
    if tritone_set_real_time(wantedRank) == 0 { return current }
    // Without the privilege, RLIMIT_RTPRIO bounds the priority.
    let limit = tritone_real_time_limit()
    if limit > 0, tritone_set_real_time(min(wantedRank, limit)) == 0 { return current }
    tritone_set_nice(wantedNiceness)
    return current
  }

  /// The id of the calling thread in the kernel.
  package static var thread: Int32 { tritone_thread_id() }

  /// Limits the time that real-time threads of the process may run without waiting, as RealtimeKit
  /// asks for; false where that is refused.
  package static func limitRealTime(to longest: Duration) -> Bool {
    tritone_limit_real_time(UInt64(longest / .microseconds(1))) == 0
  }

  /// Lets other threads run before the calling one; a refusal is ignored.
  package static func lower(to niceness: Int32) { tritone_set_nice(niceness) }

  /// Gives the calling thread the idle policy for processor and disk; a refusal is ignored.
  package static func lower() { tritone_set_idle_priority() }

  /// The priority of the calling thread, asked of the kernel.
  package static var current: ThreadPriority {
    let rank = Int(tritone_real_time_priority())
    if rank > 0 { return .realTime(rank) }
    let niceness = Int(tritone_niceness())
    return niceness < 0 ? .nice(niceness) : .ordinary
  }
}

extension ThreadPriority {
  /// The priority that the output thread would get here, measured on a thread made for it.
  package static func granted() async -> ThreadPriority {
    await withCheckedContinuation { continuation in
      OwnThread.start(named: "priority") { continuation.resume(returning: raise()) }
    }
  }
}

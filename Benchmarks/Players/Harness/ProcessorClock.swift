import Foundation
import Glibc

/// What the kernel says about some processes of one player.
struct ProcessorClock {
  let pids: [pid_t]

  /// Seconds that all of their threads were on a processor, those that have ended included, to the
  /// nanosecond.
  var seconds: Double {
    pids.reduce(0) { sum, pid in
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return sum
      }
      return sum + Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  /// The most that was ever resident, in bytes.
  var peak: Int { sum("VmHWM:", in: "status") }
  var resident: Int { sum("Rss:", in: "smaps_rollup") }
  /// Resident, where what several share is divided among them.
  var proportional: Int { sum("Pss:", in: "smaps_rollup") }
  var anonymous: Int { sum("Anonymous:", in: "smaps_rollup") }

  /// Times that threads which are there now went to sleep of their own accord.
  var switches: Int {
    pids.reduce(0) { sum, pid in
      // A thread may end between being listed and being looked at.
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
      return tasks.reduce(sum) {
        $0 + Self.number("voluntary_ctxt_switches:", in: "/proc/\(pid)/task/\($1)/status")
      }
    }
  }

  private func sum(_ label: String, in file: String) -> Int {
    pids.reduce(0) { $0 + 1024 * Self.number(label, in: "/proc/\($1)/\(file)") }
  }

  private static func number(_ label: String, in path: String) -> Int {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix(label) {
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
  }
}

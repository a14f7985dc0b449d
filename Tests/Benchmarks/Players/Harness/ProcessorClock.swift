import BenchHarness
import Foundation
import Glibc

/// Kernel statistics of some processes of one player.
struct ProcessorClock {
  let pids: [pid_t]

  /// Processor seconds of all threads, including ended ones, to the nanosecond.
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

  /// Peak resident bytes.
  var peak: Int { sum("VmHWM:", in: "status") }
  var resident: Int { sum("Rss:", in: "smaps_rollup") }
  /// Resident bytes, shared pages divided among their processes (PSS).
  var proportional: Int { sum("Pss:", in: "smaps_rollup") }
  var anonymous: Int { sum("Anonymous:", in: "smaps_rollup") }

  /// Page faults: minor ones, and major ones, which read a disk.
  var faults: (found: Int, read: Int) {
    pids.reduce((0, 0)) { sum, pid in
      let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
      // Eighth field after the name, which may hold anything (proc_pid_stat(5)).
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 9 else { return sum }
      return (sum.0 + (Int(fields[7]) ?? 0), sum.1 + (Int(fields[9]) ?? 0))
    }
  }

  /// Voluntary context switches by the number of the thread; those of ended threads are lost.
  private var switches: [String: (name: String, count: Int)] {
    pids.reduce(into: [:]) { threads, pid in
      // A thread may end between the listing and the read.
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
      for task in tasks {
        let path = "/proc/\(pid)/task/\(task)/status"
        guard let name = Self.field("Name:", in: path).first else { continue }
        threads[task] = (String(name), Self.number("voluntary_ctxt_switches:", in: path))
      }
    }
  }

  /// What processes do within a time.
  struct Use {
    /// Wake-ups a second: voluntary context switches, and one for each thread that ends.
    var switches: Double
    /// The share of a processor.
    var processor: Double
    /// Wake-ups by the name of the thread, the most first.
    var threads: [(name: String, count: Int)]
  }

  func use(for time: Double) -> Use {
    let (start, used) = (Moment.now, seconds)
    var last = switches
    var sums: [String: Int] = [:]
    while Moment.now - start < time {
      letPass(0.5)
      let now = switches
      for (thread, (name, count)) in now where count > last[thread]?.count ?? 0 {
        sums[name, default: 0] += count - (last[thread]?.count ?? 0)
      }
      for (thread, (name, _)) in last where now[thread] == nil { sums[name, default: 0] += 1 }
      last = now
    }
    let passed = Moment.now - start
    return Use(
      switches: Double(sums.values.reduce(0, +)) / passed, processor: (seconds - used) / passed,
      threads: sums.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) })
  }

  private func sum(_ label: String, in file: String) -> Int {
    pids.reduce(0) { $0 + 1024 * Self.number(label, in: "/proc/\($1)/\(file)") }
  }

  private static func number(_ label: String, in path: String) -> Int {
    field(label, in: path).first.flatMap { Int($0) } ?? 0
  }

  /// The words behind a label; none once the process has ended.
  private static func field(_ label: String, in path: String) -> [Substring] {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") where line.hasPrefix(label) {
      return Array(line.split(whereSeparator: \.isWhitespace).dropFirst())
    }
    return []
  }
}

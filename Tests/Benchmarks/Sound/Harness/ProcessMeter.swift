import BenchHarness
import Foundation

/// Kernel statistics of a process, all threads together.
struct ProcessMeter {
  let pid: pid_t

  struct Use {
    /// Processor seconds.
    var processor = 0.0
    /// Voluntary context switches.
    var switches = 0
  }

  /// Use during the next seconds, per second.
  ///
  /// Polls repeatedly, since the counters of a thread disappear with the thread.
  func use(for seconds: Double) -> (processor: Double, switches: Double) {
    let start = Moment.now
    var (last, sum) = (threads, Use())
    while Moment.now - start < seconds {
      letPass(0.1)
      let now = threads
      for (thread, use) in now {
        let before = last[thread] ?? Use()
        sum.processor += use.processor - before.processor
        sum.switches += use.switches - before.switches
      }
      last = now
    }
    let time = Moment.now - start
    return (sum.processor / time, Double(sum.switches) / time)
  }

  private var threads: [String: Use] {
    let tasks = "/proc/\(pid)/task"
    // A thread may end between the listing and the read.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.reduce(into: [:]) { threads, name in
      let schedule = Self.text("\(tasks)/\(name)/schedstat").split(separator: " ")
      guard let time = schedule.first.flatMap({ Double($0) }) else { return }
      let switches = Self.number("voluntary_ctxt_switches:", in: "\(tasks)/\(name)/status")
      guard let switches else { return }
      threads[name] = Use(processor: time / 1e9, switches: switches)
    }
  }

  /// Anonymous memory of the process in bytes.
  var anonymousBytes: Int {
    (Self.number("Anonymous:", in: "/proc/\(pid)/smaps_rollup") ?? 0) * 1024
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private static func number(_ label: String, in path: String) -> Int? {
    for line in text(path).split(separator: "\n") where line.hasPrefix(label) {
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }
}

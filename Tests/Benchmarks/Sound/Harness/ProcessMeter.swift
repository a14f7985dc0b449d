import BenchHarness
import Foundation

/// What the kernel says about a process, all of its threads together.
struct ProcessMeter {
  let pid: pid_t

  struct Use {
    /// Seconds on a processor.
    var processor = 0.0
    /// Times a thread went to sleep of its own accord.
    var switches = 0
  }

  /// What is used in the next seconds, as uses per second.
  ///
  /// Looks again and again, since what a thread used is forgotten when it ends.
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
    // A thread may end between being listed and being looked at.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.reduce(into: [:]) { threads, name in
      let schedule = Self.text("\(tasks)/\(name)/schedstat").split(separator: " ")
      guard let time = schedule.first.flatMap({ Double($0) }) else { return }
      let switches = Self.number("voluntary_ctxt_switches:", in: "\(tasks)/\(name)/status")
      guard let switches else { return }
      threads[name] = Use(processor: time / 1e9, switches: switches)
    }
  }

  /// Bytes that belong to the process alone and to no file.
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

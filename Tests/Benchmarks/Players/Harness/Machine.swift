import BenchHarness
import Foundation
import Glibc

/// The machine and the programs of a run.
enum Machine {
  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  static var description: String {
    let model =
      text("/proc/cpuinfo").split(separator: "\n")
      .first { $0.hasPrefix("model name") }?.split(separator: ":").last ?? "unknown processor"
    let kernel = text("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return "\(cores) × \(model.trimmingCharacters(in: .whitespaces)), Linux \(kernel)"
  }

  /// Load averages of 1, 5 and 15 minutes.
  static var load: String {
    text("/proc/loadavg").split(separator: " ").prefix(3).joined(separator: " ")
  }

  /// Has the system forget files and names that it read; whether it let us, which takes root.
  static func dropCaches() -> Bool {
    sync()
    return (try? "3".write(toFile: "/proc/sys/vm/drop_caches", atomically: false, encoding: .utf8))
      != nil
  }

  /// The first line of a program's version output.
  static func version(of program: String) -> String? {
    let flag = program == "mocp" ? "-V" : "--version"
    // A program without version output is measured all the same.
    let said = (try? Spawned.run(program, [flag], within: 10)) ?? ""
    let lines = said.split(separator: "\n")
    return (lines.first { $0.contains(/\d\.\d/) }).map {
      "\(program): \($0.trimmingCharacters(in: .whitespaces))"
    }
  }
}

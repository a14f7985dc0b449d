import BenchHarness
import Foundation
import Glibc

/// The machine and the programs of a run.
struct Machine {
  let description: String
  /// Versions of the installed players.
  let versions: [(title: String, text: String)]

  init() {
    func text(_ path: String) -> String {
      (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
    let model =
      text("/proc/cpuinfo").split(separator: "\n")
      .first { $0.hasPrefix("model name") }?.split(separator: ":").last ?? "unknown processor"
    let kernel = text("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let name = model.trimmingCharacters(in: .whitespaces)
    description = "\(cores) × \(name), Linux \(kernel)"
    let programs = ["mpv", "mpd", "cmus", "pulseaudio", "ffmpeg"]
    versions = programs.filter(Spawned.isInstalled).map { program in
      let flag = program == "ffmpeg" ? "-version" : "--version"
      let said = (try? Spawned.run(program, [flag], within: 10)) ?? "?"
      return (
        program, said.firstMatch(of: /[^\n]*?(?=\n| Copyright)/).map { String($0.output) } ?? "?"
      )
    }
  }

  /// Load averages of 1, 5 and 15 minutes.
  static var load: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").prefix(3).joined(separator: " ")
  }
}

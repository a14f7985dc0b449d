import BenchHarness
import Foundation
import Glibc

/// A folder and an environment of the benchmark's own, so that the user's files stay untouched.
final class Workplace {
  /// Short, since the path of a socket has about a hundred bytes.
  let folder: String
  /// Whether players without a terminal start in the session of the benchmark itself.
  var isSessionShared = false

  init() throws {
    folder = "/tmp/sb-\(UUID().uuidString.prefix(8))"
    for name in ["", "/home", "/home/.config", "/run"] {
      guard mkdir(folder + name, 0o700) == 0 else {
        throw BenchFault.command("\(folder + name) cannot be made")
      }
    }
  }

  deinit { remove() }

  /// Removes the folder, if it still exists.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }

  /// An empty home for a new start of a program.
  func emptyHome() throws {
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: path("home")) {
      try manager.removeItem(atPath: path("home/" + name))
    }
    try manager.createDirectory(atPath: path("home/.config"), withIntermediateDirectories: true)
  }

  var environment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": path("home"), "XDG_CONFIG_HOME": path("home/.config"),
      "XDG_RUNTIME_DIR": path("run"), "PULSE_RUNTIME_PATH": path("run"),
      "PULSE_STATE_PATH": path("state"), "PULSE_SERVER": "unix:" + path("run/native"),
      "DBUS_SESSION_BUS_ADDRESS": "/dev/null", "LANG": "C.UTF-8", "TERM": "xterm-256color",
      "COLORTERM": "truecolor", "SHELL": "/bin/sh",
    ]
  }
}

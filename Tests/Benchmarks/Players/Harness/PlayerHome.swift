import BenchHarness
import Foundation
import Glibc

/// A temporary home for one player, so that the user's files stay untouched.
final class PlayerHome {
  /// Short, since the path of a socket has about a hundred bytes.
  let folder: String
  let resident = ResidentFiles()

  init(_ folder: String) throws {
    self.folder = folder
    for name in ["", "/.config", "/run"] {
      guard mkdir(folder + name, 0o700) == 0 || errno == EEXIST else {
        throw BenchFault.command("\(folder + name) cannot be made")
      }
    }
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ text: String, to name: String) throws {
    let path = path(name)
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    // moc refuses settings that others may write.
    chmod(path, 0o600)
  }

  var environment: [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": folder, "XDG_CONFIG_HOME": path(".config"), "XDG_DATA_HOME": path(".data"),
      "XDG_CACHE_HOME": path(".cache"), "XDG_RUNTIME_DIR": path("run"),
      "CMUS_HOME": path("cmus"), "MPD_HOST": path("run/mpd"),
      "PULSE_SERVER": "unix:" + path("run/nobody"), "DBUS_SESSION_BUS_ADDRESS": "/dev/null",
      "LANG": "C.UTF-8", "TERM": "xterm-256color", "SHELL": "/bin/sh",
    ]
  }
}

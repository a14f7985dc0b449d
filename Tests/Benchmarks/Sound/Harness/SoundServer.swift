import BenchHarness
import Foundation
import Glibc

/// A sound server of our own, with one null sink that can be recorded.
///
/// The sink has a fixed period of 50 ms: one that rewinds would start streams late and deliver
/// parts of its monitor too early. Shared memory is off, since a server of this age can abort when
/// a client exits while it is recorded.
final class SoundServer {
  /// Latency of the sink in seconds.
  static let period = 0.05

  /// Hz.
  let rate: Int
  private let workplace: Workplace
  private var process: Spawned?

  init(_ workplace: Workplace, rate: Int) throws {
    self.workplace = workplace
    self.rate = rate
    try start()
  }

  deinit { process?.end() }

  private var socket: String { workplace.path("run/native") }
  private var log: String { workplace.path("server.log") }

  /// Starts the server without waiting until it answers.
  func launch() throws {
    unlink(socket)
    unlink(log)
    process = try Spawned(
      "pulseaudio",
      [
        "-n", "--daemonize=no", "--fail=yes", "--use-pid-file=no", "--exit-idle-time=-1",
        "--disable-shm=yes", "--realtime=no", "--high-priority=no", "--log-level=info",
        "--log-target=newfile:" + log, "-L",
        "module-null-sink sink_name=test format=float32le rate=\(rate) channels=2 norewinds=1",
        "-L", "module-native-protocol-unix auth-anonymous=1 socket=" + socket,
      ], environment: workplace.environment)
  }

  private func start() throws {
    try launch()
    _ = try LineSocket(path: socket)
  }

  /// Kills the server as a crash would.
  func crash() { process?.end(SIGKILL) }

  /// Number of client connections since the launch.
  var connections: Int {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count {
      $0.contains("Created ") && $0.contains("Native client")
    }
  }
}

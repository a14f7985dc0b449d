import BenchHarness
import Foundation
import Glibc

/// Our player as a host, with terminals and commands that come and go.
final class RunningHost {
  private let home: PlayerHome
  private let process: Spawned
  let clock: ProcessorClock

  init(_ home: PlayerHome) throws {
    self.home = home
    process = try Spawned(
      Ours.binary, ["host", "--output", "null"], environment: home.environment,
      errors: .file(home.path("host.log")))
    clock = ProcessorClock(pids: [process.pid])
    let names = home.path("run/tritone")
    try wait("the player to listen", within: 120) {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: names)) ?? []
      return files.contains { $0.hasSuffix(".sock") } || !process.isRunning
    }
    guard process.isRunning else { throw BenchFault.refused("it ends; see host.log") }
  }

  /// A terminal of its own, from the start of its program on.
  func attach() throws -> ScreenedPlayer {
    try ScreenedPlayer(Ours.binary, ["attach"], home, servers: [process.pid])
  }

  /// Runs a command to its end.
  ///
  /// - Returns: seconds from before its start.
  @discardableResult
  func run(_ words: [String]) throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    var arguments = ([Ours.binary] + words).map { strdup($0) } + [nil]
    var settings = home.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + settings { free(text) } }
    var (command, status): (pid_t, Int32) = (0, 0)
    let start = Moment.now
    guard posix_spawn(&command, Ours.binary, &actions, nil, &arguments, &settings) == 0 else {
      throw BenchFault.command("\(Ours.binary) cannot be started")
    }
    while waitpid(command, &status, 0) < 0, errno == EINTR {}
    let end = Moment.now
    guard status == 0 else { throw BenchFault.refused("\(words) fails") }
    return end - start
  }

  func waitUntilPlaying() throws {
    try wait("the music", within: 60) {
      let answer = try? Spawned.run(
        Ours.binary, ["status", "--json"], environment: home.environment)
      return answer?.contains("\"advancing\":true") == true
    }
  }

  func socket() throws -> LineSocket {
    let folder = home.path("run/tritone")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    guard let name = names.first(where: { $0.hasSuffix(".sock") }) else {
      throw BenchFault.refused("it does not listen any more")
    }
    return try LineSocket(path: folder + "/" + name)
  }

  func end() { process.end() }
}

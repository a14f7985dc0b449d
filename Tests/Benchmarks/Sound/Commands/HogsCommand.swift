import ArgumentParser
import BenchHarness
import Glibc

/// Starts hogs in its own session, as one user's big build would.
struct HogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hogs", abstract: "Start programs that are busy.", shouldDisplay: false)

  @Argument var count: Int

  func run() throws {
    let hogs = try (0..<count).map { _ in
      try Spawned(Spawned.own, ["hog"], environment: [:], isOwnSession: false)
    }
    // The hogs end with this process.
    withExtendedLifetime(hogs) { _ = Glibc.pause() }
  }
}

import ArgumentParser
import BenchHarness
import Glibc

/// Starts hogs in the session that it is in itself, as one user's big build would.
struct HogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hogs", abstract: "Start programs that are busy.", shouldDisplay: false)

  @Argument var count: Int

  func run() throws {
    let hogs = try (0..<count).map { _ in
      try Spawned(Spawned.own, ["hog"], environment: [:], isOwnSession: false)
    }
    // They end when this does.
    withExtendedLifetime(hogs) { _ = Glibc.pause() }
  }
}

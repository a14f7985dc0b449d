import Foundation
import Music
import Testing

@testable import Playback

/// In a process of its own, where no other test has loaded anything.
@Suite("Loading libpulse")
struct PulseLibraryTests {
  @Test("libpulse is loaded by an output that plays through it, and by no other one")
  func loading() async {
    await #expect(processExitsWith: .success) {
      func isLoaded() throws -> Bool {
        // Files of /proc have no size, by which Foundation reads others.
        let maps = try FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() ?? Data()
        return String(decoding: maps, as: UTF8.self).contains("/libpulse.so")
      }
      /// Waits until the output plays, or has said why it cannot.
      func settle(_ player: Player) async {
        for await report in player.reports {
          guard case .output(let state) = report, state != .connecting else { continue }
          break
        }
        await player.shutDown()
      }
      await settle(Player(output: .null))
      try #require(try !isLoaded())
      await settle(Player { PulseOutput(server: "unix:/nonexistent", ring: $0, report: $1) })
      try #require(try isLoaded())
    }
  }
}

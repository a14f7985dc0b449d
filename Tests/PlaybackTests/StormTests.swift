import Foundation
import Music
import Synchronization
import Testing

@testable import Playback

/// Random commands and device events, as fast as they can be sent.
@Suite("Storms of commands", .serialized)
struct StormTests {
  private final class Wiring: Sendable {
    let report = Mutex<(@Sendable (OutputEvent) -> Void)?>(nil)
    func send(_ event: OutputEvent) { report.withLock { $0 }?(event) }
  }

  @Test(
    "whatever is commanded in whatever order, only whole items are heard, and it ends playing",
    arguments: [1, 2, 3] as [UInt64])
  func commands(seed: UInt64) async throws {
    let sound = try CodedSound()
    let witness = FrameWitness()
    let wiring = Wiring()
    let player = Player { ring, report in
      wiring.report.withLock { $0 = report }
      return NullOutput(ring: ring, report: report, listener: { witness.hear($0) })
    }
    let log = ReportLog(player)
    let ranges = [0..<60_000, 100_000..<120_000, 200_000..<204_000, 300_000..<420_000]
    var items: [PlayItem] = []
    for (index, range) in ranges.enumerated() {
      items.append(try await sound.item(Int64(index + 1), range))
    }
    items.append(sound.missing(9))
    var generator = SeededGenerator(seed: seed)
    var serial: UInt64 = 1000
    func item() -> PlayItem {
      var item = items[Int.random(in: 0..<items.count, using: &generator)]
      serial += 1
      item.id = PlayID(track: item.id.track, serial: serial)
      return item
    }
    let end = ContinuousClock.now + .seconds(3)
    while ContinuousClock.now < end {
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: await player.play(item(), from: .zero, paused: false)
      case 1:
        let from = Duration.milliseconds(Int.random(in: 0..<1500, using: &generator))
        await player.play(item(), from: from, paused: Bool.random(using: &generator))
      case 2...4: await player.setNext(item())
      case 5: await player.setNext(nil)
      case 6: await player.pause()
      case 7...8: await player.resume()
      case 9...10:
        await player.seek(to: .milliseconds(Int.random(in: -500..<4000, using: &generator)))
      case 11: if seed == 2 { await player.stop() }
      case 12:
        guard seed == 3 else { break }
        wiring.send(.unavailable(reason: "pulled"))
        if Bool.random(using: &generator) { await player.pause() }
        wiring.send(.ready(rate: 44100, description: "back"))
      default:
        let pause = Int.random(in: 0..<60, using: &generator)
        try await Task.sleep(for: .milliseconds(pause))
      }
    }
    // The last item is heard to its end.
    serial += 1
    var last = items[1]
    last.id = PlayID(track: last.id.track, serial: serial)
    await player.play(last, from: .zero, paused: false)
    try await log.wait(for: "the last one to be heard") {
      if case .finished(last.id, let heard, true) = $0 { heard == 1 } else { false }
    }
    await player.shutDown()
    let starts = Set(ranges.map(\.lowerBound))
    let ends = Set(ranges.map { $0.upperBound - 1 })
    let wrong = witness.breaks.filter { !ends.contains($0.from) || !starts.contains($0.to) }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(witness.silent == 0 && witness.frames > 20_000)
    // Each item is reported finished at most once.
    #expect(Set(log.finished).count == log.finished.count)
  }
}

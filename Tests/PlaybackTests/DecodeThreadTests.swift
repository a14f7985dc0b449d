import Media
import Music
import Synchronization
import Testing

@testable import Playback

@Suite("The thread that decodes")
struct DecodeThreadTests {
  private final class Events: Sendable {
    private let events = Mutex<[DecodeEvent]>([])
    func note(_ event: DecodeEvent) { events.withLock { $0.append(event) } }
    func contains(_ fits: (DecodeEvent) -> Bool) -> Bool {
      events.withLock { $0.contains(where: fits) }
    }
  }

  @Test("fills the ring after a rest, and tells an output that starved though it is full")
  func refill() async throws {
    let sound = try CodedSound()
    let item = try await sound.item(1, 0..<44100 * 30)
    let ring = Ring()
    let events = Events()
    let decodeThread = DecodeThread(
      ring: ring, reading: FileAccess().reading, awaitsSuccessor: false, report: events.note)
    defer { decodeThread.abandon() }
    decodeThread.start(
      DecodeRequest(
        serial: 1, item: item, position: .zero, next: .unknown, rate: 44100, coversOld: false,
        cancellation: Cancellation()))
    try await eventually("enough to start") {
      events.contains { if case .primed(1, 0) = $0 { true } else { false } }
    }
    // Without playback the thread decodes until the ring is filled to its high-water mark.
    try await eventually("a full ring") { ring.fill >= DecodeLoop.highWater }
    decodeThread.refill(from: 0)
    try await eventually("an answer") {
      events.contains { if case .refilled(1, 0) = $0 { true } else { false } }
    }
  }
}

import Glibc
import Media
import Music
import Synchronization
import Testing

@testable import Playback

/// A decode lane whose sound is taken when the test says so, and by no clock.
final class DecodeScene {
  let sound: CodedSound
  let ring = Ring()
  let decodeThread: DecodeThread
  private let state = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
  private let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 4_410)
  private let events = DecodeEvents()
  /// The left side of all that was taken.
  private(set) var heard: [Float] = []

  init(reading: @escaping FileReading = FileAccess().reading) throws {
    sound = try CodedSound()
    decodeThread = DecodeThread(
      ring: ring, reading: reading, awaitsSuccessor: false, report: { [events] in events.note($0) })
    state.initialize(to: RenderState(ring: ring.memory, rate: 44100, isRealTime: true))
  }

  deinit {
    decodeThread.abandon()
    state.deinitialize(count: 1)
    state.deallocate()
    block.deallocate()
  }

  /// Begins an item that another one follows, and takes the place of the first frame.
  func start(_ item: PlayItem, before next: PlayItem) async throws {
    decodeThread.start(
      DecodeRequest(
        serial: 1, item: item, position: .zero, next: .item(next), rate: 44100, coversOld: false,
        cancellation: Cancellation()))
    let start = try await event("priming") {
      if case .primed(_, let start) = $0 { start } else { nil }
    }
    #expect(renderJump(state, to: start))
  }

  /// What the lane has said, of all that fits the first one, once it is there.
  func event<Found>(_ what: String, _ fits: (DecodeEvent) -> Found?) async throws -> Found {
    var found: Found?
    try await eventually(what) {
      found = events.first(fits)
      return found != nil
    }
    return try #require(found)
  }

  /// Where an item begins in the ring.
  func start(of item: PlayItem) async throws -> Int {
    try await event("beginning of \(item.id)") {
      if case .began(_, let segment) = $0, segment.item.id == item.id {
        Int(segment.start)
      } else {
        nil
      }
    }
  }

  /// Takes up to so many frames; the number that there were.
  @discardableResult
  func hear(_ count: Int) -> Int {
    guard let out = block.baseAddress else { return 0 }
    var done = 0
    while done < count {
      let got = renderSound(state, out, min(4_410, count - done))
      if got == 0 { break }
      heard += (0..<got).map { block[$0 * 2] }
      done += got
    }
    ring.wakeProducerIfLow()
    return done
  }

  /// Takes frames as they come, until there are so many altogether.
  func hear(upTo count: Int) async throws {
    try await eventually("\(count) frames") {
      while heard.count < count, hear(count - heard.count) > 0 {}
      return heard.count == count
    }
  }
}

private final class DecodeEvents: Sendable {
  private let events = Mutex<[DecodeEvent]>([])

  func note(_ event: DecodeEvent) { events.withLock { $0.append(event) } }

  func first<Found>(_ fits: (DecodeEvent) -> Found?) -> Found? {
    for event in events.withLock({ $0 }) {
      if let found = fits(event) { return found }
    }
    return nil
  }
}

import Glibc
import Media
import Music
import Synchronization
import Testing

@testable import Playback

/// A decode thread whose output is taken by the test, without a clock.
final class DecodeScene {
  let sound: CodedSound
  let ring = Ring()
  let decodeThread: DecodeThread
  private let state = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
  private let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 4_410)
  private let events = DecodeEvents()
  /// The left channel of all frames taken.
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

  /// Starts an item with a successor, and jumps to its first frame.
  func start(
    _ item: PlayItem, from position: Duration = .zero, before next: PlayItem,
    shortensSilence: Bool = false
  ) async throws {
    decodeThread.start(
      DecodeRequest(
        serial: 1, item: item, position: position, next: .item(next), rate: 44100,
        coversOld: false, cancellation: Cancellation(), shortensSilence: shortensSilence))
    let start = try await event("priming") {
      if case .primed(_, let start) = $0 { start } else { nil }
    }
    #expect(renderJump(state, to: start))
  }

  /// The decode thread's first event that fits, once it has arrived.
  func event<Found>(_ what: String, _ fits: (DecodeEvent) -> Found?) async throws -> Found {
    var found: Found?
    try await eventually(what) {
      found = events.first(fits)
      return found != nil
    }
    return try #require(found)
  }

  /// The timeline of all items so far, as the player keeps it.
  var timeline: Timeline {
    var timeline = Timeline(rate: 44100)
    for event in events.all {
      switch event {
      case .began(_, let segment): timeline.append(segment)
      case .shifted(_, let id, let frame, let position): timeline.shift(id, at: frame, to: position)
      case .ended(_, let id, let end, _): timeline.close(id, at: end)
      default: break
      }
    }
    return timeline
  }

  /// The ring position of an item's first frame.
  func start(of item: PlayItem) async throws -> Int {
    try await event("beginning of \(item.id)") {
      if case .began(_, let segment) = $0, segment.item.id == item.id {
        Int(segment.start)
      } else {
        nil
      }
    }
  }

  /// Takes up to `count` frames; returns the number taken.
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

  /// Takes frames as they arrive, up to a total of `count`.
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

  var all: [DecodeEvent] { events.withLock { $0 } }

  func first<Found>(_ fits: (DecodeEvent) -> Found?) -> Found? {
    for event in events.withLock({ $0 }) {
      if let found = fits(event) { return found }
    }
    return nil
  }
}

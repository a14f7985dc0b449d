// Renders items one after the other into a file: a decode thread decodes them, and the owner's
// thread names successors, mixes and writes. There is no clock and no other control.
import Media
import Music

/// One mix being rendered into a file.
struct Mixdown: ~Copyable {
  private let items: [PlayItem]
  private let places: [PlayID: Int]
  private let skipsFaults: Bool
  private let sound: SoundSettings
  private let access: FileAccess
  private let control: MixControl
  private var decodeThread: DecodeThread
  private var writer: RingWriter
  private var faults: [RenderedMix.Fault] = []

  private var request: Request?
  private var serial: UInt64 = 0
  /// The items in the file, or in it once all is written.
  private var parts: [Part] = []
  /// The end of the last item, if known.
  private var end: FrameNumber = 0

  /// The decode thread's current request.
  private struct Request {
    var first: PlayID
    var cancellation = Cancellation()
    /// The item being opened or decoded; nil where nothing follows.
    var awaited: PlayItem?
    /// Time without sound or events from the request.
    var silence = Duration.zero
  }

  private struct Part {
    var id: PlayID
    var start: FrameNumber
  }

  init(
    _ items: [PlayItem], sound: SoundSettings, skipsFaults: Bool, to file: consuming SoundFile,
    access: FileAccess, control: MixControl
  ) {
    self.items = items
    places = Dictionary(items.enumerated().map { ($1.id, $0) }) { first, _ in first }
    self.skipsFaults = skipsFaults
    self.sound = sound
    self.access = access
    self.control = control
    decodeThread = Self.decodeThread(control, access)
    writer = RingWriter(control.ring, to: file)
  }

  private static func decodeThread(_ control: MixControl, _ access: FileAccess) -> DecodeThread {
    DecodeThread(
      ring: control.ring, reading: access.reading, remote: access.remote, awaitsSuccessor: true,
      report: control.note)
  }

  deinit {
    request?.cancellation.cancel()
    decodeThread.abandon()
  }

  /// Renders the whole mix; leaves a complete file or throws.
  mutating func run(rate: Int?) throws(RenderError) -> RenderedMix {
    do throws(MediaError) { if let rate { try adopt(rate) } } catch { throw .unwritable(error) }
    start(items.first)
    while !control.isCancelled {
      for event in control.takeEvents() { try receive(event) }
      let isWritten = try copy()
      if isWritten || control.hasEvents { continue }
      if request == nil || writer.isComplete { return try finish() }
      try wait()
    }
    throw .cancelled
  }

  private mutating func receive(_ event: DecodeEvent) throws(RenderError) {
    guard event.serial == serial else { return }
    request?.silence = .zero
    switch event {
    case .opened(_, let rate):
      guard writer.rate == nil else { break }
      do throws(MediaError) { try adopt(rate) } catch { throw .unwritable(error) }
    case .began(_, let segment):
      if segment.item.id == request?.first { writer.begin(at: segment.start, serial: serial) }
      parts.append(Part(id: segment.item.id, start: segment.start))
      request?.awaited = segment.item
      decodeThread.setNext(successor(of: segment.item.id), after: segment.item.id)
    case .ended(_, let id, let end, let fault):
      self.end = end
      let next = successor(of: id)
      request?.awaited = next.item
      if let fault { try note(fault, of: id) }
    case .dropped(_, let id, let end):
      if parts.last?.id == id { parts.removeLast() }
      self.end = end
    case .failed(_, let id, let fault):
      try note(fault, of: id)
      skip(without: id)
    case .primed, .keptNext, .measured, .shifted, .titled, .refilled: break
    }
  }

  private mutating func adopt(_ rate: Int) throws(MediaError) {
    control.ring.publish(RenderSettings(sound, rate: rate))
    try writer.setRate(rate)
  }

  private mutating func note(_ fault: MediaError, of id: PlayID) throws(RenderError) {
    guard skipsFaults else { throw .unplayable(id, fault) }
    faults.append(RenderedMix.Fault(id: id, fault: fault))
  }

  /// The next item that has not failed.
  private func successor(of id: PlayID) -> NextItem {
    guard let position = places[id] else { return .nothing }
    let next = items[(position + 1)...].first { item in !faults.contains { $0.id == item.id } }
    return next.map { .item($0) } ?? .nothing
  }

  /// Starts a new request with an item; nil ends the mix.
  private mutating func start(_ item: PlayItem?) {
    request?.cancellation.cancel()
    serial += 1
    request = item.map { Request(first: $0.id, awaited: $0) }
    guard let item, let request else { return }
    decodeThread.start(
      DecodeRequest(
        serial: serial, item: item, position: item.start, next: .unknown, rate: writer.rate,
        coversOld: false, cancellation: request.cancellation))
  }

  /// Replaces an unplayable item by its successor.
  private mutating func skip(without id: PlayID) {
    let next = successor(of: id)
    guard id != request?.first, let last = parts.last else {
      parts.removeAll { $0.id == id }
      return start(next.item)
    }
    request?.awaited = next.item
    decodeThread.setNext(next, after: last.id)
  }

  /// Writes a block; false if there is none.
  private mutating func copy() throws(RenderError) -> Bool {
    do throws(MediaError) {
      guard try writer.copy() else { return false }
    } catch {
      throw .unwritable(error)
    }
    request?.silence = .zero
    if let rate = writer.rate, let first = parts.first {
      control.written = Timeline(rate: rate).time(max(0, writer.written - first.start))
    }
    return true
  }

  /// The longest sleep.
  private static let slice = Duration.seconds(1)

  /// Sleeps until there is more; an item that blocks too long counts as failed.
  private mutating func wait() throws(RenderError) {
    let (slice, began) = (min(access.patience, Mixdown.slice), ContinuousClock.now)
    writer.sleep(isPlaying: writer.session.isOpen, for: slice)
    // Time during which this program itself was stopped is not counted.
    request?.silence += min(began.duration(to: .now), slice)
    guard let request, let late = request.awaited, request.silence >= access.patience,
      !control.hasEvents
    else { return }
    request.cancellation.cancel()
    decodeThread.abandon()
    decodeThread = Self.decodeThread(control, access)
    // The end held back for a crossfade is written unmixed.
    writer.commitAll()
    while try copy() {}
    end = max(end, writer.written)
    try note(.timedOut(late.source), of: late.id)
    start(successor(of: late.id).item)
  }

  private mutating func finish() throws(RenderError) -> RenderedMix {
    guard let first = parts.first, let rate = writer.rate, end > first.start else {
      throw faults.first.map { .unplayable($0.id, $0.fault) } ?? .nothingToPlay
    }
    do throws(MediaError) { try writer.finish() } catch { throw .unwritable(error) }
    let timeline = Timeline(rate: rate)
    return RenderedMix(
      parts: parts.map {
        RenderedMix.Part(id: $0.id, start: timeline.time($0.start - first.start))
      },
      duration: timeline.time(end - first.start), rate: rate, faults: faults)
  }
}

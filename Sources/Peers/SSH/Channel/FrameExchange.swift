internal import Music
internal import Sync

/// Why a call cannot go on.
enum ExchangeEnd: Error, Equatable, Sendable {
  /// The task, or the client, waits no longer.
  case cancelled
  case ended(ChannelEnd)
}

/// The frames of the current call on one side, and the room for its data on the other side.
final class FrameExchange: Sendable {
  struct State: Sendable {
    var call: UInt32 = 0
    /// Calls up to this one are over; what still comes of them is dropped.
    var lastEnded: UInt32 = 0
    /// Frames of which the first have been read.
    var frames: [Frame] = []
    var read = 0
    /// Bytes in them.
    var queued = 0
    var credit = 0
    var isCancelled = false
    var greeting: Greeting?
    var noise: [UInt8] = []
    var end: ChannelEnd?
  }

  let monitor = AsyncMonitor(State())
  /// Set once, before the channel starts.
  private let slot = AsyncMonitor<FrameChannel?>(nil)
  private let consumed = AsyncMonitor(0)

  /// Frames of a side that sends more than it may.
  private static let maximumFrames = 4_096
  private static let maximumQueued = Flow.window + Frame.maximumPayload
  private static let maximumCredit = 2 * Flow.window

  func connect(to channel: FrameChannel) { slot.update { $0 = channel } }

  var channel: FrameChannel? { slot.update { $0 } }

  // MARK: - On the channel's thread

  /// Receives an event.
  ///
  /// - Parameter filter: Whether a frame is of interest.
  func receive(_ event: ChannelEvent, where filter: (Frame, State) -> Bool) {
    let isFlood = monitor.update { state in
      switch event {
      case .greeting(let greeting, let noise):
        state.greeting = greeting
        state.noise = noise
        return false
      case .end(let end, let noise):
        state.end = end
        if state.greeting == nil { state.noise = noise }
        return false
      case .frame(let frame): return Self.receive(frame, &state, filter)
      }
    }
    if isFlood { channel?.cut(.misbehaved) }
  }

  /// Returns whether the other side sends too much.
  private static func receive(
    _ frame: Frame, _ state: inout State, _ filter: (Frame, State) -> Bool
  ) -> Bool {
    if frame.kind == .credit {
      guard frame.call == state.call else { return false }
      var reader = WireReader(frame.payload)
      // Less than four bytes are no credit.
      guard let bytes = try? reader.word() else { return true }
      state.credit += Int(bytes)
      return state.credit > maximumCredit
    }
    guard frame.call == 0 || frame.call > state.lastEnded, filter(frame, state) else {
      return false
    }
    if frame.kind == .cancel, frame.call == state.call { state.isCancelled = true }
    if frame.kind == .progress, let last = state.frames.last, last.kind == .progress,
      last.call == frame.call, state.frames.count > state.read
    {
      state.queued += frame.payload.count - last.payload.count
      state.frames[state.frames.count - 1] = frame
      return false
    }
    state.queued += frame.payload.count
    state.frames.append(frame)
    return state.queued > maximumQueued || state.frames.count - state.read > maximumFrames
  }

  // MARK: - Of the tasks

  /// Begins a call with a full window in both directions.
  func begin(_ call: UInt32) {
    consumed.update { $0 = 0 }
    monitor.update { state in
      state.call = call
      state.credit = Flow.window
    }
  }

  /// Begins a call of the other side, which may have cancelled it already.
  func beginAnswer(_ call: UInt32) {
    begin(call)
    monitor.update { state in
      state.isCancelled = state.frames[state.read...].contains {
        $0.kind == .cancel && $0.call == call
      }
    }
  }

  /// Lets calls wait again, before the first of a task.
  func uncancel() { monitor.update { $0.isCancelled = false } }

  /// Ends the current call: its frames are of no interest any more.
  func endCall() {
    monitor.update { state in
      state.lastEnded = max(state.lastEnded, state.call)
      let rest = state.frames[state.read...].filter { $0.call > state.lastEnded }
      state.frames = Array(rest)
      state.read = 0
      state.queued = rest.reduce(0) { $0 + $1.payload.count }
    }
  }

  /// Ends waiting in the current call.
  func cancel() { monitor.update { $0.isCancelled = true } }

  /// The next frame.
  ///
  /// - Parameter ignoresCancelling: Whether a cancelled call goes on.
  func next(ignoresCancelling: Bool = false) async throws(ExchangeEnd) -> Frame {
    let result: Result<Frame, ExchangeEnd> = await monitor.wait { state in
      if state.isCancelled, !ignoresCancelling { return .failure(.cancelled) }
      // Frames that came before the end still count.
      guard state.read < state.frames.count else {
        return state.end.map { .failure(.ended($0)) }
      }
      return .success(Self.pop(&state))
    }
    return try result.get()
  }

  private static func pop(_ state: inout State) -> Frame {
    let frame = state.frames[state.read]
    state.frames[state.read].payload = []
    state.read += 1
    if state.read == state.frames.count {
      state.frames.removeAll(keepingCapacity: true)
      state.read = 0
    } else if state.read > 256 {
      state.frames.removeSubrange(..<state.read)
      state.read = 0
    }
    state.queued -= frame.payload.count
    return frame
  }

  /// Waits for room on the other side and spends at most so many bytes of it. Returns 0 where the
  /// other side has ended the call.
  func spendCredit(upTo count: Int) async throws(ExchangeEnd) -> Int {
    let result: Result<Int, ExchangeEnd> = await monitor.wait { state in
      if state.isCancelled { return .failure(.cancelled) }
      let isOver = state.frames[state.read...].contains {
        $0.kind == .failure && $0.call == state.call
      }
      if isOver { return .success(0) }
      if let end = state.end { return .failure(.ended(end)) }
      // Small blocks cost as much as large ones.
      guard state.credit >= min(count, Flow.block / 2) else { return nil }
      let spent = min(count, state.credit)
      state.credit -= spent
      return .success(spent)
    }
    return try result.get()
  }

  /// Bytes that the other side has consumed, or has room for, of those that were sent.
  func acknowledged(of sent: Int64) -> Int64 {
    monitor.update { max(0, sent - Int64(max(0, Flow.window - $0.credit))) }
  }

  /// Tells the other side, now and then, that data of the current call was consumed.
  func consume(_ count: Int) {
    let credit = consumed.update { sum in
      sum += count
      guard sum >= Flow.creditStep else { return 0 }
      defer { sum = 0 }
      return sum
    }
    guard credit > 0 else { return }
    var writer = WireWriter()
    writer.write(UInt32(credit))
    post(.credit, writer.bytes)
  }

  /// Posts a frame of the current call.
  func post(_ kind: Frame.Kind, _ payload: [UInt8] = []) {
    let call = monitor.update { $0.call }
    channel?.post(Frame(kind: kind, call: call, payload: payload))
  }

  /// Sends a piece of a long value. False where the other side has ended the call.
  func sendPiece(_ piece: [UInt8]) async throws(ExchangeEnd) -> Bool {
    var left = piece.count
    while left > 0 {
      let spent = try await spendCredit(upTo: left)
      guard spent > 0 else { return false }
      left -= spent
    }
    post(.data, piece)
    return true
  }
}

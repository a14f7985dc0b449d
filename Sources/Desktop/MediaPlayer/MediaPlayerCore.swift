internal import Bus
internal import Music
internal import Synchronization

/// What the tasks and the bus thread share.
final class MediaPlayerCore: Sendable {
  let name = Mutex<String?>(nil)
  private let bus: Bus
  private let send: @Sendable (PlayerCommand) -> Void
  private let activate: (@Sendable () -> Void)?
  private let contents: Mutex<MediaPlayerContents>
  /// Taken before `contents`, never the other way round.
  private let announcements = Mutex(Announcements())
  private let allowance = Mutex(CommandAllowance())
  private let changes: Wakes
  private let attempts: Wakes
  /// Whether something has changed since the last attempt to connect.
  private let hasChanged = Mutex(false)
  private let pauses: [Duration]

  private static let baseName = "org.mpris.MediaPlayer2.tritone"
  private static let mostInstances = 32
  private static let untilReading = Duration.milliseconds(500)

  init(
    _ bus: Bus, _ send: @escaping @Sendable (PlayerCommand) -> Void,
    _ activate: (@Sendable () -> Void)?, pauses: [Duration]
  ) {
    self.bus = bus
    self.pauses = pauses
    self.send = send
    self.activate = activate
    contents = Mutex(MediaPlayerContents(canRaise: activate != nil))
    changes = Wakes()
    attempts = Wakes()
  }

  /// - Parameter body: returns whether something changed.
  func change(_ body: (inout MediaPlayerContents) -> Bool) {
    guard contents.withLock({ body(&$0) }) else { return }
    hasChanged.withLock { $0 = true }
    changes.wake()
    attempts.wake()
  }

  // MARK: - Signals

  func announce() async {
    for await _ in changes.stream {
      let (signals, due) = announcements.withLock { announcements in
        let signals = announcements.signals(of: contents.withLock { $0 }, at: .now)
        return (signals, announcements.dueJump)
      }
      for signal in signals { await emit(signal) }
      guard let due else { continue }
      // One jump or many: the last position is told once its time has come.
      Task { [weak self] in
        try? await Task.sleep(until: due, clock: .continuous)  // nobody cancels it
        self?.changes.wake()
      }
    }
  }

  /// The loss of the connection is noticed where that is held.
  private func emit(_ signal: BusSignal) async {
    while !Task.isCancelled {
      do throws(BusError) { return try await bus.emit(signal) } catch {
        guard error == .busy else { return }
      }
      // A bus that does not read. Changes meanwhile become one signal.
      try? await Task.sleep(for: Self.untilReading)  // cancelled with the player
    }
  }

  // MARK: - Connection

  func stayConnected() async {
    var left = pauses[...]
    let longest = pauses.last ?? .zero
    var attempts = attempts.stream.makeAsyncIterator()
    var isExported = false
    while !Task.isCancelled {
      let start = ContinuousClock.now
      hasChanged.withLock { $0 = false }
      do throws(BusError) {
        try await beOnBus(&isExported)
      } catch {
        if case .noLibrary = error { return }
      }
      announcements.withLock { $0.end() }
      let wasNamed = name.withLock { name in
        defer { name = nil }
        return name != nil
      }
      // A bus that closes every connection at once, or says nothing, counts as one that is not there.
      if wasNamed, start.duration(to: .now) > longest { left = pauses[...] }
      let pause = left.popFirst()
      // A wake-up may be older than the attempt.
      while pause == nil, !Task.isCancelled, !hasChanged.withLock({ $0 }) { await attempts.next() }
      // Cancelled with the player.
      try? await Task.sleep(for: pause ?? longest - start.duration(to: .now))
    }
  }

  /// Returns when the connection is lost.
  private func beOnBus(_ isExported: inout Bool) async throws(BusError) {
    let losses = try await bus.signals(.nameLost)
    if !isExported {
      try await bus.export(Announcements.path) { [weak self] in self?.answer($0) ?? .unknown }
      isExported = true
    }
    announcements.withLock { $0.begin(with: contents.withLock { $0 }) }
    let own = try await ownName()
    name.withLock { $0 = own }
    for await signal in losses where signal.arguments.first?.string == own { break }
    guard Task.isCancelled, let own else { return }
    // Not within the task, which has been cancelled.
    Task { [bus] in
      do throws(BusError) { try await bus.release(own) } catch {
        // The name is gone with the connection.
      }
    }
  }

  /// Nil where the bus gives us none.
  private func ownName() async throws(BusError) -> String? {
    let others = (2...Self.mostInstances).map { "\(Self.baseName).instance\($0)" }
    for name in [Self.baseName] + others where try await bus.own(name) { return name }
    return nil
  }

  // MARK: - Calls

  private func answer(_ call: BusMethodCall) -> BusAnswer {
    let contents = contents.withLock { $0 }
    let answer = MediaPlayerCalls(contents: contents, now: .now).answer(to: call)
    if !answer.commands.isEmpty || answer.raises {
      guard allowance.withLock({ $0.takes(at: .now) }) else { return .tooMany }
    }
    for command in answer.commands { send(command) }
    if answer.raises { activate?() }
    return answer.reply
  }
}

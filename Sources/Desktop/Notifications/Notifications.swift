// Notifications of tracks: one bubble, which each new one replaces. What is to be shown is given
// from any thread under a lock; one task does the rest, and a server that hangs delays nobody else.
package import Bus
package import Music
internal import Synchronization

/// The desktop's notifications of the player.
package final class Notifications: Sendable {
  private let core: NotificationsCore

  /// - Parameter send: called with the commands of buttons, and must return at once.
  package init(bus: Bus, send: @escaping @Sendable (PlayerCommand) -> Void) {
    let core = NotificationsCore(bus, send)
    self.core = core
    Task { await core.run() }
  }

  /// The last request is still carried out.
  deinit { core.end() }

  /// Shows a notification in place of the one before.
  package func show(_ notification: TrackNotification) { core.want(.show(notification)) }

  /// Takes the notification off the screen, where it still is.
  package func close() { core.want(.close) }
}

/// What the task and the callers share.
final class NotificationsCore: Sendable {
  enum Wish: Sendable {
    case show(TrackNotification)
    case close
  }

  private let bus: Bus
  private let send: @Sendable (PlayerCommand) -> Void
  private let wish = Mutex<Wish?>(nil)
  private let wakes = Wakes()
  private let state = Mutex(State())

  private struct State: Sendable {
    /// Of the bubble; nil where there is none.
    var id: UInt32?
    var isListening = false
  }

  private static let patience = Duration.seconds(5)

  init(_ bus: Bus, _ send: @escaping @Sendable (PlayerCommand) -> Void) {
    self.bus = bus
    self.send = send
  }

  func want(_ wish: Wish) {
    self.wish.withLock { $0 = wish }
    wakes.wake()
  }

  func end() { wakes.finish() }

  func run() async {
    for await _ in wakes.stream {
      let wish = wish.withLock { wish in
        defer { wish = nil }
        return wish
      }
      do throws(BusError) {
        switch wish {
        case .show(let notification): try await show(notification)
        case .close: try await close()
        case nil: break
        }
      } catch {
        // Without a server or a bus there are no notifications. The next one is a new attempt.
        state.withLock { $0.id = nil }
      }
    }
  }

  private func show(_ notification: TrackNotification) async throws(BusError) {
    let answer = try await bus.call(NotificationCall.call("GetCapabilities"), within: Self.patience)
    guard case .array(let names, of: "s") = answer.first else { return }
    let call = NotificationCall(capabilities: Set(names.compactMap(\.string)))
    try await listen()
    let old = state.withLock { $0.id } ?? 0
    let values = try await bus.call(
      call.notify(notification, replacing: old), within: Self.patience)
    state.withLock { $0.id = values.first?.uint32 }
  }

  private func close() async throws(BusError) {
    let id = state.withLock { state in
      defer { state.id = nil }
      return state.id
    }
    guard let id else { return }
    _ = try await bus.call(
      NotificationCall.call("CloseNotification", [.uint32(id)]), within: Self.patience)
  }

  // MARK: - Buttons

  private func listen() async throws(BusError) {
    guard !state.withLock({ $0.isListening }) else { return }
    let signals = try await bus.signals(
      BusMatch(
        sender: NotificationCall.service, path: NotificationCall.path,
        interface: NotificationCall.service, member: "ActionInvoked"))
    state.withLock { $0.isListening = true }
    Task { [weak self] in
      for await signal in signals { self?.perform(signal.arguments) }
      // The connection was lost, and the bubble with it.
      self?.state.withLock { $0 = State() }
    }
  }

  private func perform(_ arguments: [BusValue]) {
    guard arguments.count == 2, let id = arguments[0].uint32, id == state.withLock({ $0.id }),
      let action = NotificationAction(rawValue: arguments[1].string ?? "")
    else { return }
    send(action.command)
  }
}

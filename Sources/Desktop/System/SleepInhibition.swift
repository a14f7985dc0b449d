// Keeps the machine awake: logind on the bus of the system, else what a desktop without logind has
// on the session's. What is wanted is given from any thread under a lock; one task does the rest.
package import Bus
internal import Synchronization

/// Keeps the machine from sleeping while that is asked for.
package final class SleepInhibition: Sendable {
  private let core: SleepInhibitionCore

  /// Who keeps the machine awake for us.
  package enum Holder: Equatable, Sendable {
    /// Until a descriptor is closed.
    case logind
    case powerManagement
    case screenSaver
  }

  /// - Parameter system: passes descriptors.
  package init(system: Bus, session: Bus) {
    let core = SleepInhibitionCore(system, session)
    self.core = core
    Task { await core.run() }
  }

  /// Gives the inhibition back.
  deinit { core.end() }

  /// Nil while the machine may sleep, and where nobody can keep it awake.
  package var holder: Holder? { core.holder }

  /// - Parameter why: shown by the desktop where it lists what keeps the machine awake.
  package func set(_ isWanted: Bool, why: String = "Playing music") {
    core.want(isWanted ? why : nil)
  }
}

/// What the task and the callers share.
final class SleepInhibitionCore: Sendable {
  private let system: Bus
  private let session: Bus
  private let wanted = Mutex<String?>(nil)
  private let held = Mutex<Held?>(nil)
  private let isWatching = Mutex(false)
  private let wakes = Wakes()

  private struct Held: Sendable {
    var why: String
    var by: Hold
  }

  private enum Hold: Sendable {
    case descriptor(BusDescriptor)
    case cookie(UInt32, SessionInhibitor)
  }

  private static let patience = Duration.seconds(5)

  init(_ system: Bus, _ session: Bus) {
    self.system = system
    self.session = session
  }

  var holder: SleepInhibition.Holder? {
    switch held.withLock({ $0?.by }) {
    case .descriptor: .logind
    case .cookie(_, let inhibitor): inhibitor.holder
    case nil: nil
    }
  }

  func want(_ why: String?) {
    let isNew = wanted.withLock { wanted in
      defer { wanted = why }
      return wanted != why
    }
    if isNew { wakes.wake() }
  }

  func end() {
    want(nil)
    wakes.finish()
  }

  func run() async {
    for await _ in wakes.stream { await follow() }
  }

  private func follow() async {
    let why = wanted.withLock { $0 }
    let old = held.withLock { $0 }
    guard why != old?.why else { return }
    var new: Held?
    if let why { new = await take(why) }
    held.withLock { $0 = new }
    // The new one is there before the old one goes.
    if case .cookie(let cookie, let inhibitor) = old?.by {
      // Whoever does not take it back has forgotten it.
      _ = try? await session.call(
        inhibitor.call("UnInhibit", [.uint32(cookie)]), within: Self.patience)
    }
  }

  private func take(_ reason: String) async -> Held? {
    let why = DesktopText.line(reason) ?? "Tritone"
    // Over ssh, sleep itself may be refused where idleness is not.
    for what in ["sleep:idle", "idle"] {
      let arguments = [what, "Tritone", why, "block"].map { BusValue.string($0) }
      let call = BusCall(
        "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
        "Inhibit", arguments)
      do throws(BusError) {
        let values = try await system.call(call, within: Self.patience)
        guard let descriptor = values.first?.descriptor else { continue }
        return Held(why: reason, by: .descriptor(descriptor))
      } catch { continue }
    }
    for inhibitor in SessionInhibitor.allCases {
      do throws(BusError) {
        try await watch()
        let arguments = [BusValue.string("Tritone"), .string(why)]
        let values = try await session.call(
          inhibitor.call("Inhibit", arguments), within: Self.patience)
        guard let cookie = values.first?.uint32 else { continue }
        return Held(why: reason, by: .cookie(cookie, inhibitor))
      } catch { continue }
    }
    return nil
  }

  /// A cookie is gone with the connection: another one is asked for.
  private func watch() async throws(BusError) {
    guard !isWatching.withLock({ $0 }) else { return }
    let losses = try await session.signals(.nameLost)
    isWatching.withLock { $0 = true }
    Task { [weak self] in
      for await _ in losses {}
      self?.isWatching.withLock { $0 = false }
      // The bus may come back.
      try? await Task.sleep(for: .seconds(1))  // nobody cancels it
      self?.forgetCookie()
    }
  }

  private func forgetCookie() {
    held.withLock { held in
      if case .cookie = held?.by { held = nil }
    }
    wakes.wake()
  }
}

/// The services of a session that keep its machine awake, the better one first.
enum SessionInhibitor: CaseIterable, Sendable {
  case powerManagement
  /// Keeps the screen on as well.
  case screenSaver

  var holder: SleepInhibition.Holder {
    switch self {
    case .powerManagement: .powerManagement
    case .screenSaver: .screenSaver
    }
  }

  func call(_ member: String, _ arguments: [BusValue]) -> BusCall {
    switch self {
    case .powerManagement:
      BusCall(
        "org.freedesktop.PowerManagement", "/org/freedesktop/PowerManagement/Inhibit",
        "org.freedesktop.PowerManagement.Inhibit", member, arguments)
    case .screenSaver:
      BusCall(
        "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver",
        "org.freedesktop.ScreenSaver", member, arguments)
    }
  }
}

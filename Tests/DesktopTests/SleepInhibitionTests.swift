import Bus
import BusServing
import Desktop
import Foundation
import Synchronization
import Testing

@Suite("Keeping the machine awake")
struct SleepInhibitionTests {
  /// logind with the descriptors that it gave away; each is one end of a connection.
  private final class Logind: Sendable {
    let service: MockService
    private let ends: Recorded<Int32>

    init(on address: String, refuses: Set<String> = []) async throws {
      let ends = Recorded<Int32>()
      self.ends = ends
      service = try await MockService(
        "org.freedesktop.login1", "/org/freedesktop/login1", on: address, passesDescriptors: true
      ) { call in
        guard call.member == "Inhibit", call.arguments.map(\.signature) == ["s", "s", "s", "s"],
          call.interface == "org.freedesktop.login1.Manager"
        else { return .unknown }
        if refuses.contains(call.arguments[0].string ?? "") {
          return .error(name: "org.freedesktop.DBus.Error.AccessDenied", text: "no")
        }
        var pair: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return .unknown }
        ends.append(pair[0])
        return .values([.descriptor(BusDescriptor(owning: pair[1]))])
      }
    }

    deinit { for end in ends.all { close(end) } }

    /// Whether each inhibition given out is still held.
    var held: [Bool] {
      ends.all.map { end in
        var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 0)
        return descriptor.revents & Int16(POLLHUP) == 0
      }
    }
  }

  private func until(_ condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(5)) }
  }

  private func inhibition(_ system: String, _ session: String) -> SleepInhibition {
    SleepInhibition(
      system: Bus(addresses: [system], passesDescriptors: true), session: Bus(addresses: [session]))
  }

  private static let none = "unix:path=/nonexistent/bus"

  @Test("logind keeps the machine awake until that is given back")
  func logind() async throws {
    let bus = try PrivateBus()
    let logind = try await Logind(on: bus.address)
    let inhibition = inhibition(bus.address, Self.none)
    inhibition.set(true, why: "Playing music")
    try await until { inhibition.holder == .logind }
    #expect(
      logind.service.calls(of: "Inhibit").map(\.arguments) == [
        ["sleep:idle", "Tritone", "Playing music", "block"].map { .string($0) }
      ])
    #expect(logind.held == [true])
    inhibition.set(true, why: "Playing music")
    inhibition.set(false)
    try await until { logind.held == [false] }
    #expect(inhibition.holder == nil)
    // Another reason is another inhibition, in place of the one before.
    inhibition.set(true, why: "a")
    try await until { logind.held == [false, true] }
    inhibition.set(true, why: "b\u{7}")
    try await until { logind.held == [false, false, true] }
  }

  @Test("an owner that ends gives it back")
  func end() async throws {
    let bus = try PrivateBus()
    let logind = try await Logind(on: bus.address)
    var inhibition: SleepInhibition? = inhibition(bus.address, Self.none)
    inhibition?.set(true)
    try await until { logind.held == [true] }
    inhibition = nil
    try await until { logind.held == [false] }
  }

  @Test("where sleep may not be kept away, idleness may")
  func idleOnly() async throws {
    let bus = try PrivateBus()
    let logind = try await Logind(on: bus.address, refuses: ["sleep:idle"])
    let inhibition = inhibition(bus.address, Self.none)
    inhibition.set(true)
    try await until { logind.held == [true] }
    #expect(logind.service.calls(of: "Inhibit").last?.arguments[0] == .string("idle"))
    withExtendedLifetime(inhibition) {}
  }

  @Test(
    "without logind services of the session do it",
    arguments: [
      (
        "org.freedesktop.PowerManagement", "/org/freedesktop/PowerManagement/Inhibit",
        SleepInhibition.Holder.powerManagement
      ), ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", .screenSaver),
    ])
  func session(name: String, path: String, holder: SleepInhibition.Holder) async throws {
    let bus = try PrivateBus()
    let service = try await MockService(name, path, on: bus.address) { call in
      switch (call.member, call.arguments.map(\.signature)) {
      case ("Inhibit", ["s", "s"]): .values([.uint32(99)])
      case ("UnInhibit", ["u"]): .values([])
      default: .unknown
      }
    }
    var inhibition: SleepInhibition? = inhibition(Self.none, bus.address)
    inhibition?.set(true, why: "Why")
    #expect(
      await service.wait(for: "Inhibit")[0].arguments == [.string("Tritone"), .string("Why")])
    try await until { inhibition?.holder == holder }
    inhibition?.set(false)
    #expect(await service.wait(for: "UnInhibit")[0].arguments == [.uint32(99)])
    inhibition?.set(true)
    _ = await service.wait(for: "Inhibit", count: 2)
    try await until { inhibition?.holder == holder }
    // The bus stays: the cookie has to be given back.
    inhibition = nil
    _ = await service.wait(for: "UnInhibit", count: 2)
  }

  @Test("a session that comes back is asked again")
  func restart() async throws {
    let first = try PrivateBus()
    @Sendable func saver(_ call: BusMethodCall) -> BusAnswer {
      call.member == "Inhibit" ? .values([.uint32(1)]) : .values([])
    }
    let name = "org.freedesktop.ScreenSaver"
    let path = "/org/freedesktop/ScreenSaver"
    let old = try await MockService(name, path, on: first.address, saver)
    let inhibition = inhibition(Self.none, first.address)
    inhibition.set(true)
    try await until { inhibition.holder == .screenSaver }
    first.end()
    let second = try PrivateBus(in: first.folder)
    let new = try await MockService(name, path, on: second.address, saver)
    _ = await new.wait(for: "Inhibit")
    second.end()
    withExtendedLifetime(old) {}
  }

  @Test("nobody there, and answers of the wrong kind")
  func none() async throws {
    let bus = try PrivateBus()
    let strange = try await MockService(
      "org.freedesktop.login1", "/org/freedesktop/login1", on: bus.address
    ) { _ in .values([.string("no descriptor")]) }
    let saver = try await MockService(
      "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", on: bus.address
    ) { $0.member == "Inhibit" ? .values([.string("1")]) : .values([]) }
    let inhibition = inhibition(bus.address, bus.address)
    inhibition.set(true)
    _ = await saver.wait(for: "Inhibit")
    #expect(inhibition.holder == nil)
    #expect(strange.calls(of: "Inhibit").count == 2)
    inhibition.set(false)
    inhibition.set(true)
    _ = await saver.wait(for: "Inhibit", count: 2)
    #expect(saver.calls(of: "UnInhibit") == [])
  }
}

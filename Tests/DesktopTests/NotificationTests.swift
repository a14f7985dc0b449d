import Bus
import BusServing
import Desktop
import Music
import Synchronization
import Testing

@Suite("Notifications")
struct NotificationTests {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// A server that gives ids from 5 on, and keeps an id that is replaced.
  private static func server(
    _ capabilities: [String], on address: String
  ) async throws -> MockService {
    let next = Mutex<UInt32>(5)
    return try await MockService(name, path, on: address) { call in
      switch call.member {
      case "GetCapabilities":
        return .values([.array(capabilities.map { .string($0) }, of: "s")])
      case "Notify":
        guard call.arguments.map(\.signature).joined() == "susssasa{sv}i" else { return .unknown }
        if case .uint32(let old) = call.arguments[1], old != 0 { return .values([.uint32(old)]) }
        return .values([
          .uint32(
            next.withLock { next in
              defer { next += 1 }
              return next
            })
        ])
      case "CloseNotification": return .values([])
      default: return .unknown
      }
    }
  }

  private static let everything = ["body", "body-markup", "actions", "persistence"]

  @Test("a notification says the track, with buttons, cover and hints")
  func show() async throws {
    let bus = try PrivateBus()
    let server = try await Self.server(Self.everything, on: bus.address)
    let notifications = Notifications(bus: Bus(addresses: [bus.address]), send: { _ in })
    notifications.show(
      TrackNotification(
        title: "A <b> & c", artist: "Simon & Garfunkel", album: "<Live>\n\u{1B}",
        cover: FilePath("/c/a b.jpg"), time: .seconds(4)))
    let arguments = await server.wait(for: "Notify")[0].arguments
    #expect(
      Array(arguments.prefix(6)) == [
        .string("Tritone"), .uint32(0), .string("tritone"), .string("A <b> & c"),
        .string("Simon &amp; Garfunkel\n&lt;Live&gt; \u{FFFD}"),
        .array(["next", "Next", "pause", "Pause"].map { .string($0) }, of: "s"),
      ])
    #expect(
      Scene.dictionary(arguments[6]) == [
        "desktop-entry": .string("tritone"), "transient": .boolean(true), "urgency": .byte(0),
        "image-path": .string("file:///c/a%20b.jpg"),
      ])
    #expect(arguments[7] == .int32(4_000))
    withExtendedLifetime(notifications) {}
  }

  @Test("the next one replaces the one before, and closing takes it away")
  func replacing() async throws {
    let bus = try PrivateBus()
    let server = try await Self.server(Self.everything, on: bus.address)
    var notifications: Notifications? = Notifications(
      bus: Bus(addresses: [bus.address]), send: { _ in })
    notifications?.show(TrackNotification(title: "1"))
    #expect(await server.wait(for: "Notify")[0].arguments[1] == .uint32(0))
    notifications?.show(TrackNotification(title: "2"))
    #expect(await server.wait(for: "Notify", count: 2)[1].arguments[1] == .uint32(5))
    notifications?.close()
    #expect(await server.wait(for: "CloseNotification")[0].arguments == [.uint32(5)])
    notifications?.show(TrackNotification(title: "3"))
    #expect(await server.wait(for: "Notify", count: 3)[2].arguments[1] == .uint32(0))
    // Also by an owner that ends.
    notifications?.close()
    notifications = nil
    _ = await server.wait(for: "CloseNotification", count: 2)
  }

  @Test("a plain server gets no markup, no buttons and no body")
  func capabilities() async throws {
    let bus = try PrivateBus()
    let server = try await Self.server([], on: bus.address)
    let notifications = Notifications(bus: Bus(addresses: [bus.address]), send: { _ in })
    notifications.show(TrackNotification(title: "So What", artist: "M & D", album: "X"))
    var arguments = await server.wait(for: "Notify")[0].arguments
    #expect(arguments[3...5] == [.string("So What – M & D"), .string(""), .array([], of: "s")])
    server.vanish()
    let second = try await Self.again(["body"], bus.address)
    notifications.show(TrackNotification(title: "So What", artist: "M & D", album: "<X>"))
    arguments = await second.wait(for: "Notify")[0].arguments
    #expect(arguments[4] == .string("M & D\n<X>"))
    withExtendedLifetime(notifications) {}
  }

  /// A server after another one, whose name the bus may not have taken back yet.
  private static func again(_ capabilities: [String], _ address: String) async throws -> MockService
  {
    while true {
      do { return try await server(capabilities, on: address) } catch BusError.busy {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  @Test("buttons of the bubble are commands, those of others are not")
  func actions() async throws {
    let bus = try PrivateBus()
    let server = try await Self.server(Self.everything, on: bus.address)
    let commands = Recorded<PlayerCommand>()
    let notifications = Notifications(bus: Bus(addresses: [bus.address]), send: commands.append)
    notifications.show(TrackNotification(title: "1", hasNext: false))
    let actions = await server.wait(for: "Notify")[0].arguments[5]
    #expect(actions == .array([.string("pause"), .string("Pause")], of: "s"))
    // Replaced: its id is known to the player by then.
    notifications.show(TrackNotification(title: "2"))
    _ = await server.wait(for: "Notify", count: 2)
    func invoke(_ arguments: [BusValue]) async throws {
      try await server.emit(BusSignal(Self.path, Self.name, "ActionInvoked", arguments))
    }
    try await invoke([.uint32(6), .string("next")])
    try await invoke([.uint32(5), .string("dance")])
    try await invoke([.string("next"), .uint32(5)])
    try await invoke([])
    try await invoke([.uint32(5), .string("pause")])
    try await invoke([.uint32(5), .string("next")])
    #expect(await commands.wait(for: 2) == [.pause, .next])
    withExtendedLifetime(notifications) {}
  }

  @Test("without a server nothing happens, and one that comes later is used")
  func absent() async throws {
    let bus = try PrivateBus()
    let notifications = Notifications(bus: Bus(addresses: [bus.address]), send: { _ in })
    notifications.show(TrackNotification(title: "1"))
    notifications.close()
    let server = try await Self.server(["body"], on: bus.address)
    notifications.show(TrackNotification(title: "2"))
    #expect(await server.wait(for: "Notify").last?.arguments[3] == .string("2"))
    withExtendedLifetime(notifications) {}
  }

  @Test("wrong answers of a server are not believed")
  func wrongAnswers() async throws {
    let bus = try PrivateBus()
    let server = try await MockService(Self.name, Self.path, on: bus.address) { call in
      switch call.member {
      case "GetCapabilities" where call.arguments.isEmpty:
        .values([.array([.string("body")], of: "s")])
      default: .values([.string("five")])
      }
    }
    let notifications = Notifications(bus: Bus(addresses: [bus.address]), send: { _ in })
    notifications.show(TrackNotification(title: "1"))
    _ = await server.wait(for: "Notify")
    notifications.show(TrackNotification(title: "2"))
    #expect(await server.wait(for: "Notify", count: 2)[1].arguments[1] == .uint32(0))
    withExtendedLifetime(notifications) {}
  }
}

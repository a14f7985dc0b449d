import Bus
import BusServing
import Desktop
import Synchronization
import Testing

@Suite("RealtimeKit")
struct RealtimeKitTests {
  private static let name = "org.freedesktop.RealtimeKit1"
  private static let path = "/org/freedesktop/RealtimeKit1"

  private static func service(
    on address: String, priority: BusValue = .int32(20), refuses: Set<String> = []
  ) async throws -> MockService {
    try await MockService(name, path, on: address) { call in
      if refuses.contains(call.member) {
        return .error(name: "org.freedesktop.DBus.Error.AccessDenied", text: "no")
      }
      switch (call.member, call.arguments.map(\.signature)) {
      case ("Get", ["s", "s"]):
        switch call.arguments[1] {
        case .string("MaxRealtimePriority"): return .values([.variant(priority)])
        case .string("MinNiceLevel"): return .values([.variant(.int32(-15))])
        case .string("RTTimeUSecMax"): return .values([.variant(.int64(200_000))])
        default: return .unknown
        }
      case ("MakeThreadRealtime", ["t", "u"]), ("MakeThreadHighPriority", ["t", "i"]):
        return .values([])
      default: return .unknown
      }
    }
  }

  private func raise(
    _ address: String, priority: Int = 5, isLimited: Bool = true
  ) async -> (grant: RealtimeKit.Grant?, limits: [Duration]) {
    let limits = Recorded<Duration>()
    let grant = await RealtimeKit(bus: Bus(addresses: [address])).raise(
      thread: 4_711, priority: priority, niceness: -11
    ) { longest in
      limits.append(longest)
      return isLimited
    }
    return (grant, limits.all)
  }

  @Test("a thread gets its priority, after its time is limited to what the service wants")
  func granted() async throws {
    let bus = try PrivateBus()
    let service = try await Self.service(on: bus.address)
    let (grant, limits) = await raise(bus.address)
    #expect(grant == .realTime(5))
    #expect(limits == [.milliseconds(200)])
    #expect(
      service.calls(of: "MakeThreadRealtime").map(\.arguments) == [[.uint64(4_711), .uint32(5)]])
  }

  @Test("no more is requested than the service allows")
  func bounded() async throws {
    let bus = try PrivateBus()
    let service = try await Self.service(on: bus.address)
    #expect(await raise(bus.address, priority: 90).grant == .realTime(20))
    #expect(service.calls(of: "MakeThreadRealtime").map { $0.arguments[1] } == [.uint32(20)])
  }

  @Test("where real time is refused, niceness is requested")
  func refused() async throws {
    let bus = try PrivateBus()
    let service = try await Self.service(on: bus.address, refuses: ["MakeThreadRealtime"])
    #expect(await raise(bus.address).grant == .nice(-11))
    #expect(
      service.calls(of: "MakeThreadHighPriority").map(\.arguments) == [
        [.uint64(4_711), .int32(-11)]
      ])
    // Without the limit the service would refuse, too.
    #expect(await raise(bus.address, isLimited: false).grant == .nice(-11))
    #expect(service.calls(of: "MakeThreadRealtime").count == 1)
  }

  @Test("without a service, with one that refuses all and with one that answers nonsense: nothing")
  func none() async throws {
    let bus = try PrivateBus()
    #expect(await raise(bus.address).grant == nil)
    #expect(await raise("unix:path=/nonexistent").grant == nil)
    let refusing = try await Self.service(
      on: bus.address, refuses: ["MakeThreadRealtime", "MakeThreadHighPriority"])
    #expect(await raise(bus.address).grant == nil)
    withExtendedLifetime(refusing) {}
    let other = try PrivateBus()
    let strange = try await Self.service(on: other.address, priority: .string("high"))
    let (grant, limits) = await raise(other.address)
    #expect(grant == nil && limits == [])
    withExtendedLifetime(strange) {}
  }
}

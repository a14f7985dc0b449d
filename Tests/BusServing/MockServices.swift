package import Bus
import Synchronization

/// One service on a bus, whose answers a test writes.
package final class MockService: Sendable {
  private let bus: Mutex<Bus?>
  private let calls = Mutex<[BusMethodCall]>([])

  /// - Parameters:
  ///   - path: of the object and all below it.
  ///   - answer: called on a thread of the service's own.
  package init(
    _ name: String, _ path: String, on address: String, passesDescriptors: Bool = false,
    _ answer: @escaping @Sendable (BusMethodCall) -> BusAnswer
  ) async throws {
    let bus = Bus(addresses: [address], passesDescriptors: passesDescriptors)
    self.bus = Mutex(bus)
    try await bus.export(path) { [weak self] call in
      guard let self else { return .nothing }
      calls.withLock { $0.append(call) }
      return answer(call)
    }
    guard try await bus.own(name) else { throw BusError.busy }
  }

  /// All calls so far, of one member or of all.
  package func calls(of member: String? = nil) -> [BusMethodCall] {
    calls.withLock { $0.filter { member == nil || $0.member == member } }
  }

  /// Waits for calls of a member.
  package func wait(for member: String, count: Int = 1) async -> [BusMethodCall] {
    while calls(of: member).count < count { try? await Task.sleep(for: .milliseconds(5)) }
    return calls(of: member)
  }

  package func emit(_ signal: BusSignal) async throws {
    try await bus.withLock { $0 }?.emit(signal)
  }

  /// Ends the service: its connection is closed.
  package func vanish() { bus.withLock { $0 = nil } }
}

package import Bus

/// Real-time scheduling where the limits of the user do not allow it, granted by RealtimeKit.
package struct RealtimeKit: Sendable {
  private let bus: Bus

  /// What a thread got.
  package enum Grant: Equatable, Sendable {
    case realTime(Int)
    case nice(Int)
  }

  private static let service = "org.freedesktop.RealtimeKit1"
  private static let path = "/org/freedesktop/RealtimeKit1"
  private static let patience = Duration.seconds(5)

  /// - Parameter bus: that of the system.
  package init(bus: Bus) { self.bus = bus }

  /// Requests a priority for a thread of this process, within the service's limits; nil where there
  /// is no such service, or it refuses.
  ///
  /// - Parameters:
  ///   - thread: its id in the kernel.
  ///   - priority: of SCHED_RR.
  ///   - niceness: where only that is granted.
  ///   - limitTime: limits the processor time of real-time threads of the process between two
  ///     waits (RLIMIT_RTTIME), without which the service refuses; false where it cannot.
  package func raise(
    thread: Int32, priority: Int, niceness: Int,
    limitTime: @Sendable (_ longest: Duration) -> Bool
  ) async -> Grant? {
    guard thread > 0, let highest = await limit("MaxRealtimePriority") else { return nil }
    if highest > 0, let time = await limit("RTTimeUSecMax"), time > 0,
      limitTime(.microseconds(time))
    {
      let wanted = max(1, min(priority, Int(highest)))
      if await isGranted("MakeThreadRealtime", thread, .uint32(UInt32(clamping: wanted))) {
        return .realTime(wanted)
      }
    }
    guard let lowest = await limit("MinNiceLevel"), lowest < 0 else { return nil }
    let wanted = min(-1, max(niceness, Int(lowest)))
    guard await isGranted("MakeThreadHighPriority", thread, .int32(Int32(clamping: wanted))) else {
      return nil
    }
    return .nice(wanted)
  }

  private func isGranted(_ member: String, _ thread: Int32, _ value: BusValue) async -> Bool {
    let call = BusCall(
      Self.service, Self.path, Self.service, member, [.uint64(UInt64(thread)), value])
    do throws(BusError) { _ = try await bus.call(call, within: Self.patience) } catch {
      return false
    }
    return true
  }

  /// Nil where the service does not tell.
  private func limit(_ name: String) async -> Int64? {
    let call = BusCall(
      Self.service, Self.path, "org.freedesktop.DBus.Properties", "Get",
      [.string(Self.service), .string(name)])
    do throws(BusError) {
      return try await bus.call(call, within: Self.patience).first?.content?.integer
    } catch { return nil }
  }
}

extension BusValue {
  /// A signed number of any size: versions of RealtimeKit have different ones.
  fileprivate var integer: Int64? {
    switch self {
    case .int32(let value): Int64(value)
    case .int64(let value): value
    default: nil
    }
  }
}

import Bus
import Desktop
import FoundationEssentials

/// Work of a command during which the computer stays awake, where something can keep it so.
enum WakefulWork {
  /// - Parameter why: shown by what keeps the computer awake.
  static func run<Value>(_ why: String, _ work: () throws -> Value) rethrows -> Value {
    let environment = ProcessInfo.processInfo.environment
    let inhibition = SleepInhibition(
      system: Bus(addresses: BusAddresses.system(environment), passesDescriptors: true),
      session: Bus(addresses: BusAddresses.session(environment)))
    inhibition.set(true, why: why)
    defer { inhibition.set(false) }
    return try work()
  }
}

package import Bus
import Synchronization

/// The Secret Service on a bus, as a test wants it to behave.
///
/// Written after the specification (freedesktop.org, Secret Service API 0.2), not after our client.
package final class MockSecretService: Sendable {
  package struct Item: Equatable, Sendable {
    package var label = ""
    package var attributes: [String: String] = [:]
    package var secret: [UInt8] = []
  }

  /// What happens instead of the answer to a method.
  package enum Fault: Equatable, Sendable {
    case silence
    case error(String)
    /// The program ends.
    case vanishing
    case answer([BusValue])
  }

  package enum PromptAnswer: Equatable, Sendable {
    case unlock, dismiss, none, vanishing
  }

  package struct State: Sendable {
    package var items: [String: Item] = [:]
    package var isLocked = false
    package var hasDefault = true
    package var promptAnswer = PromptAnswer.unlock
    package var faults: [String: Fault] = [:]
    /// Members called, in order.
    package var calls: [String] = []
    var sessions: Set<String> = []
    var prompts: [String: [String]] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  private let bus: Mutex<Bus?>

  private static let root = "/org/freedesktop/secrets"
  private static let collection = root + "/collection/login"
  private static let prefix = "org.freedesktop.Secret."

  package init(on address: String) async throws {
    let bus = Bus(addresses: [address])
    self.bus = Mutex(bus)
    try await bus.export(Self.root) { [weak self] call in self?.answer(call) ?? .nothing }
    guard try await bus.own("org.freedesktop.secrets") else { throw BusError.busy }
  }

  package func with<Value>(_ body: (inout sending State) -> sending Value) -> sending Value {
    state.withLock { body(&$0) }
  }

  package var calls: [String] { state.withLock { $0.calls } }
  package var items: [Item] { state.withLock { Array($0.items.values) } }

  /// Ends the service: its connection is closed.
  package func vanish() { bus.withLock { $0 = nil } }

  private func answer(_ call: BusMethodCall) -> BusAnswer {
    state.withLock { $0.calls.append(call.member) }
    switch state.withLock({ $0.faults[call.member] }) {
    case .silence: return .nothing
    case .error(let name): return .error(name: name, text: "no")
    case .vanishing:
      vanish()
      return .nothing
    case .answer(let values): return .values(values)
    case nil: break
    }
    if call.member == "Prompt" { return prompt(call.path) }
    return state.withLock { Self.answer(call, &$0) }
  }

  private static func answer(_ call: BusMethodCall, _ state: inout State) -> BusAnswer {
    let arguments = call.arguments
    switch (call.interface, call.member) {
    case (prefix + "Service", "OpenSession"):
      guard arguments.first == .string("plain") else {
        return .error(name: "org.freedesktop.DBus.Error.NotSupported", text: "")
      }
      state.next += 1
      let session = "\(root)/session/s\(state.next)"
      state.sessions.insert(session)
      return .values([.variant(.string("")), .path(session)])
    case (prefix + "Session", "Close"):
      state.sessions.remove(call.path)
      return .values([])
    case (prefix + "Service", "ReadAlias"):
      return .values([.path(state.hasDefault ? collection : "/")])
    case ("org.freedesktop.DBus.Properties", "Get"):
      return .values([.variant(.boolean(state.isLocked))])
    case (prefix + "Service", "SearchItems"):
      let wanted = texts(arguments.first)
      let found = state.items.filter { item in
        wanted.allSatisfy { item.value.attributes[$0.key] == $0.value }
      }.map { BusValue.path($0.key) }
      let none = BusValue.array([], of: "o")
      let all = BusValue.array(found, of: "o")
      return .values(state.isLocked ? [none, all] : [all, none])
    case (prefix + "Service", "Unlock"):
      let objects = arguments.first?.paths ?? []
      guard state.isLocked else {
        return .values([.array(objects.map { .path($0) }, of: "o"), .path("/")])
      }
      state.next += 1
      let prompt = "\(root)/prompt/p\(state.next)"
      state.prompts[prompt] = objects
      return .values([.array([], of: "o"), .path(prompt)])
    case (prefix + "Prompt", "Dismiss"): return .values([])
    case (prefix + "Collection", "CreateItem"): return create(call, &state)
    case (prefix + "Item", "GetSecret"):
      guard !state.isLocked else { return .error(name: prefix + "Error.IsLocked", text: "") }
      guard let item = state.items[call.path], let session = arguments.first?.path,
        state.sessions.contains(session)
      else { return .error(name: prefix + "Error.NoSession", text: "") }
      return .values([
        .structure([.path(session), .bytes([]), .bytes(item.secret), .string("text/plain")])
      ])
    case (prefix + "Item", "Delete"):
      guard !state.isLocked else { return .error(name: prefix + "Error.IsLocked", text: "") }
      state.items[call.path] = nil
      return .values([.path("/")])
    default: return .unknown
    }
  }

  private static func create(_ call: BusMethodCall, _ state: inout State) -> BusAnswer {
    guard !state.isLocked else { return .error(name: prefix + "Error.IsLocked", text: "") }
    let arguments = call.arguments
    guard call.path == collection, arguments.map(\.signature) == ["a{sv}", "(oayays)", "b"],
      let members = arguments[1].members, let session = members[0].path,
      state.sessions.contains(session)
    else { return .error(name: prefix + "Error.NoSession", text: "") }
    var item = Item()
    for entry in arguments[0].entries ?? [] {
      switch entry.key.string {
      case prefix + "Item.Label": item.label = entry.value.content?.string ?? ""
      case prefix + "Item.Attributes": item.attributes = texts(entry.value.content)
      default: break
      }
    }
    item.secret = members[2].bytes ?? []
    let old = state.items.first { $0.value.attributes == item.attributes }?.key
    state.next += 1
    let replaces = arguments[2].boolean == true
    let path = (replaces ? old : nil) ?? "\(collection)/i\(state.next)"
    state.items[path] = item
    return .values([.path(path), .path("/")])
  }

  private static func texts(_ value: BusValue?) -> [String: String] {
    Dictionary(
      (value?.entries ?? []).map { ($0.key.string ?? "", $0.value.string ?? "") },
      uniquingKeysWith: { $1 })
  }

  private func prompt(_ path: String) -> BusAnswer {
    let (answer, objects) = state.withLock { state in
      if state.promptAnswer == .unlock { state.isLocked = false }
      return (state.promptAnswer, state.prompts[path] ?? [])
    }
    switch answer {
    case .none: break
    case .vanishing: vanish()
    case .unlock, .dismiss:
      let unlocked = answer == .unlock ? objects.map { BusValue.path($0) } : []
      let signal = BusSignal(
        path, Self.prefix + "Prompt", "Completed",
        [.boolean(answer == .dismiss), .variant(.array(unlocked, of: "o"))])
      let bus = bus.withLock { $0 }
      Task { try await bus?.emit(signal) }
    }
    return .values([])
  }
}

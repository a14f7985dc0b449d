// A client of the Secret Service (freedesktop.org, Secret Service API 0.2). Values travel in a
// session of the kind "plain": the bus is a socket of the user's own, and whoever may listen to it
// may ask the service, too. Every operation has one bound for all of its answers; the time that the
// user takes for a prompt has a bound of its own.
internal import Bus
internal import Music

/// One operation with the Secret Service.
struct Keyring: Sendable {
  let bus: Bus
  let times: SecretTimes
  /// Whether the service may ask the user.
  let mayPrompt: Bool
  /// The unique name of the service: an operation goes to one program or fails.
  private(set) var owner = ""
  private var deadline: ContinuousClock.Instant

  static let busName = "org.freedesktop.secrets"
  static let root = "/org/freedesktop/secrets"
  static let prefix = "org.freedesktop.Secret."
  /// Entries of one name that are looked at; we write one.
  private static let maximumItems = 16

  /// Finds the service, which the bus starts where it can.
  init(_ bus: Bus, _ times: SecretTimes, mayPrompt: Bool) async throws(SecretObstacle) {
    self.bus = bus
    self.times = times
    self.mayPrompt = mayPrompt
    deadline = .now + times.answers
    do throws(SecretObstacle) {
      owner = try await ownerOfName()
    } catch .refused("org.freedesktop.DBus.Error.NameHasNoOwner") {
      do throws(SecretObstacle) {
        _ = try await send(.bus("StartServiceByName", [.string(Self.busName), .uint32(0)]))
        owner = try await ownerOfName()
      } catch .refused {
        throw .noService
      } catch .vanished {
        // ServiceUnknown: nothing on this machine offers it.
        throw .noService
      }
    }
  }

  private func ownerOfName() async throws(SecretObstacle) -> String {
    let values = try await send(.bus("GetNameOwner", [.string(Self.busName)]))
    guard let owner = values.first?.string, owner.hasPrefix(":") else { throw .badAnswer }
    return owner
  }

  // MARK: - Operations

  /// Nil where no keyring has it.
  mutating func secret(_ name: SecretName) async throws(SecretObstacle) -> Secret? {
    var (items, locked) = try await search(name)
    if items.isEmpty {
      guard !locked.isEmpty else { return nil }
      try await unlock(locked)
      (items, locked) = try await search(name)
      guard !items.isEmpty else { throw locked.isEmpty ? .badAnswer : .locked }
    }
    let session = try await openSession()
    defer { closeSession(session) }
    let values = try await call(items[0], "Item", "GetSecret", [.path(session)])
    guard let members = values.first?.members, members.count == 4, let bytes = members[2].bytes,
      !bytes.isEmpty, bytes.count <= SecretFiles.maximumBytes, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .badAnswer }
    return Secret(text)
  }

  /// Writes an entry of the default keyring, in place of older ones, also of other keyrings.
  mutating func keep(_ secret: Secret, as name: SecretName) async throws(SecretObstacle) {
    let collection = try await defaultCollection()
    let property = try await call(
      collection, "org.freedesktop.DBus.Properties", "Get",
      [.string(Self.prefix + "Collection"), .string("Locked")])
    guard let isLocked = property.first?.content?.boolean else { throw .badAnswer }
    if isLocked { try await unlock([collection]) }
    let session = try await openSession()
    defer { closeSession(session) }
    let properties = BusValue.variants([
      (Self.prefix + "Item.Label", .string("Tritone: \(name.service.title)")),
      (Self.prefix + "Item.Attributes", Self.attributes(name)),
    ])
    let value = BusValue.structure([
      .path(session), .bytes([]), .bytes(Array(secret.text.utf8)), .string("text/plain"),
    ])
    let values = try await call(
      collection, "Collection", "CreateItem", [properties, value, .boolean(true)])
    guard values.count == 2, let item = values[0].path, let prompt = values[1].path else {
      throw .badAnswer
    }
    let written = prompt == "/" ? item : try await answer(to: prompt)?.path ?? "/"
    guard written != "/" else { throw .badAnswer }
    // The default was another keyring before. Those that are locked stay: this one is read first.
    for old in try await search(name).unlocked where old != written { try await delete(old) }
  }

  /// Removes all entries of a name.
  mutating func remove(_ name: SecretName) async throws(SecretObstacle) {
    let (unlocked, locked) = try await search(name)
    if !locked.isEmpty { try await unlock(locked) }
    for item in unlocked + locked { try await delete(item) }
  }

  private mutating func delete(_ item: String) async throws(SecretObstacle) {
    let values = try await call(item, "Item", "Delete")
    guard let prompt = values.first?.path else { throw .badAnswer }
    if prompt != "/" { _ = try await answer(to: prompt) }
  }

  /// Whether secrets could be kept: a session opens, and there is a default keyring.
  mutating func check() async throws(SecretObstacle) {
    closeSession(try await openSession())
    _ = try await defaultCollection()
  }

  // MARK: - Parts

  private static func attributes(_ name: SecretName) -> BusValue {
    .texts([
      ("application", "tritone"), ("service", name.service.rawValue), ("account", name.account),
    ])
  }

  private func search(
    _ name: SecretName
  ) async throws(SecretObstacle) -> (unlocked: [String], locked: [String]) {
    let values = try await call(Self.root, "Service", "SearchItems", [Self.attributes(name)])
    guard values.count == 2, let unlocked = values[0].paths, let locked = values[1].paths,
      unlocked.count + locked.count <= Self.maximumItems
    else { throw .badAnswer }
    return (unlocked, locked)
  }

  private func defaultCollection() async throws(SecretObstacle) -> String {
    let values = try await call(Self.root, "Service", "ReadAlias", [.string("default")])
    guard let collection = values.first?.path else { throw .badAnswer }
    guard collection != "/" else { throw .noDefaultKeyring }
    return collection
  }

  private func openSession() async throws(SecretObstacle) -> String {
    let values = try await call(
      Self.root, "Service", "OpenSession", [.string("plain"), .variant(.string(""))])
    guard values.count == 2, let session = values[1].path, session != "/" else { throw .badAnswer }
    return session
  }

  /// Nobody waits for the end of a session.
  private func closeSession(_ session: String) {
    let (bus, owner) = (bus, owner)
    Task {
      // A session also ends with the connection.
      _ = try? await bus.call(
        BusCall(owner, session, Self.prefix + "Session", "Close"), within: .seconds(5))
    }
  }

  private mutating func unlock(_ objects: [String]) async throws(SecretObstacle) {
    // Some services show their window without a prompt being asked for.
    guard mayPrompt else { throw .locked }
    let values = try await call(
      Self.root, "Service", "Unlock", [.array(objects.map { .path($0) }, of: "o")])
    guard values.count == 2, let unlocked = values[0].paths, let prompt = values[1].path else {
      throw .badAnswer
    }
    if prompt != "/" {
      _ = try await answer(to: prompt)
    } else if unlocked.isEmpty {
      throw .locked
    }
  }

  // MARK: - Prompts

  private enum PromptEnd: Sendable {
    case completed([BusValue])
    case vanished
    case timedOut
  }

  /// Has the service show a prompt, and returns the result of the user's answer.
  private mutating func answer(to prompt: String) async throws(SecretObstacle) -> BusValue? {
    guard mayPrompt else { throw .locked }
    let completed = try await signals(
      BusMatch(
        sender: owner, path: prompt, interface: Self.prefix + "Prompt", member: "Completed"))
    let gone = try await signals(
      BusMatch(
        sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "NameOwnerChanged", firstArgument: owner))
    let start = ContinuousClock.now
    _ = try await call(prompt, "Prompt", "Prompt", [.string("")])
    let time = times.prompts
    let end = await withTaskGroup(of: PromptEnd.self) { group in
      group.addTask {
        for await signal in completed { return .completed(signal.arguments) }
        return .vanished
      }
      group.addTask {
        for await _ in gone { break }
        return .vanished
      }
      group.addTask {
        // Usually cancelled: the answer came first.
        try? await Task.sleep(for: time)
        return .timedOut
      }
      let end = await group.next() ?? .vanished
      group.cancelAll()
      return end
    }
    deadline += start.duration(to: .now)
    switch end {
    case .completed(let arguments):
      guard arguments.count == 2, let isDismissed = arguments[0].boolean else { throw .badAnswer }
      guard !isDismissed else { throw .dismissed }
      return arguments[1].content
    case .vanished where !Task.isCancelled: throw .vanished
    case .vanished, .timedOut:
      let (bus, call) = (bus, BusCall(owner, prompt, Self.prefix + "Prompt", "Dismiss"))
      // Nobody waits for the window to close.
      Task { _ = try? await bus.call(call, within: .seconds(5)) }
      throw Task.isCancelled ? .cancelled : .dismissed
    }
  }

  // MARK: - Calls

  private func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) async throws(SecretObstacle) -> [BusValue] {
    let interface = interface.contains(".") ? interface : Self.prefix + interface
    return try await send(BusCall(owner, path, interface, member, arguments))
  }

  private func send(_ call: BusCall) async throws(SecretObstacle) -> [BusValue] {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { throw .timedOut }
    do throws(BusError) {
      return try await bus.call(call, within: left)
    } catch { throw SecretObstacle(error) }
  }

  private func signals(_ match: BusMatch) async throws(SecretObstacle) -> AsyncStream<BusSignal> {
    do throws(BusError) { return try await bus.signals(match) } catch {
      throw SecretObstacle(error)
    }
  }
}

extension SecretObstacle {
  init(_ error: BusError) {
    self =
      switch error {
      case .noLibrary, .noBus: .noBus(error.message)
      case .connectionLost: .vanished
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      case .refused("org.freedesktop.DBus.Error.ServiceUnknown"),
        .refused("org.freedesktop.DBus.Error.NoReply"):
        .vanished
      case .refused("org.freedesktop.Secret.Error.IsLocked"): .locked
      case .refused(let name): .refused(name)
      case .badReply, .invalidMessage: .badAnswer
      case .busy: .refused(error.message)
      }
  }
}

// Owns the connection and the thread `bus`, which begins with the first request and ends with the
// Bus. Never waits in a call of libsystemd, and never calls out while it holds the lock.
internal import CBus
internal import CLinux
internal import Glibc
internal import Synchronization
internal import Threads

/// Runs requests on the bus thread.
final class BusLoop: @unchecked Sendable {
  // because `shared` has a lock, and the rest is constant or of the thread alone
  private let shared = Mutex(Shared())
  private let wakeUp = tritone_eventfd()
  private let addresses: [String]
  private let patience: Duration
  private let passesDescriptors: Bool
  private let onLoss: (@Sendable (BusError) -> Void)?
  /// Of the thread.
  private var connection = Connection.none
  private var waiting: [BusRequest] = []
  private var active: [BusRequest] = []
  private var subscriptions: [BusSubscription] = []
  private var exports: [BusExport] = []

  private struct Shared {
    var submitted: [BusRequest] = []
    var unsubscribed: [BusSubscription] = []
    var isStarted = false
    var isOver = false
    /// Waiting and running requests.
    var count = 0
  }

  private enum Connection {
    case none
    /// An address that has not let us in yet, with those to try after it.
    case opening(OpaquePointer, ContinuousClock.Instant, rest: ArraySlice<String>)
    case open(OpaquePointer)

    var bus: OpaquePointer? {
      switch self {
      case .none: nil
      case .opening(let bus, _, _), .open(let bus): bus
      }
    }
  }

  private static let maximumRequests = 256
  private static let maximumSubscriptions = 64
  /// Messages that wait for a bus that does not read.
  private static let maximumQueue = 256
  /// Messages of a flood that are processed before requests are looked at.
  private static let batch = 64

  init(
    addresses: [String], patience: Duration, passesDescriptors: Bool,
    onLoss: (@Sendable (BusError) -> Void)?
  ) {
    self.addresses = addresses
    self.patience = patience
    self.passesDescriptors = passesDescriptors
    self.onLoss = onLoss
  }

  deinit { if wakeUp >= 0 { close(wakeUp) } }

  var hasAddresses: Bool { !addresses.isEmpty }

  /// Runs a request to its end; cancelling the task ends it.
  func run(_ work: BusRequest.Work) async throws(BusError) -> [BusValue] {
    if let reason = tritone_load_bus() { throw .noLibrary(reason: String(cString: reason)) }
    let request = BusRequest(work, self)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        request.continuation = continuation
        if let refusal = submit(request) { request.resume(.failure(refusal)) }
      }
    } onCancel: {
      request.isCancelled.store(true, ordering: .relaxed)
      ring()
    }
    return try result.get()
  }

  func unsubscribe(_ subscription: BusSubscription) {
    shared.withLock { $0.unsubscribed.append(subscription) }
    ring()
  }

  /// Ends all requests and the thread.
  func end() {
    shared.withLock { $0.isOver = true }
    ring()
  }

  private func submit(_ request: BusRequest) -> BusError? {
    guard wakeUp >= 0 else { return .noBus(reason: "no more files can be opened") }
    let (refusal, starts) = shared.withLock { shared -> (BusError?, Bool) in
      if shared.isOver { return (.cancelled, false) }
      guard shared.count < Self.maximumRequests else { return (.busy, false) }
      shared.count += 1
      shared.submitted.append(request)
      defer { shared.isStarted = true }
      return (nil, !shared.isStarted)
    }
    if starts { OwnThread.start(named: "bus") { [self] in loop() } }
    ring()
    return refusal
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(wakeUp, &one, MemoryLayout.size(ofValue: one))
  }

  // MARK: - On the thread

  private func loop() {
    // A write to a socket that the bus has closed.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    while takeWork() {
      dropCancelled()
      if case .none = connection, !waiting.isEmpty { open(addresses[...], "no address is known") }
      process()
      sleep()
    }
    fail(.cancelled)
    tritone_bus_close(connection.bus)
    connection = .none
  }

  /// Takes over what was submitted; false at the end.
  private func takeWork() -> Bool {
    let (unsubscribed, isOver) = shared.withLock { shared in
      waiting += shared.submitted
      shared.submitted = []
      defer { shared.unsubscribed = [] }
      return (shared.unsubscribed, shared.isOver)
    }
    for subscription in unsubscribed {
      subscription.end()
      subscriptions.removeAll { $0 === subscription }
    }
    return !isOver
  }

  private func dropCancelled() {
    for request in waiting + active where request.isCancelled.load(ordering: .relaxed) {
      finish(request, .failure(.cancelled))
    }
  }

  private func sleep() {
    var descriptors = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
    if let bus = connection.bus {
      let events = tritone_bus_get_events(bus)
      // A negative descriptor is ignored, and the next processing reports the loss.
      descriptors.append(
        pollfd(fd: tritone_bus_get_fd(bus), events: Int16(max(0, events)), revents: 0))
    }
    poll(&descriptors, nfds_t(descriptors.count), millisecondsToWait)
    var count: UInt64 = 0
    _ = read(wakeUp, &count, MemoryLayout.size(ofValue: count))
  }

  /// -1 without a limit.
  private var millisecondsToWait: Int32 {
    guard let bus = connection.bus else { return waiting.isEmpty ? -1 : 0 }
    guard tritone_bus_get_events(bus) >= 0 else { return 0 }
    var nearest: Double?
    var time: UInt64 = .max
    if tritone_bus_get_timeout(bus, &time) >= 0, time != .max {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      nearest = Double(time) / 1000 - Double(now.tv_sec) * 1000 - Double(now.tv_nsec) / 1e6
    }
    if case .opening(_, let deadline, _) = connection {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      nearest = min(nearest ?? left, left)
    }
    // Rounded up, so that the time has come then.
    return nearest.map { Int32(max(0, min($0.rounded(.up), 1e9))) } ?? -1
  }

  // MARK: - Connection

  /// Begins with the first address that takes a connection.
  private func open(_ addresses: ArraySlice<String>, _ reason: String) {
    var rest = addresses
    var reason = reason
    while let address = rest.popFirst() {
      var bus: OpaquePointer?
      let code = tritone_bus_open(&bus, address, passesDescriptors)
      guard code >= 0, let bus else {
        reason = String(cString: strerror(-code)).lowercased()
        continue
      }
      // The path of a bus that has ended, in /tmp, may be another user's socket by now.
      guard tritone_bus_has_own_peer(bus) else {
        tritone_bus_close(bus)
        reason = "it belongs to another user"
        continue
      }
      connection = .opening(bus, .now + patience, rest: rest)
      return
    }
    connection = .none
    fail(.noBus(reason: reason))
  }

  private func process() {
    guard let bus = connection.bus else { return }
    var code: Int32 = 1
    for _ in 0..<Self.batch where code > 0 { code = tritone_bus_process(bus) }
    if code > 0 { ring() }
    switch connection {
    case .none: return
    case .opening(_, let deadline, let rest):
      if code < 0 || tritone_bus_is_open(bus) <= 0 {
        tritone_bus_close(bus)
        open(rest, code < 0 ? String(cString: strerror(-code)).lowercased() : "it hung up")
      } else if tritone_bus_is_ready(bus) > 0 {
        connection = .open(bus)
        for export in exports { _ = add(export, bus) }
        startWaiting(bus)
      } else if .now >= deadline {
        tritone_bus_close(bus)
        open(rest, "it does not answer")
      }
    case .open:
      // Before a loss becomes known, calls would be queued for nobody.
      if code < 0 || tritone_bus_is_open(bus) <= 0 { return lose(bus) }
      startWaiting(bus)
    }
  }

  private func lose(_ bus: OpaquePointer) {
    let ended = active
    for request in ended { finish(request, .failure(.connectionLost)) }
    for subscription in subscriptions { subscription.end() }
    subscriptions = []
    for export in exports {
      tritone_bus_free_slot(export.slot)
      export.slot = nil
    }
    tritone_bus_close(bus)
    connection = .none
    // Those that came meanwhile try a new connection.
    if !waiting.isEmpty { ring() }
    onLoss?(.connectionLost)
  }

  /// Ends everything with an error.
  private func fail(_ error: BusError) {
    let late = shared.withLock { shared in
      defer { shared.submitted = [] }
      return shared.isOver ? shared.submitted : []
    }
    for request in waiting + active + late { finish(request, .failure(error)) }
    for subscription in subscriptions { subscription.end() }
    subscriptions = []
    for export in exports {
      tritone_bus_free_slot(export.slot)
      export.slot = nil
    }
  }

  func finish(_ request: BusRequest, _ result: Result<[BusValue], BusError>) {
    waiting.removeAll { $0 === request }
    active.removeAll { $0 === request }
    shared.withLock { $0.count -= 1 }
    if case .subscribe(let subscription) = request.work {
      subscription.request = nil
      if case .failure = result {
        subscription.end()
        subscriptions.removeAll { $0 === subscription }
      }
    }
    request.resume(result)
  }

  // MARK: - Requests

  private func startWaiting(_ bus: OpaquePointer) {
    let requests = waiting
    waiting = []
    for request in requests {
      active.append(request)
      do throws(BusError) {
        switch request.work {
        case .call(let call, let time): try start(call, time, request, bus)
        case .subscribe(let subscription): try start(subscription, request, bus)
        case .export(let export):
          guard add(export, bus) else { throw .invalidMessage(code: EINVAL) }
          exports.append(export)
          finish(request, .success([]))
        case .emit(let signal):
          try send(signal, bus)
          finish(request, .success([]))
        }
      } catch { finish(request, .failure(error)) }
    }
  }

  private func start(
    _ call: BusCall, _ time: Duration, _ request: BusRequest, _ bus: OpaquePointer
  ) throws(BusError) {
    var message: OpaquePointer?
    let interface: String? = call.interface.isEmpty ? nil : call.interface
    let code = tritone_bus_new_call(
      bus, &message, call.destination, call.path, interface, call.member)
    guard code >= 0, let message else { throw .invalidMessage(code: -code) }
    defer { tritone_bus_free_message(message) }
    try MessageWriter.append(call.arguments, to: message)
    let microseconds = UInt64(max(1, min(time / .microseconds(1), 1e12)))
    request.deadline = .now + time
    let context = Unmanaged.passUnretained(request).toOpaque()
    let sent = tritone_bus_call_async(
      bus, &request.slot, message, receiveReply, context, microseconds)
    guard sent >= 0 else { throw .invalidMessage(code: -sent) }
  }

  private func start(
    _ subscription: BusSubscription, _ request: BusRequest, _ bus: OpaquePointer
  ) throws(BusError) {
    guard subscriptions.count < Self.maximumSubscriptions else { throw .busy }
    subscription.request = request
    subscriptions.append(subscription)
    let context = Unmanaged.passUnretained(subscription).toOpaque()
    let code = tritone_bus_add_match(
      bus, &subscription.slot, subscription.rule, receiveSignal, receiveInstalled, context)
    guard code >= 0 else { throw .invalidMessage(code: -code) }
  }

  private func add(_ export: BusExport, _ bus: OpaquePointer) -> Bool {
    let context = Unmanaged.passUnretained(export).toOpaque()
    return tritone_bus_add_fallback(bus, &export.slot, export.path, receiveCall, context) >= 0
  }

  private func send(_ signal: BusSignal, _ bus: OpaquePointer) throws(BusError) {
    guard tritone_bus_get_queued(bus) < Self.maximumQueue else { throw .busy }
    var message: OpaquePointer?
    let code = tritone_bus_new_signal(bus, &message, signal.path, signal.interface, signal.member)
    guard code >= 0, let message else { throw .invalidMessage(code: -code) }
    defer { tritone_bus_free_message(message) }
    try MessageWriter.append(signal.arguments, to: message)
    let sent = tritone_bus_send(message)
    guard sent >= 0 else { throw .invalidMessage(code: -sent) }
  }

  /// Whether the connection is still there; its end gives every call an error reply.
  var isConnected: Bool { connection.bus.map { tritone_bus_is_open($0) > 0 } ?? false }
}

internal import CBus
internal import Synchronization

/// One request to the bus thread, and its state there.
final class BusRequest: @unchecked Sendable {
  // because the task that makes it hands it to the bus thread, which alone uses it until it resumes
  // the continuation; the flag of the cancellation is atomic
  enum Work {
    case call(BusCall, within: Duration)
    case subscribe(BusSubscription)
    case export(BusExport)
    case emit(BusSignal)
  }

  let work: Work
  let isCancelled = Atomic<Bool>(false)
  unowned let loop: BusLoop
  var continuation: CheckedContinuation<Result<[BusValue], BusError>, Never>?
  /// Of a call that waits for its reply.
  var slot: OpaquePointer?
  var deadline: ContinuousClock.Instant?

  init(_ work: Work, _ loop: BusLoop) {
    self.work = work
    self.loop = loop
  }

  func resume(_ result: Result<[BusValue], BusError>) {
    tritone_bus_free_slot(slot)
    slot = nil
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: result)
  }
}

/// A match rule and the stream of its signals.
final class BusSubscription: @unchecked Sendable {
  // because the sink is set before the bus thread gets it and can be used by any thread, and the
  // rest is of the bus thread alone
  let rule: String
  var sink: AsyncStream<BusSignal>.Continuation?
  var slot: OpaquePointer?
  /// The request that waits for the rule to be installed.
  var request: BusRequest?

  init(_ rule: String) { self.rule = rule }

  func end() {
    tritone_bus_free_slot(slot)
    slot = nil
    sink?.finish()
  }
}

/// An exported path with what answers its calls.
final class BusExport: @unchecked Sendable {
  // because the slot is of the bus thread alone
  let path: String
  let answer: @Sendable (BusMethodCall) -> BusAnswer
  var slot: OpaquePointer?

  init(_ path: String, _ answer: @escaping @Sendable (BusMethodCall) -> BusAnswer) {
    self.path = path
    self.answer = answer
  }
}

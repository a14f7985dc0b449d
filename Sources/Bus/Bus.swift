// A message bus. Connects with the first request, and anew with the next one after a loss; all work
// with libsystemd is done by one thread, which sleeps without a timer while nothing happens. Passed
// along by those who need it; a call waits as long as it says, and before that for the connection,
// `patience` for each address.

/// A connection to the message bus of the user's session, or to that of the system.
package final class Bus: Sendable {
  private let loop: BusLoop

  /// - Parameters:
  ///   - addresses: tried in turn at each connection.
  ///   - patience: how long an address may take to let us in.
  ///   - passesDescriptors: whether messages may carry file descriptors, in both directions.
  ///   - onLoss: called on the bus thread when a connection is lost; names and subscriptions are
  ///     gone with it, exported objects come back with the next one.
  package init(
    addresses: [String], patience: Duration = .seconds(5), passesDescriptors: Bool = false,
    onLoss: (@Sendable (BusError) -> Void)? = nil
  ) {
    loop = BusLoop(
      addresses: addresses, patience: patience, passesDescriptors: passesDescriptors,
      onLoss: onLoss)
  }

  deinit { loop.end() }

  /// Whether there is any bus to try.
  package var hasAddresses: Bool { loop.hasAddresses }

  /// Calls a method and returns the values of its reply; cancelling the task ends the wait.
  package func call(
    _ call: BusCall, within time: Duration = .seconds(25)
  ) async throws(BusError) -> [BusValue] {
    try await loop.run(.call(call, within: time))
  }

  /// The signals that match, from now on until the connection is lost or the stream is dropped.
  ///
  /// The oldest are lost where more than 256 wait.
  package func signals(_ match: BusMatch) async throws(BusError) -> AsyncStream<BusSignal> {
    guard let rule = match.rule else { throw .invalidMessage(code: 0) }
    let subscription = BusSubscription(rule)
    let stream = AsyncStream(bufferingPolicy: .bufferingNewest(256)) { subscription.sink = $0 }
    subscription.sink?.onTermination = { [weak loop] _ in loop?.unsubscribe(subscription) }
    _ = try await loop.run(.subscribe(subscription))
    return stream
  }

  /// Answers all calls of the path and those below.
  ///
  /// - Parameter answer: called on the bus thread, and must return at once.
  package func export(
    _ path: String, _ answer: @escaping @Sendable (BusMethodCall) -> BusAnswer
  ) async throws(BusError) {
    _ = try await loop.run(.export(BusExport(path, answer)))
  }

  /// Requests a well-known name, without a place in its queue; false if another program has it.
  package func own(_ name: String) async throws(BusError) -> Bool {
    let values = try await call(.bus("RequestName", [.string(name), .uint32(4)]))
    return [1, 4].contains(values.first?.uint32)
  }

  /// Gives a name back.
  package func release(_ name: String) async throws(BusError) {
    _ = try await call(.bus("ReleaseName", [.string(name)]))
  }

  /// Sends a signal; `busy` where the bus does not take those that came before.
  package func emit(_ signal: BusSignal) async throws(BusError) {
    _ = try await loop.run(.emit(signal))
  }
}

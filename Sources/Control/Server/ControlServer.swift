internal import Glibc
package import Music
internal import Threads

/// The player's end of the socket: terminals, sub-commands and scripts.
///
/// A thread of its own does all work with the socket and never waits for one program alone. The
/// calls below come from any thread and return at once.
package final class ControlServer: Sendable {
  /// Called on the server's thread; they must return at once, and never end the server.
  package struct Handlers: Sendable {
    /// A request for the player, to be answered by `answer` in its time.
    package var request: @Sendable (ControlRequest, ControlTicket) -> Void
    /// A terminal; the returned closure gets what happens to its connection.
    package var attach:
      @Sendable (AttachRequest, ControlConnection) -> @Sendable (AttachedEvent) -> Void

    package init(
      request: @escaping @Sendable (ControlRequest, ControlTicket) -> Void,
      attach:
        @escaping @Sendable (AttachRequest, ControlConnection) -> @Sendable (AttachedEvent) -> Void
    ) {
      self.request = request
      self.attach = attach
    }
  }

  private let desk: ControlDesk
  private let lock: HostLock
  private let ending = Semaphore()

  /// Listens at the socket of a lock, in place of one that was left over.
  package init(
    _ lock: HostLock, status: PlayerStatus, handlers: Handlers
  ) throws(ControlError) {
    let desk = ControlDesk(status)
    guard desk.wakeUp.descriptor >= 0 else { throw .system(lock.socket.path, code: EMFILE) }
    let listener = try Self.listen(lock.socket.path)
    self.lock = lock
    self.desk = desk
    let ending = ending
    OwnThread.start(named: "control") {
      var loop = ControlLoop(listener: listener, desk: desk, handlers: handlers)
      loop.run()
      ending.post()
    }
  }

  deinit { end() }

  /// Tells programs that follow the player of its state, and answers with it from now on.
  package func publish(_ status: PlayerStatus) { desk.publish(status) }

  /// Whether a request is still to be carried out: one that waited longer than its program, or
  /// longer than that was there, is refused.
  package func begins(_ ticket: ControlTicket) -> Bool { desk.begins(ticket) }

  /// Tells the program that its request has begun, and is answered at its end.
  package func tellBegun(_ ticket: ControlTicket) { desk.tellBegun(ticket) }

  /// Answers a request, once; later answers are ignored.
  package func answer(_ ticket: ControlTicket, _ answer: ControlAnswer) {
    desk.answer(ticket, answer)
  }

  /// Writes what waits for programs that read, and ends all connections; no program finds the
  /// player any more when this returns.
  package func end() {
    guard desk.end() else { return }
    lock.socket.path.withCString { _ = unlink($0) }
    ending.wait()
  }

  private static func listen(_ path: FilePath) throws(ControlError) -> Int32 {
    try refuseRunningHost(path)
    path.withCString { _ = unlink($0) }
    let descriptor = try LocalSocket.make()
    var code = LocalSocket.withAddress(path) { bind(descriptor, $0, $1) } == 0 ? 0 : errno
    // The folder is private already.
    if code == 0, path.withCString({ chmod($0, 0o600) }) != 0 { code = errno }
    if code == 0, Glibc.listen(descriptor, 64) != 0 { code = errno }
    guard code == 0 else {
      close(descriptor)
      throw .system(path, code: code)
    }
    return descriptor
  }

  /// The lock may be lost with its file, which others clear away; what answers is a player still.
  private static func refuseRunningHost(_ path: FilePath) throws(ControlError) {
    let descriptor = try LocalSocket.make()
    defer { close(descriptor) }
    // EAGAIN is the answer of one that is busy.
    guard LocalSocket.withAddress(path, { connect(descriptor, $0, $1) }) == 0 || errno == EAGAIN
    else { return }
    throw .hostRuns(process: LocalSocket.ownPeer(of: descriptor))
  }
}

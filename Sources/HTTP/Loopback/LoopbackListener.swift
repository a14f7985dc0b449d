internal import Glibc
internal import Synchronization
internal import Threads

/// Bounds of a loopback listener.
package struct LoopbackLimits: Equatable, Sendable {
  /// From the connection to the end of the request's head; slower clients are cut.
  package var requestTime: Duration = .seconds(5)
  /// For the answer, and then for the client to close the connection.
  package var answerTime: Duration = .seconds(5)
  package var headBytes = 8192
  /// At once: browsers open some that they do not use. The oldest makes room for a new one.
  package var connections = 8

  package init() {}
}

/// A small HTTP server on 127.0.0.1 that takes the redirect of a sign-in out of a browser.
///
/// The listener answers GET at one path, one request a connection, on a thread of its own.
package final class LoopbackListener: Sendable {
  package enum Fault: Error, Equatable, Sendable {
    /// Another program listens at the port.
    case portTaken(Int)
    /// The errno.
    case failed(code: Int32)
  }

  package let port: Int
  /// Closing it ends the thread.
  private let wakeEnd: Mutex<Int32?>
  private let ending = LoopbackEnding()

  /// - Parameters:
  ///   - port: 0 for any free one.
  ///   - path: other paths are not found.
  ///   - answer: called on the listener's thread with the address of each GET at the path; must
  ///     return at once, and never end the listener.
  package init(
    port: Int, path: String, limits: LoopbackLimits = LoopbackLimits(),
    answer: @escaping @Sendable (HTTPURL) -> LoopbackPage
  ) throws(Fault) {
    let (listener, bound) = try Self.listen(port)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let code = errno
      close(listener)
      throw .failed(code: code)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = ends[0]
    self.port = bound
    wakeEnd = Mutex(ends[1])
    let ending = ending
    OwnThread.start(named: "loopback") {
      var loop = LoopbackLoop(
        listener: listener, wakeEnd: readEnd, port: bound, path: path, limits: limits,
        answer: answer)
      loop.run()
      ending.note()
    }
  }

  deinit { end() }

  /// Ends the thread; the port is free when this returns.
  package func end() {
    let descriptor = wakeEnd.withLock { end in
      defer { end = nil }
      return end
    }
    guard let descriptor else { return }
    close(descriptor)
    ending.wait()
  }

  private static func listen(_ port: Int) throws(Fault) -> (descriptor: Int32, port: Int) {
    guard let number = UInt16(exactly: port) else { throw .failed(code: EINVAL) }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw .failed(code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // Connections of an earlier sign-in keep the port for a minute otherwise.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = number.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code: Int32 = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Glibc.listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &length) == 0 ? 0 : errno
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw code == EADDRINUSE ? .portTaken(port) : .failed(code: code)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

/// The end of a listener's thread.
private final class LoopbackEnding: @unchecked Sendable {
  // because `isOver` is used under the lock of `condition` only
  private let condition = Condition()
  private var isOver = false

  func note() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
  }

  func wait() { condition.withLock { while !isOver { condition.wait() } } }
}

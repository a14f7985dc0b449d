import Glibc
package import HTTP
import Synchronization

/// A server of plain sockets on 127.0.0.1 whose answers a test writes byte by byte.
package final class LoopbackServer: Sendable {
  package let port: Int
  private let listener: Int32
  private let received = Mutex<[ReceivedRequest]>([])
  private let counts = Mutex(Counts())

  struct Counts: Sendable {
    var connections = 0
    var busy = 0
    var busiest = 0
    var closedByClient = 0
  }

  package struct Failure: Error {
    let code: Int32

    package init(code: Int32) { self.code = code }
  }

  /// `answer` runs on a thread of each connection, for each request; false closes the connection.
  package init(_ answer: @escaping @Sendable (Exchange) -> Bool) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(code: errno) }
    port = Int(UInt16(bigEndian: address.sin_port))
    startThread { [weak self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        guard let self else {
          close(descriptor)
          break
        }
        self.counts.withLock { $0.connections += 1 }
        // Head and body are sent one after the other, and the second waits for 40 ms otherwise.
        var yes: Int32 = 1
        setsockopt(
          descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        startThread {
          while let request = ReceivedRequest.read(descriptor) {
            self.received.withLock { $0.append(request) }
            self.counts.withLock {
              $0.busy += 1
              $0.busiest = max($0.busiest, $0.busy)
            }
            let exchange = Exchange(descriptor: descriptor, request: request)
            let goesOn = answer(exchange)
            self.counts.withLock { $0.busy -= 1 }
            guard goesOn else { break }
          }
          shutdown(descriptor, Int32(SHUT_RDWR))
          close(descriptor)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  package var requests: [ReceivedRequest] { received.withLock { $0 } }
  package var connections: Int { counts.withLock { $0.connections } }
  package var busiest: Int { counts.withLock { $0.busiest } }

  package func url(_ path: String = "/", host: String = "127.0.0.1") throws -> HTTPURL {
    try HTTPURL("http://\(host):\(port)\(path)")
  }
}

package struct ReceivedRequest: Sendable {
  package let head: String
  package let body: [UInt8]

  package var method: String { String(head.prefix { $0 != " " }) }
  package var target: String { head.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

  package func value(of name: String) -> String? {
    for line in head.split(whereSeparator: \.isNewline).dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      if line[..<colon].lowercased() == name.lowercased() {
        return line[line.index(after: colon)...].drop { $0 == " " }.description
      }
    }
    return nil
  }

  static func read(_ descriptor: Int32) -> ReceivedRequest? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while head.suffix(4) != [13, 10, 13, 10] {
      guard head.count < 65536, recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    let bare = ReceivedRequest(head: String(decoding: head, as: UTF8.self), body: [])
    var body: [UInt8] = []
    let length = bare.value(of: "Content-Length").flatMap { Int($0) } ?? 0
    while body.count < length {
      guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      body.append(byte)
    }
    return ReceivedRequest(head: bare.head, body: body)
  }
}

/// One request at the server, and the ways to answer it.
package struct Exchange: Sendable {
  package let descriptor: Int32
  package let request: ReceivedRequest

  /// False once the client has closed the connection.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let sent = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      done += sent
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(text.utf8) }

  /// A whole answer, after which the connection stays.
  package func answer(_ status: Int = 200, _ headers: [String] = [], _ body: [UInt8] = []) -> Bool {
    let lines =
      ["HTTP/1.1 \(status) Some", "Content-Length: \(body.count)"] + headers
    return send(lines.joined(separator: "\r\n") + "\r\n\r\n")
      && (request.method == "HEAD" || send(body))
  }

  package func redirect(to location: String, _ status: Int = 302) -> Bool {
    answer(status, ["Location: \(location)"], Array("elsewhere".utf8))
  }

  /// Repeats bytes until the client closes the connection.
  package func sendForever(_ bytes: [UInt8], pause: UInt32 = 0) {
    while send(bytes) { if pause > 0 { usleep(pause) } }
  }

  /// Blocks until the client closes the connection.
  package func waitForClose() {
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) > 0 {}
  }
}

package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(body)).toOpaque()
  let code = pthread_create(
    &thread, nil,
    { work in
      guard let work else { return nil }
      Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
      return nil
    }, work)
  precondition(code == 0)
  pthread_detach(thread)
}

import FoundationEssentials
import Glibc

/// A server in Python that runs beside a test, and ends with this object or with the process.
final class ScriptServer: @unchecked Sendable {
  // because the program is polled only before the object is handed out and when it ends
  let port: Int
  private let program: Spawned
  /// Ends the server with this process, however that ends.
  private let input: Int32

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether the machine has what it needs.
  static var isAvailable: Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/python3", X_OK) == 0 }
  }

  /// Starts a script, which prints its port as the first line and runs until its input ends.
  ///
  /// - Parameter output: the file of what it prints; that of its errors has `.errors` behind it.
  init(_ script: String, _ arguments: [String], output: String) throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw Failure(description: "no pair of sockets: \(errno)")
    }
    input = ends[1]
    defer { close(ends[0]) }
    program = try Spawned(
      "python3", ["-S", "-E", "-B", script] + arguments, environment: nil, input: ends[0],
      output: output, errors: output + ".errors")
    var found: Int?
    for _ in 0..<Int(Spawned.patience * 100) {
      let text = (try? String(contentsOf: URL(filePath: output), encoding: .utf8)) ?? ""
      if text.hasSuffix("\n"), let port = Int(text.prefix { $0 != "\n" }) {
        found = port
        break
      }
      guard program.poll() == nil else { break }
      usleep(10_000)
    }
    guard let found else {
      let errors =
        (try? String(contentsOf: URL(filePath: output + ".errors"), encoding: .utf8)) ?? ""
      throw Failure(description: "\(script) does not start: \(errors)")
    }
    port = found
  }

  deinit {
    close(input)
    program.end(SIGKILL)
  }

  /// The body of the answer to a request.
  func exchange(_ method: String, _ path: String, _ body: String) throws -> [UInt8] {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw Failure(description: "no connection: \(errno)") }
    let request =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    var sent = 0
    let bytes = Array(request.utf8)
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(description: "the control is not taken") }
      sent += count
    }
    var answer: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &block, block.count, 0)
      guard count > 0 else { break }
      answer += block[..<count]
    }
    let separator = Array("\r\n\r\n".utf8)
    guard let end = answer.firstRange(of: separator),
      answer.starts(with: Array("HTTP/1.1 200".utf8))
    else {
      throw Failure(description: "control: \(String(decoding: answer.prefix(300), as: UTF8.self))")
    }
    return Array(answer[end.upperBound...])
  }
}

import FoundationEssentials
import Glibc

/// A server in Python that runs beside a test, and ends with this object or with the process.
final class ScriptServer: @unchecked Sendable {
  // because all that changes is written before the object is handed out
  let port: Int
  private let pid: pid_t
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

  /// Seconds after which a server that does not start is given up.
  private static let patience = 120

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
    pid = try Self.start(
      ["python3", "-S", "-E", "-B", script] + arguments, input: ends[0], output: output)
    var found: Int?
    for _ in 0..<(Self.patience * 100) {
      let text = (try? String(contentsOf: URL(filePath: output), encoding: .utf8)) ?? ""
      if text.hasSuffix("\n"), let port = Int(text.prefix { $0 != "\n" }) {
        found = port
        break
      }
      guard waitpid(pid, nil, WNOHANG) == 0 else { break }
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
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  private static func start(_ arguments: [String], input: Int32, output: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(
      &actions, 2, output + ".errors", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program must not inherit signals that the test runner blocks or ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, arguments[0], &actions, &attributes, &words, environ)
    guard code == 0 else { throw Failure(description: "python3 does not start: error \(code)") }
    return pid
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

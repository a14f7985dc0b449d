import Foundation
import Synchronization

/// A message bus of a test's own, in a folder that is gone with it.
package final class PrivateBus: Sendable {
  package let folder: String
  private let id: pid_t
  private let hasEnded = Atomic<Bool>(false)

  package var address: String { "unix:path=\(folder)/bus" }

  package struct Failure: Error { let code: Int32 }

  /// - Parameters:
  ///   - folder: of an earlier bus, to start another one in its place.
  ///   - user: the account that runs it, nil for the test's own.
  ///   - services: lines of service files, by name, for what the bus starts on demand.
  package init(
    in folder: String? = nil, as user: UInt32? = nil, services: [String: String] = [:]
  ) throws {
    // Short, since the path of a socket has about a hundred bytes.
    let own = folder ?? "/tmp/tb-\(UUID().uuidString.prefix(8))"
    self.folder = own
    for path in [own, own + "/services"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      if user != nil { chmod(path, 0o777) }
    }
    for (name, text) in services {
      try text.write(toFile: "\(own)/services/\(name).service", atomically: true, encoding: .utf8)
    }
    let settings = """
      <busconfig><type>session</type><listen>unix:path=\(own)/bus</listen>
      <auth>EXTERNAL</auth><servicedir>\(own)/services</servicedir>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """
    try settings.write(toFile: own + "/bus.conf", atomically: true, encoding: .utf8)
    id = try Self.start(
      (user.map { ["setpriv", "--reuid=\($0)", "--clear-groups"] } ?? [])
        + ["dbus-daemon", "--config-file=\(own)/bus.conf", "--nofork"])
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(own)/bus".utf8) }
    while true {
      let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(client) }
      let isThere = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
      if isThere { break }
      guard waitpid(id, nil, WNOHANG) == 0 else { throw Failure(code: errno) }
      usleep(2000)
    }
  }

  /// Not by Foundation's `Process`: a bus that inherits blocked signals does not notice when what it
  /// starts ends.
  private static func start(_ words: [String]) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [0, 1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw Failure(code: code) }
    return id
  }

  /// Ends the bus at once, as a crash would.
  package func end() {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  /// Keeps the bus from reading and writing until it may go on.
  package func halt() { kill(id, SIGSTOP) }

  package func goOn() { kill(id, SIGCONT) }

  deinit {
    end()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

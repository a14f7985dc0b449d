import CLinux
import Control
import Foundation
import Glibc
import JSON
import Music
import Synchronization

/// A private runtime folder that is gone with the test.
final class Runtime: Sendable {
  let folder: FilePath

  init() {
    // Short: the address of a socket holds 108 bytes.
    var name = Array("/tmp/tritone-control-XXXXXX".utf8CString)
    folder = FilePath(String(cString: mkdtemp(&name)))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.text) }

  var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.text] }

  var socket: ControlSocket {
    get throws {
      try ControlSocket(library: FilePath("/music/library.db"), environment: environment)
    }
  }

  func names(_ name: String = "tritone") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.appending(name).text)) ?? [])
      .sorted()
  }
}

/// A server that notes what comes, and answers as a test says.
final class TestHost: Sendable {
  struct Attached: Sendable {
    var request: AttachRequest
    var connection: ControlConnection
  }

  let server: ControlServer
  let requests = Log<ControlRequest>()
  /// Those whose answers are on their way.
  let answered = Log<ControlRequest>()
  let attached = Log<Attached>()
  let events = Log<AttachedEvent>()

  private final class Late: Sendable {
    let server = Mutex<ControlServer?>(nil)
  }

  private let late = Late()

  /// - Parameter answer: nil for a request that is left without an answer.
  init(
    _ runtime: Runtime, status: PlayerStatus = .sample,
    answer: @escaping @Sendable (ControlRequest) -> ControlAnswer? = { _ in .done() }
  ) throws {
    let (requests, attached, events, late) = (requests, attached, events, late)
    let answered = answered
    server = try ControlServer(
      try HostLock(try runtime.socket), status: status,
      handlers: ControlServer.Handlers(
        request: { request, ticket in
          requests.note(request)
          guard let answer = answer(request) else { return }
          late.server.withLock { $0?.answer(ticket, answer) }
          answered.note(request)
        },
        attach: { request, connection in
          attached.note(Attached(request: request, connection: connection))
          return { events.note($0) }
        }))
    late.server.withLock { $0 = server }
  }

  func end() {
    late.server.withLock { $0 = nil }
    server.end()
  }

  deinit { end() }
}

/// Values from another thread, for which a test waits, but not for ever.
final class Log<Value: Sendable>: @unchecked Sendable {
  // because `values` is used under the lock of the condition only
  private let condition = NSCondition()
  private var values: [Value] = []

  func note(_ value: Value) {
    condition.withLock {
      values.append(value)
      condition.broadcast()
    }
  }

  var all: [Value] { condition.withLock { values } }

  /// The values once there are so many; fewer after the time that no test needs.
  func first(_ count: Int) -> [Value] {
    let deadline = Date(timeIntervalSinceNow: 20)
    return condition.withLock {
      while values.count < count, condition.wait(until: deadline) {}
      return values
    }
  }
}

/// A program of plain sockets, which sends what no proper one would; all its waits are bounded.
final class RawProgram {
  let descriptor: Int32
  private var received: [UInt8] = []

  init(_ socket: ControlSocket) throws {
    descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.path.bytes) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw ControlError.system(socket.path, code: errno) }
  }

  deinit { close(descriptor) }

  /// False where the other end is closed, or takes nothing in time.
  @discardableResult
  func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let passed = rest.count == bytes.count ? descriptors : []
      let sent = rest.withUnsafeBytes {
        tritone_send(descriptor, $0.baseAddress, $0.count, passed, Int32(passed.count))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  @discardableResult
  func send(_ text: String, _ descriptors: [Int32] = []) -> Bool {
    send(Array(text.utf8), descriptors)
  }

  func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next line; nil at the end of the connection, and where nothing comes in time.
  func line() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var part = [UInt8](repeating: 0, count: 65_536)
      let got = recv(descriptor, &part, part.count, 0)
      guard got > 0 else { return nil }
      received += part[..<got]
    }
  }

  func node() throws -> JSONNode? { try line().map { try ControlClient.node(Array($0.utf8)) } }

  /// Whether the other end is closed by now.
  var isHungUp: Bool {
    var polled = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Whether the other end closes the connection; what it sends before is left out.
  var isClosed: Bool {
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = recv(descriptor, &part, part.count, 0)
      if got > 0 { continue }
      return got == 0 || errno == ECONNRESET
    }
  }
}

extension PlayerStatus {
  static var sample: PlayerStatus {
    var track = Track(id: TrackID(7), source: .file(FilePath("/music/a.flac")))
    track.tags = Tags(title: "A", artist: "B", album: "C")
    return PlayerStatus(
      playback: .paused,
      item: Item(id: QueueItemID(3), play: nil, track: track, title: "A", artist: "B"),
      clock: PlayClock(
        position: .seconds(12.5), at: .now, isAdvancing: false, duration: .seconds(200)),
      index: 1, count: 4, queueVersion: 9)
  }
}

/// Whether something comes true before a time that no test needs is over.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<2000 {
    if condition() { return true }
    usleep(10_000)
  }
  return false
}

/// The open descriptors of this process.
func openDescriptors() -> Int {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
}

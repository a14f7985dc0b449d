import HTTP
import Media
import Music
import Synchronization
import TestServers

@testable import Streaming

/// A server of one file that misbehaves as it is told.
final class FileServer: Sendable {
  struct Behaviour: Sendable {
    var etag: String? = "\"one\""
    var type = "audio/mpeg"
    var hasRanges = true
    /// Bytes of the whole that ranges announce.
    var claimed: Int?
    /// Without a length, in chunks.
    var isChunked = false
    /// The faults of the next requests.
    var faults: [Fault] = []
    /// Refuses any other token.
    var token: String?
    var bytes: [UInt8] = []
  }

  enum Fault: Sendable {
    case status(Int, [String])
    /// Closes the connection after so many bytes of the body.
    case cut(Int)
    /// Announces and sends so many bytes of the range.
    case short(Int)
    case page
    case redirect(String)
    case silence
  }

  private final class Box: Sendable {
    let value: Mutex<Behaviour>
    init(_ value: Behaviour) { self.value = Mutex(value) }
  }

  let server: LoopbackServer
  private let box: Box

  init(_ bytes: [UInt8], _ change: (inout Behaviour) -> Void = { _ in }) throws {
    var behaviour = Behaviour(bytes: bytes)
    change(&behaviour)
    let box = Box(behaviour)
    self.box = box
    server = try LoopbackServer { FileServer.answer($0, box) }
  }

  func change(_ body: (inout Behaviour) -> Void) { box.value.withLock { body(&$0) } }

  /// The faults that no request has taken.
  var faultsLeft: Int { box.value.withLock { $0.faults.count } }

  var ranges: [String] { server.requests.map { $0.value(of: "Range") ?? "" } }

  private static func answer(_ exchange: Exchange, _ box: Box) -> Bool {
    let (now, fault) = box.value.withLock { state in
      (state, state.faults.isEmpty ? nil : state.faults.removeFirst())
    }
    var cut: Int?
    var short: Int?
    switch fault {
    case .status(let status, let headers): return exchange.answer(status, headers, [65])
    case .page: return exchange.answer(200, ["Content-Type: text/html"], Array("<p>".utf8))
    case .redirect(let place): return exchange.redirect(to: place)
    case .silence:
      exchange.waitForClose()
      return false
    case .cut(let count): cut = count
    case .short(let count): short = count
    case nil: break
    }
    if let token = now.token, exchange.request.value(of: "Authorization") != "Bearer \(token)" {
      return exchange.answer(401)
    }
    var headers = ["Content-Type: \(now.type)"]
    if let etag = now.etag { headers.append("ETag: \(etag)") }
    let condition = exchange.request.value(of: "If-Range")
    let isRanged = now.hasRanges && (condition == nil || condition == now.etag)
    var body = now.bytes
    var status = 200
    if isRanged,
      let range = exchange.request.value(of: "Range")?.dropFirst(6).split(separator: "-"),
      let start = range.first.flatMap({ Int($0) })
    {
      guard start < body.count else { return exchange.answer(416) }
      let end = min(body.count - 1, range.count > 1 ? Int(range[1]) ?? .max : .max)
      let last = short.map { min(end, start + $0 - 1) } ?? end
      headers.append("Content-Range: bytes \(start)-\(last)/\(now.claimed ?? body.count)")
      body = Array(body[start...last])
      status = 206
    }
    if now.isChunked { return chunks(exchange, headers, body, cut) }
    headers.append("Content-Length: \(body.count)")
    let head = "HTTP/1.1 \(status) Some\r\n" + headers.joined(separator: "\r\n") + "\r\n\r\n"
    guard exchange.send(head) else { return false }
    return exchange.send(body.prefix(cut ?? .max)) && cut == nil
  }

  private static func chunks(
    _ exchange: Exchange, _ headers: [String], _ body: [UInt8], _ cut: Int?
  ) -> Bool {
    let head = (["HTTP/1.1 200 Some", "Transfer-Encoding: chunked"] + headers)
    guard exchange.send(head.joined(separator: "\r\n") + "\r\n\r\n") else { return false }
    let body = body.prefix(cut ?? .max)
    for start in stride(from: 0, to: body.count, by: 10_000) {
      let part = body[start..<min(body.count, start + 10_000)]
      guard exchange.send("\(String(part.count, radix: 16))\r\n"), exchange.send(part),
        exchange.send("\r\n")
      else { return false }
    }
    return cut == nil && exchange.send("0\r\n\r\n")
  }
}

/// A server, its one track, and the sound of it.
struct Remote {
  let server: FileServer
  let client: HTTPClient
  let refusals = Tally()
  var cache: StreamCache?
  var downloads: DownloadFolder?
  var limits = Remote.quick

  static var quick: StreamingLimits {
    var limits = StreamingLimits()
    limits.pause = .milliseconds(5)
    limits.longestPause = .milliseconds(40)
    return limits
  }

  /// Counts what the closures of a test see.
  final class Tally: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  init(_ server: FileServer) {
    self.server = server
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    client = HTTPClient(configuration)
  }

  static let address = ServerTrackAddress(
    server: "0123abcd-0123-4567-89ab-0123456789ab", track: "item/1")!  // because both are valid

  var requesting: RemoteRequesting {
    let (server, client, refusals) = (server, client, refusals)
    return { _, isRefused in
      if isRefused { refusals.add() }
      guard let url = try? server.server.url("/file") else { return .failure(.unknownServer) }
      let token = isRefused ? "fresh" : "old"
      let request = HTTPRequest(.get, url, headers: [.bearer(Secret(token))])
      return .success(
        RemoteRequest(client: client, request: request) { text in
          text.starts(with: "<p>".utf8) ? .signInAgain : nil
        })
    }
  }

  var sounds: RemoteSounds {
    RemoteSounds(cache: cache, downloads: downloads, limits: limits, requesting: requesting)
  }
}

/// Pseudo-random bytes, in which every shift shows.
func noise(_ count: Int) -> [UInt8] { Array(longNoise.prefix(count)) }

private let longNoise: [UInt8] = {
  var state: UInt64 = 42
  var bytes: [UInt8] = []
  bytes.reserveCapacity(12_000_000)
  while bytes.count < 12_000_000 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    withUnsafeBytes(of: state) { bytes.append(contentsOf: $0) }
  }
  return bytes
}()

extension RemoteSound {
  /// Reads a range, in steps as a demuxer does; throws the fault.
  func bytes(_ range: Range<Int>, _ cancellation: Cancellation = Cancellation()) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 40_000)
    while bytes.count < range.count {
      let wanted = min(part.count, range.count - bytes.count)
      let got = part.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map {
          read(
            into: $0, count: wanted, at: Int64(range.lowerBound + bytes.count),
            cancellation: cancellation)
        } ?? 0
      }
      if got < 0 { throw fault ?? .unreachable }
      if got == 0 { break }
      bytes += part.prefix(got)
    }
    return bytes
  }
}

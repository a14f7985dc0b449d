import HTTP
import Synchronization

/// Entries of the log that a client wrote.
final class RecordedLog: Sendable {
  private let written = Mutex<[HTTPLogEntry]>([])

  var entries: [HTTPLogEntry] { written.withLock { $0 } }

  func add(_ entry: HTTPLogEntry) { written.withLock { $0.append(entry) } }
}

/// A client for loopback: without the proxies of the environment.
func testClient(
  log: RecordedLog? = nil, _ change: (inout HTTPConfiguration) -> Void = { _ in }
) -> HTTPClient {
  var configuration = HTTPConfiguration(userAgent: "tritone/test (+https://tritone.invalid)")
  configuration.usesProxies = false
  if let log { configuration.log = { log.add($0) } }
  change(&configuration)
  return HTTPClient(configuration)
}

/// A count that a test's closures share.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func add(_ number: Int = 1) -> Int {
    count.withLock {
      $0 += number
      return $0
    }
  }
}

/// Something that happens once and can be waited for.
final class Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let source: AsyncStream<Void>.Continuation

  init() { (stream, source) = AsyncStream.makeStream() }

  func set() { source.finish() }

  func wait() async { for await _ in stream {} }
}

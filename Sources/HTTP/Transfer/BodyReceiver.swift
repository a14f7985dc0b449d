/// Where the body of a response goes. Used on the transfer thread while the transfer runs, before and
/// after it by the task that waits for it, never by both.
protocol BodyReceiver: AnyObject {
  /// The head of the final response, redirects excluded; false leaves out the body.
  func begin(_ head: HTTPHead) throws(HTTPError) -> Bool

  /// Decompressed bytes; false ends the transfer without an error.
  func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> Bool
}

/// A whole body in memory, bounded.
final class MemoryReceiver: BodyReceiver {
  private(set) var bytes: [UInt8] = []
  private let limit: Int64
  private let method: HTTPMethod
  private var place = ""

  init(limit: Int64, method: HTTPMethod) {
    self.limit = limit
    self.method = method
  }

  func begin(_ head: HTTPHead) throws(HTTPError) -> Bool {
    place = head.url.description
    if method != .head, let length = head.contentLength, length > limit {
      throw .bodyTooLarge(place, limit: limit)
    }
    return true
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> Bool {
    guard Int64(self.bytes.count) + Int64(bytes.count) <= limit else {
      throw .bodyTooLarge(place, limit: limit)
    }
    self.bytes.append(contentsOf: bytes)
    return true
  }
}

/// A body in chunks, as they come.
final class StreamReceiver: BodyReceiver {
  private let limit: Int64
  private let handle: @Sendable (HTTPStreamPart) -> HTTPStreamStep
  private var received: Int64 = 0
  private var place = ""

  init(limit: Int64, _ handle: @escaping @Sendable (HTTPStreamPart) -> HTTPStreamStep) {
    self.limit = limit
    self.handle = handle
  }

  func begin(_ head: HTTPHead) throws(HTTPError) -> Bool {
    place = head.url.description
    try head.requireSuccess()
    return handle(.head(head)) == .more
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> Bool {
    received += Int64(bytes.count)
    guard received <= limit else { throw .bodyTooLarge(place, limit: limit) }
    return handle(.bytes(Array(bytes))) == .more
  }
}

package enum HTTPStreamPart: Sendable {
  /// Comes once and first.
  case head(HTTPHead)
  case bytes([UInt8])
}

package enum HTTPStreamStep: Equatable, Sendable {
  case more, stop
}

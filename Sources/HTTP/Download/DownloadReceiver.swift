/// Bytes of a download that are there, of a total that the server may have named.
package struct HTTPProgress: Equatable, Sendable {
  package let received: Int64
  package let total: Int64?

  package init(received: Int64, total: Int64?) {
    self.received = received
    self.total = total
  }
}

/// Writes the body of a response into a part, behind what is there or anew.
final class DownloadReceiver: BodyReceiver {
  /// Whether the part does not belong to what the server has now.
  private(set) var mustRestart = false
  private(set) var total: Int64?
  /// The beginning of an answer that was not accepted; nothing of it goes into the part.
  private(set) var refused: [UInt8]?
  private let part: PartFile
  private let place: String
  private let limit: Int64
  private let accept: @Sendable (HTTPHead) -> Bool
  private let progress: @Sendable (HTTPProgress) -> Void
  private let isResuming: Bool
  private var nextReport = SuspendingClock.now

  private static let longestRefused = 4096

  init(
    _ part: PartFile, place: String, limit: Int64, accept: @escaping @Sendable (HTTPHead) -> Bool,
    progress: @escaping @Sendable (HTTPProgress) -> Void
  ) {
    self.part = part
    self.place = place
    self.limit = limit
    self.accept = accept
    self.progress = progress
    isResuming = part.size > 0
  }

  /// The headers that ask for what is missing.
  var headers: [HTTPHeader] {
    guard isResuming, let record = part.record else { return [] }
    return [
      HTTPHeader("Range", "bytes=\(part.size)-"), HTTPHeader("If-Range", record.validator.text),
    ]
  }

  func begin(_ head: HTTPHead) throws(HTTPError) -> Bool {
    if head.isSuccess, !accept(head) {
      refused = []
      return true
    }
    if isResuming, head.status == 206 || head.status == 416 {
      guard head.status == 206, let range = ContentRange(head), range.start == part.size,
        let record = part.record, record.validator.holds(in: head),
        record.total == nil || range.total == nil || record.total == range.total
      else {
        mustRestart = true
        return false
      }
      total = range.total ?? record.total
    } else {
      try head.requireSuccess()
      guard head.status == 200 else {
        throw .badResponse(head.url.description, reason: "status \(head.status)")
      }
      total = head.contentLength
      try part.begin(
        PartRecord.Validator(head).map { PartRecord(place: place, validator: $0, total: total) })
    }
    let encoding = head.value(of: "Content-Encoding").map { ASCII.trimmed($0).lowercased() }
    guard encoding == nil || encoding == "identity" else {
      try part.restart()
      throw .badResponse(head.url.description, reason: "compressed, which was not asked for")
    }
    if let total, total > limit { throw .bodyTooLarge(head.url.description, limit: limit) }
    report()
    return true
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> Bool {
    if let text = refused {
      refused = text + bytes.prefix(Self.longestRefused - text.count)
      return text.count + bytes.count < Self.longestRefused
    }
    guard part.size + Int64(bytes.count) <= limit else {
      throw .bodyTooLarge(place, limit: limit)
    }
    try part.write(bytes)
    if SuspendingClock.now >= nextReport { report() }
    return true
  }

  func report() {
    nextReport = .now + .milliseconds(100)
    progress(HTTPProgress(received: part.size, total: total))
  }
}

/// `bytes START-END/TOTAL` (RFC 9110, section 14.4).
package struct ContentRange: Equatable, Sendable {
  package let start: Int64
  /// Nil where the server does not know it.
  package let total: Int64?

  package init?(_ head: HTTPHead) {
    guard let text = head.value(of: "Content-Range"), text.lowercased().hasPrefix("bytes ") else {
      return nil
    }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
    guard parts.count == 2, ends.count == 2, let start = ASCII.number(ends[0]),
      let end = ASCII.number(ends[1]), start <= end
    else { return nil }
    let total = ASCII.number(parts[1])
    guard total.map({ end < $0 }) ?? (parts[1] == "*") else { return nil }
    self.start = start
    self.total = total
  }
}

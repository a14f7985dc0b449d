// One request to one address, without redirects: made by a task, run by the transfer thread.
internal import CCurl
internal import Synchronization

/// A request to one address, its limits and its state.
final class Transfer: @unchecked Sendable {
  // because the task hands it to the transfer thread, and that hands it back with the continuation;
  // the flag of the cancellation, which others set, is atomic
  let request: HTTPRequest
  let options: TransferOptions
  let receiver: any BodyReceiver
  let isCancelled = Atomic<Bool>(false)
  /// Of the transfer thread.
  var continuation: CheckedContinuation<TransferOutcome, Never>?
  var handle: CurlHandle?
  var headerList: UnsafeMutablePointer<curl_slist>?
  var deadlines: TransferDeadlines
  private(set) var head: HTTPHead?
  private(set) var fault: HTTPError?
  /// Whether the receiver ended the transfer, or a redirect's body was left.
  private(set) var hasEnough = false
  /// PEM, of a transfer that only looks at it.
  var certificate: String?
  private var parser: HeadParser
  private var isBodyWanted = true
  private var discarded = 0
  /// Filled by libcurl, and never moved.
  let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Bytes of a redirect's body that are read so that its connection can be used again.
  private static let maximumDiscarded = 65536

  init(_ request: HTTPRequest, _ options: TransferOptions, _ receiver: any BodyReceiver) {
    self.request = request
    self.options = options
    self.receiver = receiver
    parser = HeadParser(options.limits)
    deadlines = TransferDeadlines(stall: options.limits.stallTime, whole: options.time)
    reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit { reason.deallocate() }

  var place: String { request.url.description }

  /// Takes a header line; false ends the transfer.
  func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    deadlines.moved()
    do {
      guard try parser.add(line) else { return true }
    } catch {
      switch error {
      case .tooLarge: fault = .headerTooLarge(place)
      case .garbage: fault = .badResponse(place, reason: "no HTTP")
      }
      return false
    }
    let head = HTTPHead(url: request.url, status: parser.status, headers: parser.headers)
    self.head = head
    if options.followsRedirects, head.redirectTarget != nil {
      isBodyWanted = false
      return true
    }
    do {
      hasEnough = try !receiver.begin(head)
    } catch { fault = error }
    return fault == nil && !hasEnough
  }

  /// Takes a part of the body; false ends the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    deadlines.moved()
    guard head != nil else {
      fault = .badResponse(place, reason: "no HTTP")
      return false
    }
    guard isBodyWanted else {
      discarded += bytes.count
      hasEnough = discarded > Self.maximumDiscarded
      return !hasEnough
    }
    do {
      hasEnough = try !receiver.receive(bytes)
    } catch { fault = error }
    return fault == nil && !hasEnough
  }
}

/// The settings of one transfer of a request.
struct TransferOptions: Sendable {
  var limits: HTTPLimits
  /// For the whole transfer; nil without a bound.
  var time: Duration?
  var followsRedirects = true
  /// Whether compressed bodies are asked for and decompressed; never with ranges.
  var decompresses = true
  var redirects = 0
  var trust = Trust.authorities

  /// The certificates that are trusted.
  enum Trust: Equatable, Sendable {
    case authorities
    /// This one alone, of whatever name, as PEM.
    case only([UInt8])
    /// Any, to look at it: the connection is made, and nothing is sent.
    case looking
  }
}

struct TransferOutcome: Sendable {
  let head: HTTPHead?
  let error: HTTPError?
}

extension HTTPHead {
  /// The Location of a redirect.
  var redirectTarget: String? {
    switch status {
    case 301, 302, 303, 307, 308: value(of: "Location").flatMap { $0.isEmpty ? nil : $0 }
    default: nil
    }
  }
}

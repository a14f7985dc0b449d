internal import Synchronization

/// Sends requests over http and https; made once for each service, and passed along.
///
/// Nothing of libcurl is loaded before the first request. All transfers run on one thread.
package final class HTTPClient: Sendable {
  let configuration: HTTPConfiguration
  private let loop: TransferLoop
  /// The certificate with the fingerprint of the configuration, once a server has shown it.
  private let pinned = Mutex<[UInt8]?>(nil)

  package init(_ configuration: HTTPConfiguration) {
    self.configuration = configuration
    loop = TransferLoop(configuration)
  }

  deinit { loop.end() }

  /// The whole response, of whatever status; its body is bounded after decompression.
  package func response(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let limit = request.bodyLimit ?? configuration.limits.bodyBytes
    let receiver = MemoryReceiver(limit: limit, method: request.method)
    var options = TransferOptions(limits: configuration.limits)
    options.time = request.time ?? configuration.limits.responseTime
    let head = try await perform(request, options, receiver)
    return HTTPResponse(head: head, body: receiver.bytes)
  }

  /// Hands over the body in parts as they come, until `handle` returns `.stop`.
  ///
  /// - Parameters:
  ///   - limit: bytes after decompression; nil for a stream without an end.
  ///   - handle: called on the transfer thread, and must return at once: all other transfers wait.
  /// - Throws: also for a status other than 2xx, before `handle` is called.
  @discardableResult
  package func stream(
    _ request: HTTPRequest, limit: Int64?,
    _ handle: @escaping @Sendable (HTTPStreamPart) -> HTTPStreamStep
  ) async throws(HTTPError) -> HTTPHead {
    let receiver = StreamReceiver(limit: limit ?? .max, handle)
    var options = TransferOptions(limits: configuration.limits)
    options.time = request.time
    // A range of compressed bytes is of no use.
    options.decompresses = !request.headers.contains { $0.isNamed("Range") }
    return try await perform(request, options, receiver)
  }

  /// Follows redirects to the final response.
  func perform(
    _ request: HTTPRequest, _ options: TransferOptions, _ receiver: any BodyReceiver
  ) async throws(HTTPError) -> HTTPHead {
    try request.check()
    var path = RedirectPath(request, limit: configuration.limits.redirects)
    var options = options
    while true {
      if Task.isCancelled { throw .cancelled }
      options.redirects = path.count
      options.trust = try await trust(for: path.request.url)
      let outcome = await loop.run(Transfer(path.request, options, receiver))
      if let error = outcome.error { throw error }
      guard let head = outcome.head else { throw .badResponse(request.url.description, reason: "") }
      guard let target = head.redirectTarget else { return head }
      try path.follow(target, status: head.status)
    }
  }

  // MARK: Certificates

  /// The certificate that a server shows, trusted or not; nothing is sent to it.
  package func certificate(of url: HTTPURL) async throws(HTTPError) -> HTTPCertificate {
    let place = url.origin.description
    guard url.isSecure else { throw .certificate(place, reason: "http:// has none") }
    var options = TransferOptions(limits: configuration.limits)
    options.time = configuration.limits.connectTime
    options.trust = .looking
    let transfer = Transfer(HTTPRequest(url), options, MemoryReceiver(limit: 0, method: .get))
    if let error = await loop.run(transfer).error { throw error }
    guard let certificate = transfer.certificate.flatMap({ HTTPCertificate(pem: $0) }) else {
      throw .certificate(place, reason: "it cannot be read")
    }
    return certificate
  }

  /// The trust of a request, after a look at the server where one certificate alone is trusted.
  private func trust(for url: HTTPURL) async throws(HTTPError) -> TransferOptions.Trust {
    guard url.isSecure, let fingerprint = configuration.fingerprint else { return .authorities }
    if let known = pinned.withLock({ $0 }) { return .only(known) }
    let shown = try await certificate(of: url)
    guard shown.fingerprint == fingerprint.lowercased() else {
      throw .certificate(
        url.origin.description, reason: "another one than that with the fingerprint in the settings"
      )
    }
    let bytes = Array(shown.pem.utf8)
    pinned.withLock { $0 = bytes }
    return .only(bytes)
  }
}

/// Sends requests over http and https; made once by the program, and passed along.
///
/// Nothing of libcurl is loaded before the first request. All transfers run on one thread.
package final class HTTPClient: Sendable {
  let configuration: HTTPConfiguration
  private let loop: TransferLoop

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
      let outcome = await loop.run(Transfer(path.request, options, receiver))
      if let error = outcome.error { throw error }
      guard let head = outcome.head else { throw .badResponse(request.url.description, reason: "") }
      guard let target = head.redirectTarget else { return head }
      try path.follow(target, status: head.status)
    }
  }
}

/// Faults of requests. Texts hold neither queries nor values of headers.
package enum HTTPError: Error, Equatable, Sendable {
  case invalidURL(reason: String)
  case invalidRequest(reason: String)
  /// libcurl cannot be loaded; the system's message.
  case noLibrary(reason: String)
  /// The machine has no connection to a network.
  case offline(String)
  case nameNotFound(String)
  case refused(String)
  /// No way to the server, or the connection failed for another reason.
  case unreachable(String, reason: String)
  /// The connection ended before the response did.
  case connectionLost(String)
  case timedOut(String, HTTPTimeout)
  case certificate(String, reason: String)
  case badResponse(String, reason: String)
  case headerTooLarge(String)
  /// In bytes.
  case bodyTooLarge(String, limit: Int64)
  case tooManyRedirects(String)
  case redirectCircle(String)
  case forbiddenRedirect(String, reason: String)
  /// A status other than 2xx.
  case status(String, Int, retryAfter: Duration?)
  case cancelled
  /// The file and the errno.
  case disk(String, code: Int32)
}

/// The limit of time that was reached.
package enum HTTPTimeout: Equatable, Sendable {
  case connecting, stalled, whole
}

internal import HTTP

extension HTTPHead {
  /// Refuses an answer of another server, to which a redirect has led without the token.
  func requireOrigin(of root: HTTPURL) throws(ServerError) {
    guard url.origin == root.origin else {
      throw .wrongAddress(
        reason: "\(root.origin) redirects to \(url.origin): enter that address, if it is yours")
    }
  }
}

extension ServerError {
  /// The fault that an answer other than 2xx is.
  init(_ response: HTTPResponse, what: String, now: Int64) {
    self.init(
      status: response.status, what: what,
      retryTime: response.head.retryAfter().map { now + $0.components.seconds },
      fault: Self.ownFault(response), said: ServerText.said(response.body))
  }

  static func ownFault(_ response: HTTPResponse) -> String {
    "\(response.head.url.origin) has a fault of its own (\(response.status)): try again later"
  }
}

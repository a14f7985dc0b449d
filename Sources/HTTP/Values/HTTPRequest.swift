internal import Music

package enum HTTPMethod: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// Whether a redirect to another address may repeat it unasked (RFC 9110, section 9.2.1).
  var isSafe: Bool {
    switch self {
    case .get, .head: true
    case .post, .put, .patch, .delete: false
    }
  }
}

/// The bytes of a request and their type.
package struct HTTPBody: Equatable, Sendable, Redacted {
  package let bytes: [UInt8]
  package let type: String

  package init(_ bytes: [UInt8], type: String) {
    self.bytes = bytes
    self.type = type
  }

  /// A form as browsers send it (application/x-www-form-urlencoded).
  package static func form(_ items: [HTTPURL.Item]) -> HTTPBody {
    HTTPBody(
      Array(HTTPURL.Item.encoded(items).utf8), type: "application/x-www-form-urlencoded")
  }

  package var description: String { "\(bytes.count) bytes of \(type)" }
}

/// Classes of requests, each with a number of transfers of its own: none waits for those of another
/// class.
package enum HTTPUrgency: Equatable, Hashable, Sendable {
  /// Downloads that take minutes.
  case background
  case normal
  /// A request whose answer somebody waits for, such as the sound that plays.
  case urgent
}

/// A request as a value; secrets in it are in no description.
package struct HTTPRequest: Equatable, Sendable {
  package var method: HTTPMethod
  package var url: HTTPURL
  package var headers: [HTTPHeader]
  package var body: HTTPBody?
  /// Overrides the client's limit for the whole body of a response, in bytes.
  package var bodyLimit: Int64?
  /// Overrides the client's limit for the time until the end of the body; each redirect has as much.
  package var time: Duration?
  /// Whether a redirect to another origin is an error: for requests with secrets in the query, which
  /// a redirect could repeat there.
  package var staysOnOrigin = false
  /// For what it has to wait.
  package var urgency = HTTPUrgency.normal

  package init(_ url: HTTPURL) { self.init(.get, url) }

  package init(
    _ method: HTTPMethod, _ url: HTTPURL, headers: [HTTPHeader] = [], body: HTTPBody? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  func check() throws(HTTPError) {
    guard headers.count <= 64 else { throw .invalidRequest(reason: "there are too many headers") }
    for header in headers { try header.check() }
    guard url.requestText.utf8.count <= HTTPURL.maximumLength else {
      throw .invalidURL(reason: "is too long")
    }
    guard let body else { return }
    guard !method.isSafe else {
      throw .invalidRequest(reason: "\(method.rawValue) has no body")
    }
    try HTTPHeader("Content-Type", body.type).check()
  }
}

extension HTTPRequest: Redacted {
  package var description: String {
    "\(method.rawValue) \(url)" + (body.map { ", \($0)" } ?? "")
  }
}

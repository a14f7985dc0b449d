internal import Music

/// The status and the headers of a response.
package struct HTTPHead: Equatable, Sendable {
  /// The address that answered, after redirects.
  package let url: HTTPURL
  package let status: Int
  package let headers: [HTTPHeader]

  package init(url: HTTPURL, status: Int, headers: [HTTPHeader]) {
    self.url = url
    self.status = status
    self.headers = headers
  }

  /// The first value of a header.
  package func value(of name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

  package var isSuccess: Bool { (200...299).contains(status) }

  /// The length of the body as announced, in bytes.
  package var contentLength: Int64? { value(of: "Content-Length").flatMap { ASCII.number($0) } }

  /// The type in lower case and without parameters.
  package var contentType: String? {
    value(of: "Content-Type").map { ASCII.trimmed($0.prefix { $0 != ";" }).lowercased() }
  }

  /// Throws for a status other than 2xx.
  package func requireSuccess() throws(HTTPError) {
    guard !isSuccess else { return }
    throw .status(url.description, status, retryAfter: retryAfter())
  }
}

extension HTTPHead: Redacted {
  package var description: String { "\(status) from \(url)" }
}

/// A whole response.
package struct HTTPResponse: Equatable, Sendable {
  package let head: HTTPHead
  /// Decompressed.
  package let body: [UInt8]

  package init(head: HTTPHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }

  package var status: Int { head.status }
  package var isSuccess: Bool { head.isSuccess }

  /// The body as text, with invalid UTF-8 replaced.
  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The response itself, or an error for a status other than 2xx.
  package func success() throws(HTTPError) -> HTTPResponse {
    try head.requireSuccess()
    return self
  }
}

extension HTTPResponse: Redacted {
  package var description: String { "\(head), \(body.count) bytes" }
}

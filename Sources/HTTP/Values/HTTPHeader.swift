package import Music

/// One header field of a request or a response.
package struct HTTPHeader: Hashable, Sendable {
  package let name: String
  package let value: String
  /// Whether it never goes to another origin, and never into a log.
  package let isSecret: Bool

  private static let secretNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]

  package init(_ name: String, _ value: String, isSecret: Bool = false) {
    self.name = name
    self.value = value
    self.isSecret = isSecret || Self.secretNames.contains(name.lowercased())
  }

  package init(_ name: String, _ value: Secret) { self.init(name, value.text, isSecret: true) }

  /// The header of a bearer token (RFC 6750).
  package static func bearer(_ token: Secret) -> HTTPHeader {
    HTTPHeader("Authorization", "Bearer \(token.text)")
  }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

  /// Headers that frame the request or choose its server, which the client writes by itself.
  private static let ownNames: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]
  private static let maximumLength = 16384

  /// Refuses what would end the line, frame the message or lead elsewhere.
  func check() throws(HTTPError) {
    guard (1...256).contains(name.utf8.count), name.utf8.allSatisfy(ASCII.isToken) else {
      throw .invalidRequest(reason: "the name of a header is not valid")
    }
    guard value.utf8.count <= Self.maximumLength,
      value.utf8.allSatisfy({ $0 == 9 || ($0 >= 0x20 && $0 != 0x7F) })
    else { throw .invalidRequest(reason: "the value of the header \(name) is not valid") }
    guard !Self.ownNames.contains(name.lowercased()) else {
      throw .invalidRequest(reason: "the header \(name) is the client's own")
    }
  }
}

extension HTTPHeader: Redacted {
  package var description: String { isSecret ? "\(name): (secret)" : "\(name): \(value)" }
}

internal import Music

/// An http or https address, parsed once; no user, no password, no fragment.
///
/// The parser is strict, so that libcurl cannot read another host out of the same text.
package struct HTTPURL: Hashable, Sendable {
  package enum Scheme: String, Sendable {
    case http, https

    var port: Int {
      switch self {
      case .http: 80
      case .https: 443
      }
    }
  }

  /// The server that credentials belong to (RFC 6454).
  package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let scheme: Scheme
    /// In lower case; an IPv6 address in brackets.
    package let host: String
    package let port: Int

    /// The host, and the port unless it is the scheme's own.
    package var authority: String { port == scheme.port ? host : "\(host):\(port)" }
    package var description: String { "\(scheme.rawValue)://\(authority)" }
  }

  package let origin: Origin
  /// Begins with a slash; percent-encoded.
  package let path: String
  /// Without its question mark; percent-encoded.
  package let query: String?

  /// In bytes.
  static let maximumLength = 8192

  init(origin: Origin, path: String, query: String?) {
    self.origin = origin
    self.path = path
    self.query = query
  }

  /// Parses an absolute address; bytes beyond ASCII in path and query are percent-encoded.
  package init(_ text: String) throws(HTTPError) {
    guard text.utf8.count <= Self.maximumLength else { throw .invalidURL(reason: "is too long") }
    guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") })
    else { throw .invalidURL(reason: "has a space, a backslash or a control character") }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let scheme = Scheme(rawValue: text[..<colon].lowercased()),
      text[colon...].hasPrefix("://")
    else { throw .invalidURL(reason: "begins neither with http:// nor with https://") }
    let rest = text.utf8[colon...].dropFirst(3)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    origin = try Self.origin(scheme, Array(authority))
    (path, query) = Self.pathAndQuery(Array(rest[authority.endIndex...]))
  }

  private static func origin(_ scheme: Scheme, _ bytes: [UInt8]) throws(HTTPError) -> Origin {
    guard !bytes.contains(UInt8(ascii: "@")) else {
      throw .invalidURL(reason: "has a user name or a password, which belong in the settings")
    }
    let isAddress = bytes.first == UInt8(ascii: "[")
    let end =
      isAddress
      ? bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? 0
      : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    let host = bytes[..<end]
    let isValid =
      isAddress
      ? host.dropFirst().dropLast().allSatisfy { ASCII.isHexDigit($0) || ":.".utf8.contains($0) }
        && host.contains(UInt8(ascii: ":"))
      : host.allSatisfy { ASCII.isDigit($0) || ASCII.isLetter($0) || "-._".utf8.contains($0) }
    guard isValid, (1...255).contains(host.count), host.first != UInt8(ascii: "-") else {
      throw .invalidURL(reason: "has no valid server name (write names beyond ASCII as xn--…)")
    }
    var port = scheme.port
    let tail = bytes[end...]
    if tail.count > 1 || (tail.first.map { $0 != UInt8(ascii: ":") } ?? false) {
      guard tail.first == UInt8(ascii: ":"),
        let number = ASCII.number(String(decoding: tail.dropFirst(), as: UTF8.self), digits: 5),
        (1...65535).contains(number)
      else { throw .invalidURL(reason: "has no valid port") }
      port = Int(number)
    }
    return Origin(
      scheme: scheme, host: String(decoding: host, as: UTF8.self).lowercased(), port: port)
  }

  static func pathAndQuery(_ bytes: [UInt8]) -> (path: String, query: String?) {
    let bytes = bytes.prefix { $0 != UInt8(ascii: "#") }
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    let query = bytes.count > path.count ? bytes.dropFirst(path.count + 1) : nil
    return (
      withoutDotSegments(path.isEmpty ? "/" : encoded(path)), query.map { encoded($0) }
    )
  }

  private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    ASCII.percentEncoded(bytes) { $0 >= 0x80 || "\"<>`{}|^".utf8.contains($0) }
  }

  /// RFC 3986, section 5.2.4.
  static func withoutDotSegments(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// The whole address with its query, which may hold secrets.
  package var requestText: String { "\(origin)\(path)" + (query.map { "?\($0)" } ?? "") }

  package var isSecure: Bool { origin.scheme == .https }
}

extension HTTPURL: Redacted {
  /// Without the query, which may hold a token; bounded.
  package var description: String {
    let place = "\(origin)\(path)"
    return place.utf8.count <= 300 ? place : place.prefix(299) + "…"
  }
}

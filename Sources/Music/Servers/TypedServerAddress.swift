/// The address of a server as a user types it, with the credentials in it taken out.
package struct TypedServerAddress: Equatable, Sendable {
  /// Without credentials; what else is wrong with it, the client of the server says.
  package let text: String
  /// As typed.
  package let host: String
  package let user: String?
  package let password: Secret?

  package init(_ typed: String) throws(ServerAddressMistake) {
    let typed = typed.trimmed()
    guard !typed.isEmpty else { throw .empty }
    guard let colon = typed.firstRange(of: "://"), colon.lowerBound != typed.startIndex else {
      throw .noScheme
    }
    let scheme = typed[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .otherScheme(scheme) }
    let rest = typed[colon.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    if let at = authority.lastIndex(of: "@") {
      (user, password) = Self.credentials(rest[..<at])
      text = String(typed[..<colon.upperBound] + rest[rest.index(after: at)...])
      host = Self.host(authority[authority.index(after: at)...])
    } else {
      (user, password) = (nil, nil)
      text = typed
      host = Self.host(authority)
    }
    guard !host.isEmpty else { throw .noHost }
    guard !rest.prefix(while: { $0 != "#" }).contains("?") else { throw .hasQuery }
  }

  /// The host without its port; one of IPv6 is in brackets.
  private static func host(_ authority: Substring) -> String {
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      return String(authority[...end])
    }
    return String(authority.prefix { $0 != ":" })
  }

  /// User information of an address, percent-decoded (RFC 3986, section 3.2.1).
  private static func credentials(_ text: Substring) -> (String?, Secret?) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let user = parts.first.map { decoded($0) } ?? ""
    let password = parts.count > 1 ? decoded(parts[1]) : ""
    return (user.isEmpty ? nil : user, password.isEmpty ? nil : Secret(password))
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { hexDigit($0) }
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why a typed text is no address of a server.
package enum ServerAddressMistake: Error, Hashable, Sendable {
  case empty, noScheme, noHost
  case otherScheme(String)
  case hasQuery
}

package import HTTP
package import Music

/// The address of a server as requests are sent to it, parsed from what a user has typed.
package struct ServerLocation: Equatable, Sendable {
  /// Without a query and without a slash at its end; a path prefix stays.
  package let root: HTTPURL
  /// As `Server.address` has it.
  package let text: String
  /// The name and the password that were part of the address.
  package let user: String?
  package let password: Secret?

  private static let longest = 300

  /// - Throws: `.wrongAddress`.
  package init(_ typed: String) throws(ServerError) {
    let parts: TypedServerAddress
    do throws(ServerAddressMistake) { parts = try TypedServerAddress(typed) } catch {
      throw .wrongAddress(reason: error.reason)
    }
    let url: HTTPURL
    do { url = try HTTPURL(parts.text) } catch {
      guard case .invalidURL(let reason) = error else {
        throw .wrongAddress(reason: "the address is not valid")
      }
      throw .wrongAddress(reason: "the address \(reason)")
    }
    // Longer ones are not shown whole.
    guard url.requestText.utf8.count <= Self.longest else {
      throw .wrongAddress(reason: "the address is too long")
    }
    let text = url.requestText.trimmed { $0 == "/" }
    do { root = try HTTPURL(text) } catch {
      throw .wrongAddress(reason: "the address is not valid")
    }
    self.text = text
    (user, password) = (parts.user, parts.password)
  }

  /// Whether the server is this machine.
  package var isLoopback: Bool { root.origin.isLoopback }

  /// Whether a password would cross a public network in the clear.
  package var isPlainInPublic: Bool { !root.isSecure && !isLoopback && !isPrivate }

  /// A network of one's own: RFC 1918, RFC 3927, RFC 4193, RFC 6598, and names that no public
  /// server has.
  private var isPrivate: Bool {
    let host = root.origin.host
    if let octets = root.origin.octets {
      switch (octets[0], octets[1]) {
      case (10, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): return true
      default: return false
      }
    }
    if host.hasPrefix("[") {
      return ["[fc", "[fd", "[fe8", "[fe9", "[fea", "[feb"].contains { host.hasPrefix($0) }
    }
    // A number alone is an address to libcurl, and no name.
    let isNumber = host.utf8.first.map { (0x30...0x39).contains($0) } ?? false
    return !host.contains(".") && !isNumber
      || [".local", ".lan", ".home.arpa", ".internal"].contains { host.hasSuffix($0) }
  }
}

extension ServerAddressMistake {
  fileprivate var reason: String {
    switch self {
    case .empty: "the address is empty"
    case .noScheme:
      "the address has no scheme: write it with https:// before it, or with http:// in a network of "
        + "your own"
    case .otherScheme(let scheme):
      "the address begins with \(scheme.prefix(20))://: servers are reached by https:// and http://"
    case .noHost: "the address names no host"
    case .hasQuery: "the address has a question mark: leave out what begins with it"
    }
  }
}

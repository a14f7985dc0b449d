/// The address of a stream, as typed or named on the command line: http or https, and nothing else.
package struct StreamAddress: Hashable, Sendable {
  /// The displayed and stored form: without a name and a password.
  package let text: String
  /// The scheme, host and port.
  package let origin: String
  /// The user info of the typed address.
  package let credentials: StreamCredentials?

  /// Bytes; FFmpeg's limit.
  private static let maximumLength = 4_095

  /// Nil for an invalid address.
  package init?(_ text: String) {
    guard let scheme = StreamAddress.scheme(of: text),
      text.utf8.count <= StreamAddress.maximumLength,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    // Byte by byte, as the server parses it: a combining mark would change the character before it.
    let rest = text.utf8.dropFirst(scheme.utf8.count + 3)
    let host = rest.prefix { !"/?#".utf8.contains($0) }
    let at = host.lastIndex(of: UInt8(ascii: "@"))
    let name = at.map { host[host.index(after: $0)...] } ?? host
    guard let first = name.first, first != UInt8(ascii: ":"), name.allSatisfy({ $0 < 0x80 }),
      let path = String(rest[name.startIndex...]), let server = String(name)
    else { return nil }
    let origin = "\(scheme)://\(server.lowercased())"
    self.text = "\(scheme)://\(path)"
    self.origin = origin
    guard let at else {
      credentials = nil
      return
    }
    guard let user = String(host[..<at]), !StreamAddress.hidesControl(user) else { return nil }
    credentials = StreamCredentials(user, for: origin)
  }

  /// Whether a control character is percent-encoded: it would end a line of the request.
  private static func hidesControl(_ text: String) -> Bool {
    text.lowercased().contains(#/%([01]|7f)/#)
  }

  /// "http" or "https" where a text begins with that and "://".
  package static func scheme(of text: String) -> String? {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://") else {
      return nil
    }
    return scheme
  }

  /// The address with a name and a password, where they belong to its server and it has none.
  package func adding(_ credentials: StreamCredentials?) -> StreamAddress {
    guard self.credentials == nil, let credentials else { return self }
    return StreamAddress(credentials.added(to: text)) ?? self
  }

  /// The address for the connection alone, name and password included.
  package var request: String { credentials?.added(to: text) ?? text }
}

extension FilePath {
  /// The folder in which streams are listed; no file can have this path.
  package static let streams = FilePath("streams:")
}

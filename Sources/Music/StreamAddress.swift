/// Where a stream is, as typed or named on the command line: http or https, and nothing else.
package struct StreamAddress: Hashable, Sendable {
  /// As a track of the library has it: without a name and a password.
  package let path: FilePath
  /// The scheme, host and port.
  package let origin: String
  /// What was in front of the host.
  package let credentials: StreamCredentials?

  package var text: String { path.text }

  /// Bytes; more than any browser takes.
  private static let longest = 2_000

  /// Nil for what is not an address of a stream.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let scheme = text.prefix { $0 != ":" }.lowercased()
    let rest = text.drop { $0 != ":" }
    guard bytes.count <= StreamAddress.longest, ["http", "https"].contains(scheme),
      rest.hasPrefix("://"), bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    let host = rest.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let at = host.lastIndex(of: "@")
    let name = at.map { host[host.index(after: $0)...] } ?? host
    guard let first = name.first, first != ":" else { return nil }
    path = FilePath("\(scheme)://\(rest[name.startIndex...])")
    origin = "\(scheme)://\(name.lowercased())"
    credentials = at.map {
      StreamCredentials(String(host[..<$0]), for: "\(scheme)://\(name.lowercased())")
    }
  }
}

extension FilePath {
  /// The folder in which streams are listed; no file can have this name as its path.
  package static let streams = FilePath("streams:")

  /// Whether it is the address of a stream rather than the name of a file.
  package var isStream: Bool {
    bytes.starts(with: Array("http://".utf8)) || bytes.starts(with: Array("https://".utf8))
  }
}

extension Track {
  package var isStream: Bool { path.isStream }
}

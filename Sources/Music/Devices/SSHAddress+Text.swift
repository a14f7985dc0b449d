/// A mistake in the address of another Tritone.
package enum SSHAddressMistake: Error, Equatable, Sendable {
  case noScheme
  case noHost
  case password
  case user(String)
  case host(String)
  /// An IPv6 address without brackets.
  case brackets(String)
  case port(String)
  case library

  /// The line for the user.
  package var message: String {
    switch self {
    case .noScheme: "an address of another Tritone begins with ssh://, as in ssh://user@host"
    case .noHost: "the address names no host; write ssh://host or ssh://user@host"
    case .password: "an address takes no password; let ssh use a key, or ask for the password"
    case .user(let text):
      "\(Self.quoted(text)) is no name of a user: letters, digits, . _ @ - and no - in front"
    case .host(let text):
      "\(Self.quoted(text)) is no name of a host: letters, digits, . _ - and no - in front"
    case .brackets(let text): "write the address \(Self.quoted(text)) in brackets: ssh://[\(text)]"
    case .port(let text): "\(Self.quoted(text)) is no port: a number from 1 to 65535"
    case .library: "the path of the library is too long, or has a % without two digits, or a %00"
    }
  }

  private static func quoted(_ text: String) -> String {
    "“\(JSONEscapes.escaping(String(text.prefix(80))))”"
  }
}

extension SSHAddress {
  private static let scheme = "ssh://"
  /// Bytes.
  private static let maximumUser = 64
  private static let maximumHost = 255
  private static let maximumLibrary = 4_095

  /// Parses `ssh://[user@]host[:port][/library]`, with an IPv6 address in brackets and bytes of the
  /// library's path as %XX where needed.
  package init(_ text: String) throws(SSHAddressMistake) {
    guard text.prefix(Self.scheme.count).lowercased() == Self.scheme else { throw .noScheme }
    // By bytes: a combining mark would hide the character before it.
    let rest = text.utf8.dropFirst(Self.scheme.utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    var hostPart = authority
    var user: String?
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      let name = String(decoding: authority[..<at], as: UTF8.self)
      guard !name.contains(":") else { throw .password }
      user = name
      hostPart = authority[authority.index(after: at)...]
    }
    let (host, port) = try Self.hostAndPort(String(decoding: hostPart, as: UTF8.self))
    let path = rest[authority.endIndex...]
    self.init(
      user: user, host: host, port: port,
      library: path.count > 1 ? try Self.decoded(Array(path)) : nil)
    if let mistake { throw mistake }
  }

  private static func hostAndPort(_ text: String) throws(SSHAddressMistake) -> (String, Int?) {
    guard !text.isEmpty else { throw .noHost }
    var host = text[...]
    var port: Substring?
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { throw .host(text) }
      host = text[text.index(after: text.startIndex)..<end]
      guard host.contains(":") else { throw .host(text) }
      let behind = text[text.index(after: end)...]
      guard behind.isEmpty || behind.hasPrefix(":") else { throw .host(text) }
      if !behind.isEmpty { port = behind.dropFirst() }
    } else if let colon = text.firstIndex(of: ":") {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
      if port?.contains(":") == true { throw .brackets(text) }
    }
    guard let port else { return (String(host), nil) }
    guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port) else {
      throw .port(String(port))
    }
    return (String(host), number)
  }

  /// The mistake of an address that was not parsed, such as a stored one; nil for a sound one.
  ///
  /// A name that begins with `-` would be an option of ssh, and ssh's own settings may hand names
  /// to a shell.
  package var mistake: SSHAddressMistake? {
    if let user, !Self.isName(user, allowing: "._@-", to: Self.maximumUser) { return .user(user) }
    guard !host.isEmpty else { return .noHost }
    let isSound =
      host.contains(":")
      ? Self.isIPv6(host) : Self.isName(host, allowing: "._-", to: Self.maximumHost)
    guard isSound else { return .host(host) }
    if let port, !(1...65_535).contains(port) { return .port(String(port)) }
    if let library {
      guard library.bytes.count <= Self.maximumLibrary, library.bytes.first == UInt8(ascii: "/"),
        !library.bytes.contains(0)
      else { return .library }
    }
    return nil
  }

  private static func isName(_ text: String, allowing others: String, to length: Int) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= length else { return false }
    return (isLetterOrDigit(first) || first == UInt8(ascii: "_"))
      && text.utf8.allSatisfy { isLetterOrDigit($0) || others.utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }

  private static func isIPv6(_ text: String) -> Bool {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
    let digits = "0123456789abcdefABCDEF:.".utf8
    guard parts[0].count <= 45, parts[0].allSatisfy({ digits.contains($0) }) else { return false }
    guard parts.count == 2 else { return true }
    return isName(String(decoding: parts[1], as: UTF8.self), allowing: "._-", to: 32)
  }

  private static func decoded(_ bytes: [UInt8]) throws(SSHAddressMistake) -> FilePath {
    var path: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        path.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
        let low = hexDigit(bytes[index + 2]), high | low != 0
      else { throw .library }
      path.append(high << 4 | low)
      index += 3
    }
    return FilePath(bytes: path)
  }

  /// The address as it is parsed.
  package var text: String {
    var text = Self.scheme + (user.map { $0 + "@" } ?? "")
    text += host.contains(":") ? "[\(host)]" : host
    if let port { text += ":\(port)" }
    return text + (library.map(Self.encoded) ?? "")
  }

  private static func encoded(_ path: FilePath) -> String {
    let isText = path.text.utf8.elementsEqual(path.bytes)
    guard isText else { return path.bytes.map(encoded).joined() }
    return path.text.unicodeScalars.map { scalar in
      let isPlain = scalar.value > 0x20 && scalar != "%" && !JSONEscapes.isEscaped(scalar)
      return isPlain ? String(scalar) : String(scalar).utf8.map(escape).joined()
    }.joined()
  }

  private static func encoded(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "%")
      ? String(Unicode.Scalar(byte)) : escape(byte)
  }

  private static func escape(_ byte: UInt8) -> String {
    "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// The host as ssh takes it, with its user.
  package var destination: String { (user.map { $0 + "@" } ?? "") + host }
}

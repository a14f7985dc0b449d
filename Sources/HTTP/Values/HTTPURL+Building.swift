internal import Music

extension HTTPURL {
  /// One item of a query or of a form, not yet encoded.
  package struct Item: Hashable, Sendable, Redacted {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    package var description: String { name }

    static func encoded(_ items: [Item]) -> String {
      items.map { "\(ASCII.percentEncoded($0.name))=\(ASCII.percentEncoded($0.value))" }
        .joined(separator: "&")
    }
  }

  /// The address with items behind those of its query.
  package func adding(_ items: [Item]) -> HTTPURL {
    guard !items.isEmpty else { return self }
    let before = query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
    return HTTPURL(origin: origin, path: path, query: before + Item.encoded(items))
  }

  /// The address with components behind its path; slashes in them are encoded.
  package func appending(_ components: String...) -> HTTPURL {
    var path = path
    for component in components {
      // A component of dots would be taken for a step in the path.
      let isDots = component == "." || component == ".."
      let encoded =
        isDots
        ? ASCII.percentEncoded(component.utf8) { _ in true } : ASCII.percentEncoded(component)
      path += (path.hasSuffix("/") ? "" : "/") + encoded
    }
    return HTTPURL(origin: origin, path: path, query: query)
  }

  /// The target of a reference, as in a Location header (RFC 3986, section 5.2).
  package func resolving(_ reference: String) throws(HTTPError) -> HTTPURL {
    let bytes = Array(reference.utf8)
    guard bytes.count <= Self.maximumLength else { throw .invalidURL(reason: "is too long") }
    guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") })
    else { throw .invalidURL(reason: "has a space, a backslash or a control character") }
    if reference.hasPrefix("//") {
      return try HTTPURL("\(origin.scheme.rawValue):\(reference)")
    }
    let first = bytes.prefix { !"/?#".utf8.contains($0) }
    if first.contains(UInt8(ascii: ":")) { return try HTTPURL(reference) }
    if bytes.isEmpty || bytes.first == UInt8(ascii: "#") { return self }
    if bytes.first == UInt8(ascii: "?") {
      return HTTPURL(origin: origin, path: path, query: Self.pathAndQuery(bytes).query)
    }
    let folder = path.utf8.prefix(through: path.utf8.lastIndex(of: 0x2F) ?? path.startIndex)
    let (path, query) = Self.pathAndQuery(
      bytes.first == UInt8(ascii: "/") ? bytes : Array(folder) + bytes)
    return HTTPURL(origin: origin, path: path, query: query)
  }
}

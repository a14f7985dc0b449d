extension HTTPURL.Origin {
  /// The numbers of an IPv4 address; nil for a name, and for numbers with a leading zero, which
  /// libcurl reads as octal.
  package var octets: [UInt8]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let octets = parts.compactMap { part in
      UInt8(part).flatMap { String($0) == part ? $0 : nil }
    }
    return parts.count == 4 && octets.count == 4 ? octets : nil
  }

  /// Whether the server is this machine.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || octets?.first == 127
  }
}

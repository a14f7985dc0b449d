import Glibc

/// The network scope of an address, nearest first.
package enum HostReach: Int, Comparable, Sendable {
  case machine, network, everywhere

  package static func < (left: HostReach, right: HostReach) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The scopes of a host's addresses; empty for an unknown name. Calls the system's resolver,
  /// which can block for long.
  package static func lookUp(_ host: String) -> [HostReach] {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    guard getaddrinfo(host, nil, nil, &found) == 0 else { return [] }
    var reaches: [HostReach] = []
    var next = found
    while let entry = next {
      if let address = entry.pointee.ai_addr { reaches.append(HostReach(address)) }
      next = entry.pointee.ai_next
    }
    return reaches
  }

  private init(_ address: UnsafeMutablePointer<sockaddr>) {
    self =
      switch Int32(address.pointee.sa_family) {
      case AF_INET:
        address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          HostReach(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
        }
      case AF_INET6:
        address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
          withUnsafeBytes(of: $0.pointee.sin6_addr) { HostReach(v6: Array($0)) }
        }
      // Unknown address families are not public.
      default: .machine
      }
  }

  /// The registry of special addresses (RFC 6890, RFC 6598), and multicast.
  private init(v4 address: UInt32) {
    func isOf(_ networks: [(UInt32, bits: UInt32)]) -> Bool {
      networks.contains { address >> (32 - $0.bits) == $0.0 >> (32 - $0.bits) }
    }
    if isOf([(0x0000_0000, 8), (0x7F00_0000, 8)]) {
      self = .machine
    } else if isOf([
      (0x0A00_0000, 8), (0x6440_0000, 10), (0xA9FE_0000, 16), (0xAC10_0000, 12), (0xC000_0000, 24),
      (0xC0A8_0000, 16), (0xE000_0000, 3),
    ]) {
      self = .network
    } else {
      self = .everywhere
    }
  }

  private init(v6 bytes: [UInt8]) {
    let tail = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let isMapped =
      bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
    if isMapped || bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) {
      // Embedded IPv4 (RFC 4291, RFC 6052).
      self.init(v4: tail)
    } else if bytes.prefix(12).allSatisfy({ $0 == 0 }) {
      // Unspecified, loopback and the old IPv4-compatible addresses.
      self = .machine
    } else if bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 != 0
      || bytes[0] == 0xFF
    {
      // Unique local, link-local and site-local, multicast.
      self = .network
    } else {
      self = .everywhere
    }
  }
}

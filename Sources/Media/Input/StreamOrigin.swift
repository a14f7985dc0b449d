// The origin of a stream address, checked before a redirection is followed.
import CFFmpeg
internal import Music

/// The scheme and the host of an address.
package struct StreamOrigin: Equatable, Sendable {
  package let isSecure: Bool
  package let host: String

  /// Nil if the scheme is neither http nor https, or without a host.
  package init?(_ address: String) {
    // FFmpeg's prefix of encrypted addresses.
    let prefix = ["crypto+", "crypto:"].first { address.hasPrefix($0) } ?? ""
    let address = String(address.dropFirst(prefix.count))
    guard let scheme = StreamAddress.scheme(of: address) else { return nil }
    isSecure = scheme == "https"
    var found = [CChar](repeating: 0, count: 1024)
    av_url_split(nil, 0, nil, 0, &found, Int32(found.count), nil, nil, 0, address)
    host = String(decoding: found.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard !host.isEmpty else { return nil }
  }

  /// Whether a playlist or redirection of a server may lead to an address: only http or https, and
  /// no narrower network scope than the server's own.
  ///
  /// - Parameters:
  /// - keepsTLS: whether a server reached over TLS may lead only to TLS.
  package static func mayLead(
    from: String, to: String, keepsTLS: Bool = false,
    lookUp: (String) -> [HostReach]? = HostReach.lookUp
  ) -> Bool {
    guard let old = StreamOrigin(from), let new = StreamOrigin(to) else { return false }
    if keepsTLS, old.isSecure, !new.isSecure { return false }
    if new.host == old.host { return true }
    // An unknown name fails in FFmpeg too, unless a proxy resolves it.
    guard let nearest = lookUp(new.host)?.min() else { return true }
    if nearest == .everywhere { return true }
    // One public address makes a server public: the owner of a name can add any others.
    guard let farthest = lookUp(old.host)?.max() else { return false }
    return farthest <= nearest
  }
}

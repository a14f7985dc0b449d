// Where an address of a stream leads: what is looked at before a server's answer makes us ask
// another one.
import CFFmpeg
internal import Music

/// The scheme and the host of an address.
package struct StreamOrigin: Equatable, Sendable {
  package let isSecure: Bool
  package let host: String

  /// Nil for what is neither http nor https, or names no host.
  package init?(_ address: String) {
    // What FFmpeg calls an address whose bytes are encrypted.
    let prefix = ["crypto+", "crypto:"].first { address.hasPrefix($0) } ?? ""
    let address = String(address.dropFirst(prefix.count))
    guard let scheme = StreamAddress.scheme(of: address) else { return nil }
    isSecure = scheme == "https"
    var found = [CChar](repeating: 0, count: 1024)
    av_url_split(nil, 0, nil, 0, &found, Int32(found.count), nil, nil, 0, address)
    host = String(decoding: found.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard !host.isEmpty else { return nil }
  }

  /// Whether what a server sent, a list or a redirection, may make us open an address: one of http
  /// or https, and none that is nearer than the server itself.
  ///
  /// - Parameters:
  ///   - keepsTLS: whether a server that was asked over TLS may lead to nothing but TLS.
  ///   - lookUp: how near the addresses of a host are; nil where that cannot be told.
  package static func mayLead(
    from: String, to: String, keepsTLS: Bool = false,
    lookUp: (String) -> [HostReach]? = HostReach.lookUp
  ) -> Bool {
    guard let old = StreamOrigin(from), let new = StreamOrigin(to) else { return false }
    if keepsTLS, old.isSecure, !new.isSecure { return false }
    if new.host == old.host { return true }
    // FFmpeg gets no further with a name that nobody knows, unless a proxy knows it.
    guard let nearest = lookUp(new.host)?.min() else { return true }
    if nearest == .everywhere { return true }
    // One public address is enough to be a public server: whoever owns a name can add others to it.
    guard let farthest = lookUp(old.host)?.max() else { return false }
    return farthest <= nearest
  }
}

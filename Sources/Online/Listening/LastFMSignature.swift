internal import HTTP
package import Music

/// The key and the shared secret of an application at Last.fm, or at a service like it.
package struct LastFMKeys: Hashable, Sendable {
  package let key: Secret
  package let secret: Secret

  package init(key: Secret, secret: Secret) {
    self.key = key
    self.secret = secret
  }
}

/// The signature of a call (last.fm/api/authspec, section 8).
package enum LastFMSignature {
  /// The MD5 of all parameters in the order of their names, with the shared secret behind them.
  package static func of(_ parameters: [String: String], secret: Secret) -> String {
    let unsigned: Set<String> = ["format", "callback"]
    let names = parameters.keys.filter { !unsigned.contains($0) }
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let text = names.map { $0 + (parameters[$0] ?? "") }.joined() + secret.text
    return MD5.digest(of: Array(text.utf8))
  }
}

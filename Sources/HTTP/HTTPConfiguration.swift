package import Music

/// Bounds of all requests of a client.
package struct HTTPLimits: Equatable, Sendable {
  /// For name, connection and TLS.
  package var connectTime: Duration = .seconds(10)
  /// Without a byte in either direction.
  package var stallTime: Duration = .seconds(30)
  /// For a whole response in memory, and as much for each redirect; downloads and streams have none
  /// unless the request sets it.
  package var responseTime: Duration = .seconds(300)
  /// After decompression.
  package var bodyBytes: Int64 = 8 << 20
  package var headerLineBytes = 16384
  /// All header lines of a response together, interim responses and trailers included.
  package var headerBytes = 65536
  package var redirects = 5
  /// At once of each urgency; others wait in order.
  package var transfers = 16
  package var transfersPerHost = 4
  /// At once of those in the background, whatever their hosts.
  package var backgroundTransfers = 8
  /// Transfers that may wait.
  package var waiting = 1024

  package init() {}
}

/// The settings of an HTTP client.
package struct HTTPConfiguration: Sendable {
  /// Such as `tritone/1.0 (+https://…)`.
  package var userAgent: String
  package var limits = HTTPLimits()
  /// A PEM file of certificate authorities that are trusted besides the system's.
  package var furtherCertificates: FilePath?
  /// SHA-256 of the one certificate that is trusted, in lower hexadecimal digits, as
  /// `HTTPCertificate` has it; nil for the authorities.
  package var fingerprint: String?
  /// Whether proxies of the environment are used (`https_proxy`, `no_proxy`, …).
  package var usesProxies = true
  /// Called on the transfer thread after each transfer; must return at once.
  package var log: (@Sendable (HTTPLogEntry) -> Void)?

  package init(userAgent: String) { self.userAgent = userAgent }
}

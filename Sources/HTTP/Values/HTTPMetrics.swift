/// Figures of one transfer, for the log; a redirect is a transfer of its own.
package struct HTTPMetrics: Equatable, Sendable {
  /// The host and a port of its own; never a path or a query.
  package let host: String
  package let method: HTTPMethod
  /// 0 where no response came.
  package let status: Int
  /// "1.1" or "2"; "" where no response came.
  package let version: String
  /// Bytes of the body on the wire.
  package let received: Int64
  package let sent: Int64
  package let nameLookup: Duration
  package let connect: Duration
  /// Until the TLS handshake was done; 0 without TLS.
  package let tls: Duration
  package let firstByte: Duration
  package let total: Duration
  /// Redirects before this transfer.
  package let redirects: Int
  package let isConnectionReused: Bool
}

/// One line for the log: a transfer and its fault. Neither holds a query or a secret.
package struct HTTPLogEntry: Equatable, Sendable {
  package let metrics: HTTPMetrics
  package let error: HTTPError?
}

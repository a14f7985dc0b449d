package import Music

/// What the user changes of a known server, whose tracks and marks stay.
package struct ServerChange: Equatable, Sendable {
  package var name: String
  /// As typed, with a scheme.
  package var address: String
  package var options: ServerOptions
  /// Whether the sign-in may cross a public network in the clear.
  package var allowsPlainHTTP = false
  /// Whether the address counts also where nothing shows that the same server answers there.
  package var allowsOther = false

  /// The server as it is.
  package init(_ server: Server) {
    (name, address, options) = (server.name, server.address, server.options)
  }
}

/// Why a new address of a known server is asked about. Nothing was changed.
package enum ServerDoubt: Equatable, Sendable {
  /// The sign-in would cross a public network in the clear.
  case plainHTTP
  /// It may be another server; the text says why.
  case other(reason: String)
}

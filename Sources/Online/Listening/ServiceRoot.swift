package import HTTP
package import Music

/// The root address of a service that takes listens, or of one like it.
package struct ServiceRoot: Hashable, Sendable {
  package let url: HTTPURL
  /// As it is stored and shown.
  package let text: String

  package enum Fault: Error, Equatable, Sendable {
    case invalid(reason: String)
    /// A token would cross the network in the clear.
    case notEncrypted

    package var message: String {
      switch self {
      case .invalid(let reason): "the address \(reason)"
      case .notEncrypted:
        "the address begins with http://, so everybody on the way could read the token: use "
          + "https://, or --allow-http in a network of your own"
      }
    }
  }

  /// The address in the one form in which a kind of services stores it.
  ///
  /// - Parameter allowsPlain: whether http is taken for other machines than this one, too.
  package init(
    _ text: String, of kind: ListenServiceKind, allowsPlain: Bool = false
  ) throws(Fault) {
    let plain = text.trimmed().trimmed { $0 == "/" }
    switch kind {
    case .listenBrainz: try self.init(plain, allowsPlain: allowsPlain)
    // The slash is part of the path, and a redirection would lose the form.
    case .lastFM: try self.init(plain + "/", allowsPlain: allowsPlain)
    }
  }

  /// - Parameter allowsPlain: whether http is taken for other machines than this one, too.
  package init(_ text: String, allowsPlain: Bool = false) throws(Fault) {
    do { url = try HTTPURL(text.trimmed()) } catch {
      guard case .invalidURL(let reason) = error else {
        throw .invalid(reason: "is not valid")
      }
      throw .invalid(reason: reason)
    }
    // Longer ones are not shown whole.
    guard url.requestText.utf8.count <= 300 else { throw .invalid(reason: "is too long") }
    guard url.query == nil else { throw .invalid(reason: "has a question mark") }
    guard url.isSecure || allowsPlain || url.origin.isLoopback else {
      throw .notEncrypted
    }
    self.text = url.description
  }
}

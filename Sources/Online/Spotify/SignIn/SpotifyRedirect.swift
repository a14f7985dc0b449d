internal import HTTP
internal import Music

/// Checks the address that Spotify's page sends the browser to (RFC 6749, section 4.1.2).
struct SpotifyRedirect: Sendable {
  static let path = "/callback"

  let port: Int
  /// What only this sign-in and Spotify's page know.
  let state: String

  /// What an address says.
  enum Meaning: Equatable, Sendable {
    case code(Secret)
    case denied
    /// Spotify's own word for the fault.
    case failed(String)
    /// Somebody else's address, or one of another sign-in.
    case foreign
  }

  init(port: Int, state: String = PKCE.randomText(32)) {
    self.port = port
    self.state = state
  }

  var address: String { "http://127.0.0.1:\(port)\(Self.path)" }

  func meaning(of url: HTTPURL) -> Meaning {
    let items = url.items
    func value(_ name: String) -> String? {
      let values = items.filter { $0.name == name }
      return values.count == 1 ? values[0].value : nil
    }
    // Before all else: other pages can send a browser here, too.
    guard value("state") == state else { return .foreign }
    if items.contains(where: { $0.name == "error" }) {
      let error = value("error") ?? ""
      return error == "access_denied" ? .denied : .failed(SpotifyText.name(error, longest: 80))
    }
    guard let code = SpotifyText.token(value("code")) else { return .foreign }
    return .code(code)
  }

  /// The meaning of an address that the user copied out of a browser's address bar.
  func meaning(ofPasted text: String) throws(SpotifyError) -> Meaning {
    let text = text.trimmed().trimmed { "<>\"'".contains($0) }
    let url: HTTPURL
    do { url = try HTTPURL(text) } catch {
      throw .wrongRedirect(
        reason: "this is no address: copy all of the browser's address bar, which begins with "
          + address)
    }
    guard url.origin.scheme == .http, url.origin.host == "127.0.0.1", url.origin.port == port,
      url.path == Self.path
    else {
      throw .wrongRedirect(
        reason: "this is another address: wanted is the one behind Spotify's page, which begins "
          + "with \(address)")
    }
    let meaning = meaning(of: url)
    guard meaning != .foreign else {
      throw .wrongRedirect(
        reason: "this address belongs to another sign-in, or is not whole: copy all of it")
    }
    return meaning
  }
}

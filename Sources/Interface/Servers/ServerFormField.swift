import Music

/// A field of the form of a server.
package enum ServerFormField: FormField, Sendable {
  case kind, address, name, signIn, user, password, apiKey, projectKey, maxBitRate, certificateFile
  case fingerprint

  func label(at kind: ServerKind) -> String {
    switch self {
    case .kind: "Kind"
    case .address: "Address"
    case .name: "Name"
    case .signIn: "Sign in with"
    case .user: kind == .coretet ? "E-mail" : "User"
    case .password: "Password"
    case .apiKey: "API key"
    case .projectKey: "Project key"
    case .maxBitRate: "At most"
    case .certificateFile: "Certificates"
    case .fingerprint: "Fingerprint"
    }
  }

  /// The meaning of the field, below the form while it is focused.
  func hint(at kind: ServerKind) -> String {
    switch self {
    case .kind:
      switch kind {
      case .audiobookshelf: "Audiobookshelf: audiobooks, and where you are in them"
      case .coretet: "Coretet: playlists that people share, rate and comment on"
      case .subsonic: "Subsonic: Navidrome, Gonic, Airsonic, Jellyfin's plugin"
      }
    case .address:
      kind == .coretet
        ? "The project's address: https://abcdefgh.supabase.co"
        : "https://music.example.org, with port and path where it has them"
    case .name: "As you call it: Home, Library"
    case .signIn: "A key of an account, where the server makes such keys"
    case .user: kind == .coretet ? "The address you are known by there" : "Your name there"
    case .password: "Kept among the secrets, and shown nowhere"
    case .apiKey: "Kept among the secrets, and shown nowhere"
    case .projectKey: "The anon or publishable key of the project, which its owner gives to all"
    case .maxBitRate: "The server converts streams above this bit rate; downloads stay whole"
    case .certificateFile: "PEM file of an authority of your own; empty for the system's"
    case .fingerprint: "SHA-256 of the only certificate to trust; empty for any valid one"
    }
  }

  /// Whether its text is never shown.
  var isSecret: Bool {
    switch self {
    case .password, .apiKey, .projectKey: true
    case .kind, .address, .name, .signIn, .user, .maxBitRate, .certificateFile, .fingerprint: false
    }
  }

  static let withPassword = "password"
  static let withKey = "key"
  private static let bitRates = [320, 256, 192, 160, 128, 96, 64]

  /// Nil for a text.
  ///
  /// - Parameter text: The present value, which may be one that only the command line makes.
  func choices(with text: String) -> [FieldChoice]? {
    switch self {
    case .kind:
      return [ServerKind.subsonic, .audiobookshelf, .coretet].map {
        FieldChoice(word: $0.rawValue, title: $0.title)
      }
    case .signIn:
      return [
        FieldChoice(word: ServerFormField.withPassword, title: "name and password"),
        FieldChoice(word: ServerFormField.withKey, title: "API key"),
      ]
    case .maxBitRate:
      var rates = ServerFormField.bitRates
      if let rate = Int(text), !rates.contains(rate) { rates.append(rate) }
      return [FieldChoice(word: "", title: "files as they are")]
        + rates.map { FieldChoice(word: "\($0)", title: "\($0) kbit/s") }
    case .address, .name, .user, .password, .apiKey, .projectKey, .certificateFile, .fingerprint:
      return nil
    }
  }

  /// The most characters of a text; nil for those of any line.
  var maximumText: Int? {
    switch self {
    case .address, .certificateFile, .apiKey, .projectKey: 4_096
    case .kind, .name, .signIn, .user, .password, .maxBitRate, .fingerprint: nil
    }
  }

  // MARK: Values

  /// Why the text is no value of the field; nil where it is valid.
  func mistake(in text: String, at kind: ServerKind) -> String? {
    switch self {
    case .kind, .signIn, .maxBitRate: return nil
    case .address:
      do throws(ServerAddressMistake) {
        _ = try TypedServerAddress(text)
        return nil
      } catch {
        return error.hint
      }
    case .name: return Playlist.tidied(name: text) == nil ? "A server needs a name" : nil
    case .user:
      let user = text.trimmed()
      if kind == .coretet, !user.contains("@") { return "An address like kari@example.org" }
      return user.isEmpty ? "Your name there is missing" : nil
    case .password: return text.isEmpty ? "The password is missing" : nil
    case .apiKey, .projectKey:
      let key = text.trimmed()
      if key.isEmpty { return "The key is missing" }
      return key.contains(where: \.isWhitespace) ? "A key has no spaces" : nil
    case .certificateFile:
      let path = text.trimmed()
      return path.isEmpty || path.hasPrefix("/") || path.hasPrefix("~/")
        ? nil : "The whole path, from / or ~/ on"
    case .fingerprint:
      return text.trimmed().isEmpty || ServerOptions.fingerprint(typed: text) != nil
        ? nil : "64 hexadecimal digits, with or without colons"
    }
  }
}

extension ServerAddressMistake {
  /// The line below the field.
  fileprivate var hint: String {
    switch self {
    case .empty: "The address of the server is missing"
    case .noScheme: "Write https:// before it, or http:// in a network of your own"
    case .otherScheme: "It begins with https://, or with http:// in a network of your own"
    case .noHost: "It names no server behind the //"
    case .hasQuery: "Leave out what begins with the question mark"
    }
  }
}

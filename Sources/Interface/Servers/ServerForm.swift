package import Music

/// The texts of the form of a server, valid or not.
package struct ServerForm: FieldForm, Equatable, Sendable {
  /// The subject of the form.
  package enum Purpose: Equatable, Sendable {
    case new
    case options(Server)
    case signIn(Server)
  }

  package let purpose: Purpose
  private var texts: [ServerFormField: Secret] = [:]
  /// The names of all other servers, folded.
  private let taken: Set<String>

  init(_ purpose: Purpose, besides items: [ServerListItem]) {
    self.purpose = purpose
    var others = items.map(\.server)
    if case .options(let server) = purpose { others.removeAll { $0.id == server.id } }
    taken = Set(others.map { SortKey.folded($0.name) })
    self[.kind] = ServerKind.subsonic.rawValue
    self[.signIn] = ServerFormField.withPassword
    switch purpose {
    case .new: break
    case .options(let server), .signIn(let server):
      self[.kind] = server.kind.rawValue
      self[.address] = server.address
      self[.name] = server.name
      self[.user] = server.user ?? ""
      if server.user == nil { self[.signIn] = ServerFormField.withKey }
      self[.maxBitRate] = server.options.maxBitRate.map(String.init) ?? ""
      self[.certificateFile] = server.options.certificateFile ?? ""
      self[.fingerprint] = server.options.fingerprint ?? ""
    }
  }

  package subscript(field: ServerFormField) -> String {
    get { texts[field]?.text ?? "" }
    set { texts[field] = Secret(newValue) }
  }

  var kind: ServerKind { ServerKind(rawValue: self[.kind]) ?? .subsonic }

  /// The fields that mean something, in the order of the form.
  var fields: [ServerFormField] {
    return ServerFormField.allCases.filter { field in
      switch field {
      case .kind: purpose == .new
      case .address, .name: !isAboutSignIn
      // A project knows no keys of accounts.
      case .signIn: !isAboutOptions && kind != .coretet
      case .user, .password: !isAboutOptions && !hasKey
      case .apiKey: !isAboutOptions && hasKey
      case .projectKey: purpose == .new && kind == .coretet
      case .maxBitRate: !isAboutSignIn && kind == .subsonic
      case .certificateFile, .fingerprint: !isAboutSignIn
      }
    }
  }

  /// Whether a key signs in.
  private var hasKey: Bool { kind != .coretet && self[.signIn] == ServerFormField.withKey }

  private var isAboutOptions: Bool { if case .options = purpose { true } else { false } }
  private var isAboutSignIn: Bool { if case .signIn = purpose { true } else { false } }

  /// Why the text of a field is invalid; nil where it is valid.
  package func mistake(in field: ServerFormField) -> String? {
    if let mistake = field.mistake(in: self[field], at: kind) { return mistake }
    guard field == .name, taken.contains(SortKey.folded(name)) else { return nil }
    return "There is a server of this name"
  }

  private var name: String { Playlist.tidied(name: self[.name]) ?? "" }

  func isAbout(_ server: Server) -> Bool {
    switch purpose {
    case .new: name == server.name
    case .options(let own), .signIn(let own): own.id == server.id
    }
  }

  /// Takes name and password out of a typed address, and names the server by its host.
  ///
  /// - Returns: What became of credentials in it; nil where there were none.
  mutating func tidyAddress() -> String? {
    let typed: TypedServerAddress
    do throws(ServerAddressMistake) { typed = try TypedServerAddress(self[.address]) } catch {
      return nil
    }
    self[.address] = typed.text
    if self[.name].isEmpty { self[.name] = typed.host }
    guard typed.user != nil || typed.password != nil else { return nil }
    guard purpose == .new else {
      return "The name and password in the address are left out: the sign-in stays"
    }
    self[.signIn] = ServerFormField.withPassword
    if let user = typed.user { self[.user] = user }
    if let password = typed.password { self[.password] = password.text }
    return "The name and password in the address are in their fields now"
  }

  // MARK: Results

  private var credentials: ServerCredentials {
    hasKey
      ? .apiKey(Secret(self[.apiKey].trimmed()))
      : .password(user: self[.user].trimmed(), Secret(self[.password]))
  }

  private func options(from old: ServerOptions) -> ServerOptions {
    var options = old
    options.maxBitRate = kind == .subsonic ? Int(self[.maxBitRate]) : nil
    let file = self[.certificateFile].trimmed()
    options.certificateFile = file.isEmpty ? nil : file
    options.fingerprint = ServerOptions.fingerprint(typed: self[.fingerprint])
    return options
  }

  /// The effect of the form as typed; nil where a field has a mistake.
  package var effect: ServersEffect? {
    guard faulty == nil else { return nil }
    switch purpose {
    case .new:
      let draft = ServerDraft(
        kind: kind, address: self[.address].trimmed(), name: name, credentials: credentials,
        options: options(from: ServerOptions()),
        key: kind == .coretet ? Secret(self[.projectKey].trimmed()) : nil)
      return .add(draft, allowsPlainHTTP: false)
    case .options(let server):
      var change = ServerChange(server)
      (change.name, change.address) = (name, self[.address].trimmed())
      change.options = options(from: server.options)
      return .change(server.id, change)
    case .signIn(let server): return .signIn(server.id, credentials)
    }
  }
}

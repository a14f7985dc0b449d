internal import FoundationEssentials
package import Music

/// What a user is known by at the server.
package enum AudiobookshelfTokens: Equatable, Sendable, Redacted {
  /// Since 2.26: an access token for an hour, and a refresh token that counts once.
  case pair(access: Secret, refresh: Secret)
  /// Before 2.26: a token without an end.
  case unending(Secret)
  case apiKey(Secret)

  /// The token of the header `Authorization`.
  package var access: Secret {
    switch self {
    case .pair(let access, _): access
    case .unending(let token): token
    case .apiKey(let key): key
    }
  }

  package var description: String { "tokens (secret)" }

  private struct Stored: Codable {
    var access: String
    var refresh: String?
    var isKey: Bool
  }

  /// As the store of secrets keeps them; nil for what is none of ours.
  package init?(stored: Secret) {
    // Another program may have written it: then there are no tokens.
    guard stored.text.utf8.count <= 65_536,
      let values = try? JSONDecoder().decode(Stored.self, from: Data(stored.text.utf8)),
      let access = ServerText.token(values.access)
    else { return nil }
    if let refresh = values.refresh {
      guard let refresh = ServerText.token(refresh) else { return nil }
      self = .pair(access: access, refresh: refresh)
    } else {
      self = values.isKey ? .apiKey(access) : .unending(access)
    }
  }

  package var stored: Secret {
    let values =
      switch self {
      case .pair(let access, let refresh):
        Stored(access: access.text, refresh: refresh.text, isKey: false)
      case .unending(let token): Stored(access: token.text, refresh: nil, isKey: false)
      case .apiKey(let key): Stored(access: key.text, refresh: nil, isKey: true)
      }
    // because texts and a truth value can always be written as JSON
    return Secret(String(decoding: try! JSONEncoder().encode(values), as: UTF8.self))
  }
}

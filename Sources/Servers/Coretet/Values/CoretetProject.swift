package import HTTP
package import Music

/// A project as requests reach it.
package struct CoretetProject: Equatable, Sendable {
  package var root: HTTPURL
  /// The anon key or the publishable key, which says only that it is this project.
  package var key: Secret
  package var names: CoretetNames

  package init(root: HTTPURL, key: Secret, names: CoretetNames = .standard) {
    self.root = root
    self.key = key
    self.names = names
  }

  /// The header of the key.
  var keyHeader: HTTPHeader { HTTPHeader("apikey", key) }
}

/// Who is signed in.
package enum CoretetIdentity: Equatable, Sendable {
  case user(id: String, email: String)
  /// Somebody with whom playlists are shared, and who is no user of the project.
  case collaborator(id: String, email: String, name: String)

  package var id: String {
    switch self {
    case .user(let id, _), .collaborator(let id, _, _): id
    }
  }

  package var email: String {
    switch self {
    case .user(_, let email), .collaborator(_, let email, _): email
    }
  }

  package var isUser: Bool {
    switch self {
    case .user: true
    case .collaborator: false
    }
  }
}

/// Ids of rows, which are UUIDs in projects as Coretet makes them, or numbers.
enum CoretetID {
  static let longest = 64

  /// In lower case; nil for a text that needs quotes in a filter.
  static func valid(_ text: String?) -> String? {
    guard let text, (1...longest).contains(text.utf8.count),
      text.utf8.allSatisfy({ byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      })
    else { return nil }
    return text.lowercased()
  }
}

/// An e-mail address, by which the tables know people.
package struct CoretetEmail: Hashable, Sendable {
  /// In lower case.
  package let text: String

  /// - Throws: `.wrongEmail`.
  package init(_ typed: String) throws(CoretetError) {
    let text = typed.trimmed().lowercased()
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 320, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      text.unicodeScalars.allSatisfy({
        !$0.properties.isWhitespace && $0.displayable == $0
          && !"\"(),:;<>[]\\*".unicodeScalars.contains($0)
      })
    else { throw .wrongEmail }
    self.text = text
  }
}

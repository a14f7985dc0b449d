/// Names of a project's tables and columns, some of which its owner has changed.
package struct CoretetNames: Equatable, Sendable {
  package enum Table: String, CaseIterable, Sendable {
    case playlists
    case entries = "playlist_tracks"
    case shares = "playlist_shares"
    case tracks
    case ratings = "user_track_ratings"
    case guestRatings = "track_ratings"
    case comments = "track_comments"
    case namedComments = "track_comments_with_users"
    case profiles
    case collaborators
  }

  package enum Function: String, CaseIterable, Sendable {
    case signIn = "functions/collaborator-auth"
    case address = "functions/get-track-url"
    case positions = "rpc/update_track_positions"
    case invitation = "rpc/validate_share_token"
  }

  /// By the default names, as the settings have them.
  private let changed: [String: String]

  static let (bucket, activeStatus) = ("bucket", "playlist_shares.status=active")

  private static let longest = 63

  /// - Parameter changed: the project's names by the default ones: of tables ("playlist_shares"),
  ///   of columns ("playlist_shares.status"), of functions ("functions/get-track-url"), of the
  ///   storage's bucket ("bucket") and of the status of shares that count
  ///   ("playlist_shares.status=active").
  /// - Throws: `.wrongName` for a name that cannot be one.
  package init(changed: [String: String] = [:]) throws(CoretetError) {
    for (name, new) in changed {
      guard Self.isKnown(name), Self.isName(new, isTable: !name.contains("/")) else {
        throw .wrongName(ServerText.line("\(name) = \(new)", longest: 100))
      }
    }
    self.changed = changed
  }

  private init() { changed = [:] }

  package static let standard = CoretetNames()

  private static func isKnown(_ name: String) -> Bool {
    if name == bucket || name == activeStatus || Function(rawValue: name) != nil { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && Table(rawValue: String(parts[0])) != nil
      && parts.allSatisfy { isName(String($0), isTable: true) }
  }

  private static func isName(_ name: String, isTable: Bool) -> Bool {
    (1...longest).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        case UInt8(ascii: "-"): !isTable
        default: false
        }
      }
  }

  subscript(table: Table) -> String { changed[table.rawValue] ?? table.rawValue }

  subscript(table: Table, column: String) -> String {
    changed["\(table.rawValue).\(column)"] ?? column
  }

  subscript(function: Function) -> String {
    changed[function.rawValue]
      ?? String(function.rawValue.drop { $0 != "/" }.dropFirst())
  }

  /// The bucket of the storage.
  var bucket: String { changed[Self.bucket] ?? "audio-files" }

  /// The status of shares that count.
  var active: String { changed[Self.activeStatus] ?? "active" }
}

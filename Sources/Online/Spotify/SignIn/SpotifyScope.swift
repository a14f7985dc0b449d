/// What the user allows the program.
package enum SpotifyScope: String, CaseIterable, Sendable {
  case writePrivatePlaylists = "playlist-modify-private"
  case writePublicPlaylists = "playlist-modify-public"
  case readPrivatePlaylists = "playlist-read-private"
  case readTopArtists = "user-top-read"
  case readFollowedArtists = "user-follow-read"

  package var summary: String {
    switch self {
    case .writePrivatePlaylists: "write private playlists"
    case .writePublicPlaylists: "write public playlists"
    case .readPrivatePlaylists: "find private playlists"
    case .readTopArtists: "read the artists heard most"
    case .readFollowedArtists: "read the artists followed"
    }
  }

  static var all: String { allCases.map(\.rawValue).joined(separator: " ") }

  /// The scopes of a token's answer; those that are not ours are left out.
  static func granted(_ text: String) -> [SpotifyScope] {
    let names = text.split(separator: " ").prefix(64)
    return allCases.filter { names.contains($0.rawValue[...]) }
  }
}

// The JSON of Spotify's Web API; names are those of its fields. Lists skip what is no item, since
// Spotify sends null for what it has no longer.

/// A part of a list.
struct SpotifyPage<Item: Decodable>: Decodable {
  struct Cursors: Decodable { var after: String? }

  /// Nil for what is no item.
  let items: [Item?]
  let next: String?
  let total: Int?
  let cursors: Cursors?

  /// Items that a page may have.
  private static var mostItems: Int { 100 }

  private enum Keys: CodingKey { case items, next, total, cursors }
  private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    next = try? values.decodeIfPresent(String.self, forKey: .next)
    total = try? values.decodeIfPresent(Int.self, forKey: .total)
    cursors = try? values.decodeIfPresent(Cursors.self, forKey: .cursors)
    var list = try values.nestedUnkeyedContainer(forKey: .items)
    var items: [Item?] = []
    while !list.isAtEnd, items.count < Self.mostItems {
      let item = try? list.decode(Item.self)
      if item == nil { _ = try list.decode(Skipped.self) }
      items.append(item)
    }
    self.items = items
  }
}

struct UserAnswer: Decodable {
  var id: String
  var display_name: String?
}

struct ArtistAnswer: Decodable {
  /// Null for one of somebody's own file.
  var id: String?
  var name: String?

  var artist: SpotifyArtist? {
    id.flatMap { SpotifyID($0) }.map { SpotifyArtist(id: $0, name: SpotifyText.name(name)) }
  }
}

struct ArtistsAnswer: Decodable { var artists: SpotifyPage<ArtistAnswer> }

struct TracksAnswer: Decodable { var tracks: SpotifyPage<TrackAnswer> }

struct AlbumAnswer: Decodable { var id: String }

struct TrackAnswer: Decodable {
  /// Null for a file of somebody's own.
  var id: String?
  var uri: String?
  var type: String?
  var name: String?
  var duration_ms: Double?
  var is_local: Bool?
  var artists: [ArtistAnswer]?

  private static let mostArtists = 50
  private static let longest = 7 * 86_400_000.0

  var track: SpotifyTrack? {
    guard is_local != true, type ?? "track" == "track", uri?.hasPrefix("spotify:track:") ?? true,
      let id = id.flatMap({ SpotifyID($0) })
    else { return nil }
    let milliseconds = duration_ms.map { $0.isFinite ? min(max($0, 0), Self.longest) : 0 } ?? 0
    return SpotifyTrack(
      id: id, name: SpotifyText.name(name),
      artists: (artists ?? []).prefix(Self.mostArtists).compactMap(\.artist),
      duration: .milliseconds(Int64(milliseconds)))
  }

  var entry: SpotifyEntry {
    if let track { return .track(track) }
    if let uri = uri.flatMap({ SpotifyURI($0) }), uri.kind == .episode {
      return .episode(uri, name: SpotifyText.name(name))
    }
    return .other(name: SpotifyText.name(name))
  }
}

/// An entry of a playlist: `item`, and `track` before 2026.
struct EntryAnswer: Decodable {
  let entry: SpotifyEntry

  private enum Keys: CodingKey { case item, track }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    // Absent, or something that has no track in it.
    let item = try? values.decodeIfPresent(TrackAnswer.self, forKey: .item)
    let track = try? values.decodeIfPresent(TrackAnswer.self, forKey: .track)
    entry = (item ?? track)?.entry ?? .other(name: "")
  }
}

struct PlaylistAnswer: Decodable {
  struct Owner: Decodable { var id: String? }
  struct Count: Decodable { var total: Int? }

  var id: String
  var name: String?
  var owner: Owner?
  var snapshot_id: String?
  var items: Count?
  /// The name of `items` before 2026.
  var tracks: Count?

  private static let mostEntries = 1_000_000

  var playlist: SpotifyPlaylist? {
    guard let id = SpotifyID(id) else { return nil }
    let count = items?.total ?? tracks?.total ?? 0
    return SpotifyPlaylist(
      id: id, name: SpotifyText.name(name), ownerID: SpotifyText.userID(owner?.id) ?? "",
      count: min(max(count, 0), Self.mostEntries), snapshot: SpotifyText.snapshot(snapshot_id))
  }
}

struct SnapshotAnswer: Decodable { var snapshot_id: String? }

/// The body of an error.
struct SpotifyFault: Decodable {
  struct Details: Decodable {
    var message: String?
    var reason: String?
  }

  var error: Details
}

internal import Music

/// The orders of tracks in SQL, over tracks as t and their folders as f.
///
/// What a column does not know comes last in both directions; what is equal in the column is
/// in album order, in both directions too.
enum TrackOrder {
  /// Album order: as the tracks of an album are meant to be heard.
  static let album = "t.disc, t.track, f.order_key, t.name_key, t.id"
  /// Natural path order: as the folder lists show things.
  static let path = "f.order_key, t.name_key, t.id"

  static func sql(_ sort: SortColumn, isDescending: Bool) -> String {
    let down = isDescending ? " DESC" : ""
    func text(_ key: String) -> String {
      // Without the first term the index in this order can be used.
      isDescending ? "\(key) = \(TextKey.noneSQL), \(key) DESC" : key
    }
    let artist = "t.artist_key, t.album_key, t.disc, t.track"
    return switch sort {
    case .artist: "\(text("t.artist_key")), t.album_key, t.disc, t.track, t.duration, t.id"
    case .title: isDescending ? "t.title_key DESC, t.id" : "t.title_key, t.duration, t.id"
    case .album: "\(text("t.album_key")), t.credit_key, t.disc, t.track, t.name_key, t.id"
    case .year: "t.year\(down) NULLS LAST, \(artist), t.id"
    case .bpm: "t.bpm\(down) NULLS LAST, t.title_key, t.id"
    case .key: "t.key COLLATE NOCASE\(down) NULLS LAST, t.title_key, t.id"
    case .duration: "t.duration\(down) NULLS LAST, t.title_key, t.id"
    case .rating: "t.rating = 0, t.rating\(down), \(artist), t.id"
    case .plays: "t.plays\(down), \(artist), t.id"
    case .added: "t.added\(down), \(artist), t.id"
    case .path: "f.order_key\(down), t.name_key\(down), t.id"
    }
  }

  /// Whether folders have to be joined for an order.
  static func needsFolders(_ sql: String) -> Bool { sql.contains("f.") }
}

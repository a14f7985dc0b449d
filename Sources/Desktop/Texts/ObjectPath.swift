internal import Music

/// Object paths of what is in the queue and of playlists.
enum ObjectPath {
  static let none = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
  private static let items = "/org/tritone/item/"
  private static let playlists = "/org/tritone/playlist/"

  /// One for each occurrence in the queue; an audition has one for each item of the player.
  static func text(of item: PlayerStatus.Item) -> String {
    if let id = item.id { return items + number(id.rawValue) }
    if let play = item.play { return "/org/tritone/play/\(play.serial)" }
    return "/org/tritone/track/" + number(item.track.id.rawValue)
  }

  static func text(of playlist: PlaylistID) -> String { playlists + number(playlist.rawValue) }

  static func playlist(at path: String) -> PlaylistID? {
    guard path.hasPrefix(playlists) else { return nil }
    let text = path.dropFirst(playlists.count)
    let value = text.first == "m" ? Int64("-" + text.dropFirst()) : Int64(text)
    return value.map { PlaylistID($0) }.flatMap { ObjectPath.text(of: $0) == path ? $0 : nil }
  }

  /// A path may not contain a minus sign.
  private static func number(_ value: Int64) -> String {
    value < 0 ? "m\(value.magnitude)" : String(value)
  }
}

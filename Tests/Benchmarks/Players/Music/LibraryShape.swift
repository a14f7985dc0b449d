/// What differs between libraries without files.
struct LibraryShape {
  var top = "/home/somebody/music"
  /// The folder of all tracks, in place of those of the collection.
  var folder: String?
  /// The least length of title, artist, album and genre, in bytes.
  var textBytes = 0
  var playlists = 0
  /// Whether the first playlist has as many entries as there are tracks, and is in the first slot of
  /// the mix.
  var isFirstPlaylistFull = false
  /// The length of every track, as a scan of their file would have found it.
  var seconds: UInt64?
  /// The file that all tracks play.
  var sound: ManyNamedFile?

  func shaped(_ track: SyntheticTrack) -> SyntheticTrack {
    var track = track
    if let folder { track.folder = folder }
    guard textBytes > 0 else { return track }
    track.title = filled(track.title)
    track.artist = filled(track.artist)
    track.album = filled(track.album)
    track.genre = filled(track.genre)
    return track
  }

  private func filled(_ text: String) -> String {
    let copies = textBytes / (text.utf8.count + 1) + 1
    return Array(repeating: text, count: copies).joined(separator: " ")
  }

  func path(of track: SyntheticTrack, _ id: Int64) -> String {
    if let sound { return sound.path(Int(id)) }
    // A name in a file system is shorter than a tag may be. One folder has many tracks of a name.
    let name = folder == nil && textBytes == 0 ? track.stem : "\(id) \(track.stem.prefix(60))"
    return "\(top)/\(track.folder)/\(name).flac"
  }
}

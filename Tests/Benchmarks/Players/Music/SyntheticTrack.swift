/// Tags of a synthetic track, and the path of its file.
struct SyntheticTrack {
  var title: String
  var artist: String
  /// Nil on albums without this tag.
  var albumArtist: String?
  var album: String
  var genre: String
  var year: Int
  var number: Int
  var total: Int
  var bpm: Int
  var key: String
  /// Relative to the collection's folder, without a slash at either end.
  var folder: String

  /// The file's name without its extension.
  var stem: String {
    let name = title.replacing("/", with: "-")
    return number < 10 ? "0\(number) \(name)" : "\(number) \(name)"
  }
}

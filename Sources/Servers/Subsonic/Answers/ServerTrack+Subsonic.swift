internal import JSON
internal import Music

/// What an album adds to the entries of its tracks.
struct SubsonicAlbum: Equatable, Sendable {
  var artist: String?
  var isCompilation = false
  /// Tracks, as the server counts them.
  var tracks = 0

  init(_ node: JSONNode) {
    artist = node["displayArtist"].name() ?? node["artist"].name()
    isCompilation = node["isCompilation"].flag
    tracks = node["songCount"].whole(0...10_000_000) ?? 0
  }
}

extension ServerTrack {
  private static let mostNames = 32

  /// Reads a Child; nil for folders, videos and entries without a usable id.
  init?(_ node: JSONNode, in album: SubsonicAlbum? = nil) {
    guard let id = node["id"].id, !node["isDir"].flag, !node["isVideo"].flag else { return nil }
    let suffix = node["suffix"].name(longest: 10).map {
      String($0.drop { $0 == "." }).lowercased()
    }
    let size = max(0, node["size"].whole ?? 0)
    self.init(
      id: id, tags: Self.tags(node, album), audio: Self.audio(node, suffix, size), size: size,
      suffix: suffix?.isEmpty == false ? suffix : nil,
      marks: ServerMarks(
        rating: Rating(stars: node["userRating"].whole(0...5) ?? 0),
        isLoved: node["starred"].name() != nil,
        plays: node["playCount"].whole(0...1_000_000_000) ?? 0, lastPlayed: node["played"].seconds),
      cover: node["coverArt"].id, added: node["created"].seconds)
  }

  private static func names(_ node: JSONNode?) -> [String] {
    var names: [String] = []
    for element in node.list.prefix(mostNames) {
      let name = element["name"].name() ?? JSONNode?.some(element).name()
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func tags(_ node: JSONNode, _ album: SubsonicAlbum?) -> Tags {
    let artists = names(node["artists"])
    let genres = names(node["genres"])
    let albumArtists = names(node["albumArtists"])
    var tags = Tags(
      title: node["title"].name() ?? fileName(node["path"]),
      artist: artists.count > 1
        ? artists.first
        : node["displayArtist"].name() ?? node["artist"].name() ?? artists.first,
      albumArtist: node["displayAlbumArtist"].name() ?? albumArtists.first ?? album?.artist,
      album: node["album"].name(), genre: genres.first ?? node["genre"].name(),
      date: node["year"].whole(1...9999).map { String($0) },
      trackNumber: node["track"].whole(1...100_000),
      discNumber: node["discNumber"].whole(1...10_000),
      bpm: node["bpm"].real.flatMap { (1...1000).contains($0) ? $0 : nil })
    tags.titleSort = node["sortName"].name()
    tags.isCompilation = album?.isCompilation ?? false
    tags.replayGain = gain(node["replayGain"])
    return tags
  }

  /// The last component of a path, without its extension.
  private static func fileName(_ path: JSONNode?) -> String? {
    guard let name = path.name(longest: 4_000)?.split(separator: "/").last else { return nil }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// The decoder of Opus applies the base gain itself.
  private static func gain(_ node: JSONNode?) -> ReplayGain {
    func gain(_ name: String) -> Double? {
      node[name].real.flatMap { (-60...60).contains($0) ? $0 : nil }
    }
    func peak(_ name: String) -> Double? {
      node[name].real.flatMap { $0 > 0 && $0 <= 100 ? $0 : nil }
    }
    let fallback = gain("fallbackGain")
    return ReplayGain(
      trackGain: gain("trackGain") ?? fallback, trackPeak: peak("trackPeak"),
      albumGain: gain("albumGain") ?? fallback, albumPeak: peak("albumPeak"))
  }

  private static func audio(
    _ node: JSONNode, _ suffix: String?, _ size: Int64
  ) -> AudioProperties {
    let seconds = node["duration"].real.flatMap { $0 > 0 && $0 <= 10_000_000 ? $0 : nil }
    let format = format(suffix ?? "")
    let depth = node["bitDepth"].whole(1...64)
    return AudioProperties(
      duration: seconds.map { .seconds($0) }, codec: format.codec, container: format.container,
      sampleRate: node["samplingRate"].whole(1...20_000_000) ?? 0,
      bitDepth: format.isLossless ? depth : nil, channels: node["channelCount"].whole(1...64) ?? 0,
      bitRate: node["bitRate"].whole(1...100_000_000).map {
        // Kilobits, except from servers that write bits.
        $0 > 50_000 ? $0 : $0 * 1000
      },
      hasArt: node["coverArt"].id != nil)
  }

  /// FFmpeg's names of what files of an extension usually hold.
  private static func format(
    _ suffix: String
  ) -> (codec: String, container: String, isLossless: Bool) {
    switch suffix {
    case "mp3": ("mp3", "mp3", false)
    case "flac": ("flac", "flac", true)
    case "ogg", "oga": ("vorbis", "ogg", false)
    case "opus": ("opus", "ogg", false)
    case "m4a", "m4b", "mp4", "aac": ("aac", suffix == "aac" ? "aac" : "mov", false)
    case "alac": ("alac", "mov", true)
    case "wav": ("pcm_s16le", "wav", true)
    case "aif", "aiff": ("pcm_s16be", "aiff", true)
    case "wv": ("wavpack", "wv", true)
    case "ape": ("ape", "ape", true)
    case "tta": ("tta", "tta", true)
    case "wma": ("wmav2", "asf", false)
    case "mpc": ("musepack8", "mpc8", false)
    case "dsf": ("dsd_lsbf_planar", "dsf", true)
    case "dff": ("dsd_msbf_planar", "iff", true)
    // Of extensions of several formats, and of those that are none.
    default: ("", "", true)
    }
  }
}

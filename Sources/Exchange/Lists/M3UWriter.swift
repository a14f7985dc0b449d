import Music

/// Builds the lines of an M3U.
///
/// Texts are UTF-8 in both kinds; the paths of an M3U are the file system's own bytes, and those of
/// an M3U8 that are not UTF-8 are written as URIs, so that the file is valid UTF-8.
struct M3UWriter {
  let target: WritingTarget
  let isUTF8: Bool
  private(set) var bytes: [UInt8] = []

  init(target: WritingTarget, isUTF8: Bool) {
    self.target = target
    self.isUTF8 = isUTF8
  }

  mutating func write(_ playlist: DocumentPlaylist) throws(DocumentProblem) {
    add("#EXTM3U")
    if !isUTF8 { add("#EXTENC:UTF-8") }
    if let name = playlist.name.flatMap({ OneLine.text($0) }) { add("#PLAYLIST:\(name)") }
    for field in OwnListField.allCases {
      if let value = field.value(in: playlist) {
        add("\(M3UFormat.ownList)\(field.rawValue)=\(value)")
      }
    }
    for track in playlist.tracks { try write(track) }
  }

  private mutating func write(_ track: DocumentTrack) throws(DocumentProblem) {
    let path = try line(of: track)
    let seconds = track.duration.map { max(1, Int64(($0 / .seconds(1)).rounded())) } ?? -1
    let called = OneLine.text(artist: track.artist, title: track.title)
    add("#EXTINF:\(seconds),\(called)")
    if let album = track.album.flatMap({ OneLine.text($0) }) { add("#EXTALB:\(album)") }
    if let genre = track.genre.flatMap({ OneLine.text($0) }) { add("#EXTGENRE:\(genre)") }
    if let start = track.sound.start { add("#EXTVLCOPT:start-time=\(Seconds.text(start))") }
    if let end = track.sound.end { add("#EXTVLCOPT:stop-time=\(Seconds.text(end))") }
    for field in OwnField.allCases where isNeeded(field, track, seconds: seconds, called: called) {
      let values = field.values(in: track)
      for value in values { add("\(M3UFormat.ownTrack)\(field.rawValue)=\(value)") }
      // An empty value is only written where the EXTINF line implies another.
      if values.isEmpty, field == .title || field == .artist {
        add("\(M3UFormat.ownTrack)\(field.rawValue)=")
      }
    }
    bytes += path
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Whether the standard lines lack the value, or its precision.
  private func isNeeded(
    _ field: OwnField, _ track: DocumentTrack, seconds: Int64, called: String
  ) -> Bool {
    let said = OneLine.artistAndTitle(called)
    return switch field {
    case .start, .end: false
    case .title: said.title != track.title
    case .artist: said.artist != track.artist
    case .album: track.album.map { OneLine.text($0) != $0 } ?? false
    case .genre: track.genre.map { OneLine.text($0) != $0 } ?? false
    case .duration: track.duration.map { $0 != .seconds(seconds) } ?? false
    default: true
    }
  }

  private func line(of track: DocumentTrack) throws(DocumentProblem) -> [UInt8] {
    switch track.location {
    case .stream(let address): return Array(address.text.utf8)
    case .unknown(let name): throw ListedLocation.missing(name ?? track.title)
    case .file(let path):
      let bytes = ListedLocation.path(path, at: target).bytes
      let isLine = !bytes.contains { $0 == 10 || $0 == 13 }
      guard isLine, !isUTF8 || String(validating: bytes, as: UTF8.self) != nil else {
        return Array(FileURI.text(of: ListedLocation.absolute(path, at: target)).utf8)
      }
      let isPlain =
        bytes.first != UInt8(ascii: "#") && !bytes.starts(with: Array("./".utf8))
        && ListedLocation.scheme(of: bytes[...]) == nil
        && bytes.contains { $0 != 0x20 && $0 != 0x09 }
      return isPlain ? bytes : Array("./".utf8) + bytes
    }
  }

  private mutating func add(_ line: String) {
    bytes += Array(line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}

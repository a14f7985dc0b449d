import Music

/// The elements of a track that XSPF and JSPF share.
///
/// Further values are in `meta`, whose `rel` is a URI of ours (docs/formats.md).
enum SharedList {
  static let namespace = "urn:x-tritone:"

  /// Elements with a text, in the order of the specification; `location` and `meta` aside.
  static func texts(of track: DocumentTrack) -> [(name: String, text: String)] {
    let fields = [
      ("title", track.title), ("creator", track.artist),
      ("annotation", track.notes.isEmpty ? nil : track.notes), ("album", track.album),
    ]
    return fields.compactMap { name, text in text.map { (name, $0) } }
  }

  static func milliseconds(of track: DocumentTrack) -> Int64? {
    track.duration.map { Int64(($0 / .milliseconds(1)).rounded()) }
  }

  static func meta(of track: DocumentTrack) -> [(rel: String, text: String)] {
    OwnField.allCases.flatMap { field -> [(rel: String, text: String)] in
      let isNeeded =
        switch field {
        case .title: !survives(track.title)
        case .artist: !survives(track.artist)
        case .album: !survives(track.album)
        case .notes: !survives(track.notes)
        case .duration:
          track.duration.map { $0 != .milliseconds(milliseconds(of: track) ?? 0) } ?? false
        default: true
        }
      return isNeeded ? field.values(in: track).map { (namespace + field.rawValue, $0) } : []
    }
  }

  static func meta(of playlist: DocumentPlaylist) -> [(rel: String, text: String)] {
    OwnListField.allCases.compactMap { field in
      guard field != .notes else { return nil }
      return field.value(in: playlist).map { (namespace + field.rawValue, $0) }
    }
  }

  /// Sets a value of a track; false for an invalid one.
  static func set(_ name: String, _ text: String, in track: inout DocumentTrack) -> Bool {
    let text = trimmed(text)
    switch name {
    case "title": track.title = text.isEmpty ? nil : text
    case "creator": track.artist = text.isEmpty ? nil : text
    case "album": track.album = text.isEmpty ? nil : text
    case "annotation": track.notes = text
    case "duration":
      guard let number = Double(text), number >= 0, number < 1e12 else { return false }
      track.duration = number == 0 ? nil : .milliseconds(Int64(number.rounded()))
    default: break
    }
    return true
  }

  static func set(_ name: String, _ text: String, in playlist: inout DocumentPlaylist) {
    let text = trimmed(text)
    switch name {
    case "title": playlist.name = text.isEmpty ? nil : text
    case "annotation": playlist.notes = text
    default: break
    }
  }

  /// Sets a `meta`; false for one of ours with an invalid value.
  static func setMeta(_ rel: String, _ text: String, in track: inout DocumentTrack) -> Bool {
    guard rel.hasPrefix(namespace),
      let field = OwnField(rawValue: String(rel.dropFirst(namespace.count)))
    else { return true }
    return field.set(text, in: &track)
  }

  static func setMeta(_ rel: String, _ text: String, in playlist: inout DocumentPlaylist) -> Bool {
    guard rel.hasPrefix(namespace),
      let field = OwnListField(rawValue: String(rel.dropFirst(namespace.count)))
    else { return true }
    return field.set(text, in: &playlist)
  }

  /// Sets the first location that can be played, and otherwise the first.
  static func location(
    _ uri: String, after location: DocumentTrack.Location?
  ) -> (location: DocumentTrack.Location, problem: String?) {
    switch location {
    case .file(let path): return (.file(path), nil)
    case .stream(let address): return (.stream(address), nil)
    case .unknown, nil: return ListedLocation.read(Array(trimmed(uri).utf8)[...], isURI: true)
    }
  }

  /// Whether a text survives a round trip: XML lacks some characters, and outer spaces are trimmed.
  private static func survives(_ text: String?) -> Bool {
    guard let text else { return true }
    return trimmed(text) == text
      && text.unicodeScalars.allSatisfy {
        ($0.value >= 0x20 || $0.value == 0x09 || $0.value == 0x0A) && $0.value & 0xFFFE != 0xFFFE
      }
  }

  /// Without the white space around texts in indented files.
  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}

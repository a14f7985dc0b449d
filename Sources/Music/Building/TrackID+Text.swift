// Ids as the texts by which a build names tracks and playlists, whatever service they are from.

extension TrackID {
  package var text: String { String(rawValue) }

  /// Reads the text of an id; nil for any other text.
  package init?(text: String) {
    guard let number = Int64(idText: text) else { return nil }
    self.init(number)
  }
}

extension PlaylistID {
  package var text: String { String(rawValue) }

  /// Reads the text of an id; nil for any other text.
  package init?(text: String) {
    guard let number = Int64(idText: text) else { return nil }
    self.init(number)
  }
}

extension QueuedTrack {
  /// "17", and "17/4" for the virtual track that entry 4 is.
  package var text: String { entry.map { "\(track.text)/\($0.rawValue)" } ?? track.text }

  /// Reads the text of a track or virtual track; nil for any other text.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, let track = TrackID(text: String(first)) else {
      return nil
    }
    guard parts.count == 2 else {
      self.init(track)
      return
    }
    guard let entry = Int64(idText: String(parts[1])) else { return nil }
    self.init(track, entry: EntryID(entry))
  }
}

extension Int64 {
  /// Reads a positive number without sign and leading zeros, so that an id has one text.
  fileprivate init?(idText text: String) {
    guard let number = Int64(text), number > 0, String(number) == text else { return nil }
    self = number
  }
}

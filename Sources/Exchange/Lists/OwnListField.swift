import Music

/// Tritone's own fields of a playlist in formats without them.
enum OwnListField: String, CaseIterable {
  case notes, color, bpm, template

  /// Nil where the playlist has none.
  func value(in playlist: DocumentPlaylist) -> String? {
    let value: String? =
      switch self {
      case .notes: playlist.notes
      case .color: playlist.color
      case .bpm: playlist.targetBPM.map { "\($0)" }
      case .template: playlist.template
      }
    return value.flatMap { $0.isEmpty ? nil : OneLine.encoded($0) }
  }

  /// Sets the field; false for an invalid value.
  func set(_ value: String, in playlist: inout DocumentPlaylist) -> Bool {
    let text = OneLine.decoded(value)
    switch self {
    case .notes: playlist.notes = text
    case .color: playlist.color = text.isEmpty ? nil : text
    case .template: playlist.template = text
    case .bpm:
      guard let bpm = OwnField.number(text, in: 0.001...10_000) else { return false }
      playlist.targetBPM = bpm
    }
    return true
  }
}

extension PlaylistDocument {
  /// The only playlist, for a format of one.
  ///
  /// - Throws: where the document has none or several.
  func single() throws(DocumentProblem) -> DocumentPlaylist {
    let playlists = playlists
    guard playlists.count == 1 else {
      throw DocumentProblem(
        reason: "the format holds one playlist, and here are \(playlists.count)")
    }
    return playlists[0]
  }

  init(_ playlist: DocumentPlaylist, _ problems: ProblemList) {
    self.init(items: [.playlist(playlist)], problems: problems.all)
  }
}

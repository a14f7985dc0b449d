/// The user's details of a playlist entry, as far as they are to be changed.
package struct EntryDetails: Equatable, Sendable {
  /// Unchanged, or a new value.
  package enum Change<Value: Equatable & Sendable>: Equatable, Sendable {
    case keep
    case set(Value)
  }

  package var crossfade: Change<Duration?> = .keep
  package var start: Change<EntryBound?> = .keep
  package var end: Change<EntryBound?> = .keep
  /// dB.
  package var gain: Change<Double?> = .keep
  package var notes: Change<String> = .keep
  /// Of virtual tracks only: other entries have their track's title.
  package var title: Change<String> = .keep
  package var artist: Change<String?> = .keep

  package init() {}

  package var isEmpty: Bool { self == EntryDetails() }
}

/// The start or end of an entry's part.
package enum EntryBound: Hashable, Sendable {
  /// In the file's own time.
  case at(Duration)
  /// At the first cue of a kind; the entry of a track without one stays as it is.
  case cue(Cue.Kind)
}

/// Facts about an entry for the editor.
package struct EntryFacts: Equatable, Sendable {
  package var id: EntryID
  package var playlist: String
  /// The track as in the library, with the length of its file.
  package var track: Track
  package var sound: EntryPlayback
  package var notes: String
  /// The title of a virtual track; nil for other entries.
  package var title: String?
  package var artist: String?
  /// The first cue of its kind.
  package var mixIn: Duration?
  package var mixOut: Duration?

  package init(
    id: EntryID, playlist: String = "", track: Track, sound: EntryPlayback = EntryPlayback(),
    notes: String = "", title: String? = nil, artist: String? = nil, mixIn: Duration? = nil,
    mixOut: Duration? = nil
  ) {
    self.id = id
    self.playlist = playlist
    self.track = track
    self.sound = sound
    self.notes = notes
    self.title = title
    self.artist = artist
    self.mixIn = mixIn
    self.mixOut = mixOut
  }

  /// The time of the first cue of a kind, for the kinds of bounds.
  package func cue(_ kind: Cue.Kind) -> Duration? {
    switch kind {
    case .mixIn: mixIn
    case .mixOut: mixOut
    default: nil
    }
  }
}

/// The target of moved entries, among those that stay.
package enum EntryPosition: Equatable, Sendable {
  /// Relative to the first moved entry.
  case by(Int)
  case top, bottom
  case before(EntryID)
  case after(EntryID)
}

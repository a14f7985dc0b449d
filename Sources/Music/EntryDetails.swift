/// What the user says of an entry of a playlist, as far as it is to be changed.
package struct EntryDetails: Equatable, Sendable {
  /// Left as it is, or set.
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
  /// Of pieces only: what is no piece is called as its track is.
  package var title: Change<String> = .keep
  package var artist: Change<String?> = .keep

  package init() {}

  package var isEmpty: Bool { self == EntryDetails() }
}

/// Where the part of an entry begins or ends.
package enum EntryBound: Hashable, Sendable {
  /// In the file's own time.
  case at(Duration)
  /// At the first cue of a kind; the entry of a track without one stays as it is.
  case cue(Cue.Kind)
}

/// What there is to know of an entry before it is edited.
package struct EntryFacts: Equatable, Sendable {
  package var id: EntryID
  package var playlist: String
  /// The track as it is in the library, as long as its file.
  package var track: Track
  package var sound: EntryPlayback
  package var notes: String
  /// What a piece is called; nil for what is none.
  package var title: String?
  package var artist: String?
  /// The first of its kind.
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

  /// Where the first cue of a kind is, for the kinds that entries begin and end at.
  package func cue(_ kind: Cue.Kind) -> Duration? {
    switch kind {
    case .mixIn: mixIn
    case .mixOut: mixOut
    default: nil
    }
  }
}

/// Where entries of a playlist are moved to, among those that stay.
package enum EntryPosition: Equatable, Sendable {
  /// By so many places from where the first of them is.
  case by(Int)
  case top, bottom
  case before(EntryID)
  case after(EntryID)
}

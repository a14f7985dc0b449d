/// A query on tracks, in a search, a filter or a smart playlist.
package indirect enum TrackQuery: Hashable, Sendable {
  case everything
  /// A folded text that occurs in the title, artist, album, album artist or path.
  case word(String)
  /// A folded text that occurs in one field; "" matches any value.
  case text(TextField, String)
  case number(NumberField, NumberRange)
  case time(TimeField, TimeRange)
  /// Any of these keys.
  case key(Set<MusicalKey>)
  case flag(Flag)
  /// The tracks of a playlist, by its folded name.
  case playlist(String)
  case not(TrackQuery)
  case all([TrackQuery])
  case any([TrackQuery])

  package enum TextField: String, Sendable, CaseIterable {
    case title, artist, album, albumArtist, genre, path, notes, format
    /// Of several comments one has to match.
    case comment
    /// The user's labels; of several tags one has to match.
    case category, tag, collection, mood
  }

  package enum NumberField: String, Sendable, CaseIterable {
    /// Year; beats per minute; stars; plays; seconds; track and disc number; bits per second; Hz; 1
    /// to 10; LUFS; cents from 440 Hz.
    case year, bpm, rating, plays, duration, track, disc, bitRate, sampleRate
    case energy, loudness, tuning

    /// Whether it has negative numbers: a dash is a sign then, and makes no range.
    package var isSigned: Bool { self == .loudness || self == .tuning }
  }

  package enum TimeField: String, Sendable, CaseIterable {
    case played, added, modified
  }

  package enum Flag: String, Sendable, CaseIterable {
    case loved, liked, missing, offline, compilation, faulty, analyzed, unsteady
    /// A part of an audiobook: `type:book`, and negated `type:music`.
    case book
  }

  /// A range of numbers, both ends included unless they are open; a track without the number is in
  /// no range.
  package struct NumberRange: Hashable, Sendable {
    package var lower: Double
    package var upper: Double
    package var isLowerOpen: Bool
    package var isUpperOpen: Bool

    package init(
      _ lower: Double = -.infinity, _ upper: Double = .infinity, isLowerOpen: Bool = false,
      isUpperOpen: Bool = false
    ) {
      self.lower = lower
      self.upper = upper
      self.isLowerOpen = isLowerOpen
      self.isUpperOpen = isUpperOpen
    }

    package func contains(_ number: Double) -> Bool {
      (isLowerOpen ? number > lower : number >= lower)
        && (isUpperOpen ? number < upper : number <= upper)
    }
  }

  package enum TimeRange: Hashable, Sendable {
    /// Unix seconds, the upper end not included.
    case between(Int64, Int64)
    /// Within so many seconds before the query is evaluated.
    case within(Int64)
    /// Longer ago than so many seconds, or never.
    case before(Int64)
    case never
  }
}

/// A marker on the time line of a mix or of a file, as in audio editors: the start of a track, or a
/// cue.
package struct MixMarker: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case track
    case cue(Cue.Kind)
  }

  package var kind: Kind
  package var name: String
  package var start: Duration
  /// Zero for a point.
  package var length: Duration
  package var notes: String
  /// The name of a colour, as for tracks.
  package var color: String?

  package init(
    _ kind: Kind = .cue(.marker), name: String, start: Duration, length: Duration = .zero,
    notes: String = "", color: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.start = start
    self.length = length
    self.notes = notes
    self.color = color
  }
}

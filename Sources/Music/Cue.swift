/// The number of a cue point in the library.
package struct CueID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// A place in a track that the user marked.
package struct Cue: Equatable, Sendable, Identifiable {
  package enum Kind: String, Sendable, CaseIterable {
    case marker, intro, outro, drop, breakdown, build, vocal, loop
    case mixIn = "mix in"
    case mixOut = "mix out"
    case custom
  }

  package var id: CueID
  /// From the start of the file.
  package var time: Duration
  /// Where what it marks ends, from the start of the file; nil for a point.
  package var end: Duration?
  package var kind: Kind
  package var name: String
  /// The name of a colour, as tracks have it.
  package var color: String?

  package init(
    id: CueID, time: Duration, end: Duration? = nil, kind: Kind = .marker, name: String = "",
    color: String? = nil
  ) {
    self.id = id
    self.time = time
    self.end = end
    self.kind = kind
    self.name = name
    self.color = color
  }
}

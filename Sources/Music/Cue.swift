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
  package var time: Duration
  package var kind: Kind
  package var name: String

  package init(id: CueID, time: Duration, kind: Kind = .marker, name: String = "") {
    self.id = id
    self.time = time
    self.kind = kind
    self.name = name
  }
}

/// The id of a cue point in the library.
package struct CueID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }

  /// The id of a cue that is not stored yet.
  package static let none = CueID(0)
}

/// A time or a range in a track that the user marked.
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
  /// The end of the range, from the start of the file; nil for a point.
  package var end: Duration?
  package var kind: Kind
  package var name: String
  /// The name of a `TrackColor`; nil for that of its kind.
  package var color: String?

  package init(
    id: CueID = .none, time: Duration, end: Duration? = nil, kind: Kind = .marker,
    name: String = "", color: String? = nil
  ) {
    self.id = id
    self.time = time
    self.end = end
    self.kind = kind
    self.name = name
    self.color = color
  }

  /// Two cues closer to each other than this count as the same when dropped.
  package static let nearness: Duration = .milliseconds(50)
  /// In characters.
  package static let maximumName = 200
  /// More than anybody sets, and few enough to be held and drawn.
  package static let maximumOfTrack = 1_000

  /// The displayed name: its own, or else its kind's.
  package var title: String { name.isEmpty ? kind.title : name }

  /// The displayed colour; nil is the skin's accent.
  package var shownColor: TrackColor? {
    color.flatMap(TrackColor.init(rawValue:)) ?? kind.color
  }
}

extension Cue.Kind {
  /// The displayed name: "Mix In", "Breakdown".
  package var title: String {
    rawValue.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }

  /// The name on a command line: "mix-in".
  package var word: String { rawValue.replacing(" ", with: "-") }

  /// Parses "mix in", "mix-in" and "MixIn"; nil for an unknown kind.
  package init?(named text: String) {
    func plain(_ text: String) -> String { text.lowercased().filter { $0 != " " && $0 != "-" } }
    let wanted = plain(text)
    guard let kind = Cue.Kind.allCases.first(where: { plain($0.rawValue) == wanted }) else {
      return nil
    }
    self = kind
  }

  /// The default colour of the kind.
  package var color: TrackColor? {
    switch self {
    case .marker, .custom: nil
    case .intro, .outro: .blue
    case .drop: .red
    case .breakdown: .gold
    case .build: .orange
    case .vocal: .pink
    case .loop, .mixIn, .mixOut: .green
    }
  }

  /// The kind after this one, cyclically.
  package func next(_ step: Int = 1) -> Cue.Kind {
    let all = Cue.Kind.allCases
    let index = all.firstIndex(of: self) ?? 0
    return all[((index + step) % all.count + all.count) % all.count]
  }
}

/// A change of one property of a cue, relative to its current value.
package enum CueAdjustment: Hashable, Sendable {
  /// Moves its end, too; no farther than the end of the track.
  case move(by: Duration)
  /// Steps through the kinds.
  case kind(by: Int)
  /// Nil turns it into a point.
  case end(Duration?)

  /// Whether consecutive ones of this type form one step.
  package func isLike(_ other: CueAdjustment) -> Bool {
    switch (self, other) {
    case (.move, .move), (.kind, .kind), (.end, .end): true
    default: false
    }
  }
}

extension Cue {
  /// The cue after the adjustment, in a track of a length, where known.
  package func adjusted(_ adjustment: CueAdjustment, length: Duration?) -> Cue {
    var cue = self
    switch adjustment {
    case .kind(let step): cue.kind = kind.next(step)
    case .end(let end): cue.end = end
    case .move(let distance):
      let span = end.map { $0 - time }
      // A cue outside of its replaced file moves into it and no farther.
      let last = max(.zero, (length ?? EntryPlayback.latest) - (span ?? .zero))
      cue.time = max(.zero, min(last, time + distance))
      cue.end = span.map { cue.time + $0 }
    }
    return cue
  }
}

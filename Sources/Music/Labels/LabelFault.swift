/// Why something that a user says about tracks cannot be stored.
package enum LabelFault: Error, Equatable, Sendable {
  /// The label at fault.
  package enum Label: String, Equatable, Sendable, CaseIterable {
    case category, tag, collection, mood, comment, author
    case timeSignature = "time signature"

    /// The most characters, as Unicode counts them.
    package var maximumLength: Int {
      switch self {
      case .category, .collection, .mood, .author: 200
      case .tag: 100
      case .timeSignature: 20
      case .comment: 2_000
      }
    }
  }

  case empty(Label)
  case tooLong(Label)
  /// None of the six categories.
  case unknownCategory(String, closest: TrackCategory?)
  /// Nothing that can be written as a time signature.
  case noTimeSignature(String)
  case tooManyTags
  case tooManyComments
  /// The place of a comment is outside of its track, whose length is given.
  case outside(Duration)
  case noSuchComment
  /// A comment of somebody else cannot be changed.
  case notYours
  /// A track cannot be a variation of itself.
  case ownVariation
  /// Fewer tracks than a group of variations has.
  case tooFewVariations

  package var message: String {
    switch self {
    case .empty(let label): "A \(label.rawValue) needs a text"
    case .tooLong(let label):
      "A \(label.rawValue) has at most \(label.maximumLength.grouped) characters"
    case .unknownCategory(let text, let closest):
      "There is no category \(text.prefix(60))"
        + (closest.map { "; did you mean \($0.rawValue)?" } ?? ";")
        + " there are " + TrackCategory.known.map(\.rawValue).joined(separator: ", ")
    case .noTimeSignature(let text):
      "\(text.prefix(60)) is no time signature; write it \(TimeSignature.accepted)"
    case .tooManyTags: "A track has at most \(TrackLabels.maximumTags) tags"
    case .tooManyComments: "A track has at most \(TrackComment.maximumOfTrack.grouped) comments"
    case .outside(let length): "It is only \(length.clockText(decimals: 2)) long"
    case .noSuchComment: "That comment is gone"
    case .notYours: "That comment is somebody else's"
    case .ownVariation: "A track is no variation of itself"
    case .tooFewVariations: "Variations are two tracks at least"
    }
  }
}

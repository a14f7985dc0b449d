package import Music

/// Commands about the labels of the selected tracks.
package enum LabelCommand: Hashable, Sendable {
  case edit
  /// Nil takes a label away.
  case category(TrackCategory?)
  case tag(SignedTags)
  case collection(String?)
  case mood(String?)
  case timeSignature(String?)
}

extension LabelCommand {
  /// The change of the selected tracks; nil for the form.
  var change: MarkChange? {
    var change = MarkChange()
    switch self {
    case .edit: return nil
    case .category(let category): change.category = .set(category)
    case .tag(let tags): change.tags = tags.change
    case .collection(let name): change.collection = .set(name)
    case .mood(let mood): change.mood = .set(mood)
    case .timeSignature(let signature): change.timeSignature = .set(signature)
    }
    return change
  }
}

extension CommandTable {
  static let labelSection = Section(
    title: "Work in progress",
    entries: [
      CommandEntry(
        .label(.edit), "labels", does: "category, tags, collection, mood of the tracks…"),
      CommandEntry(
        .variation(.gather), "variation-of",
        does: "gather the marked tracks as variations of the one at the cursor"),
      CommandEntry(
        .variation(.propose), "propose-variations",
        does: "look for variations among the marked tracks, or all…"),
      CommandEntry(
        .variation(.separate), "no-variation", does: "take the tracks out of their variations"),
      CommandEntry(
        .variation(.makePrimary), "primary", does: "let this variation stand for all of them"),
      CommandEntry(
        .variation(.toggle), "variations", does: "show the variations of the track, or hide them"),
      CommandEntry(
        .variation(.compare), "compare", "F4",
        does: "A/B: the other variation at the same place, equally loud"),
      CommandEntry(
        .variation(.compareNext), "compare-next", does: "compare with the next variation"),
      CommandEntry(
        .comment(.write(isPlaced: true)), "comment",
        does: "comment on what plays, where it plays…"),
      CommandEntry(
        .comment(.write(isPlaced: false)), "comment-track",
        does: "comment on the selected track as a whole…"),
      CommandEntry(.comment(.show), "comments", does: "the comments on what plays"),
    ])
}

extension CommandLineReader {
  static let labelUsages: [Usage] = [
    Usage(
      form: "category NAME",
      summary: TrackCategory.known.map(\.rawValue).joined(separator: ", ") + ", none"
    ) { name in
      if isNone(name) { return .label(.category(nil)) }
      // The refusal tells the fault.
      return (try? TrackCategory(typed: name)).map { .label(.category($0)) }
    } refusal: {
      fault(in: $0) { text throws(LabelFault) in _ = try TrackCategory(typed: text) }?.message
    },
    Usage(form: "tag TAGS", summary: "add and remove tags of your own: +needs bass -done") {
      let tags = SignedTags($0)
      return tags.isEmpty ? nil : .label(.tag(tags))
    },
    Usage(form: "collection NAME", summary: "the collection of the tracks, or none") {
      .label(.collection(isNone($0) ? nil : $0))
    },
    Usage(form: "mood MOOD", summary: "the mood of the tracks, or none") {
      .label(.mood(isNone($0) ? nil : $0))
    },
    Usage(
      form: "time-signature SIGNATURE", summary: "\(TimeSignature.accepted), or none"
    ) { text in
      if isNone(text) { return .label(.timeSignature(nil)) }
      // The refusal tells the fault.
      let signature = try? TimeSignature.tidied(text)
      return signature.map { .label(.timeSignature($0)) }
    } refusal: {
      fault(in: $0) { text throws(LabelFault) in _ = try TimeSignature.tidied(text) }
        .map { $0.message + "; \(TimeSignature.bounds)" }
    },
    Usage(form: "comment TEXT", summary: "comment on what plays, where it plays") {
      .comment(.add($0, isPlaced: true))
    },
    Usage(form: "comment-track TEXT", summary: "comment on the selected track as a whole") {
      .comment(.add($0, isPlaced: false))
    },
  ]

  private static func fault(
    in text: String, _ read: (String) throws(LabelFault) -> Void
  ) -> LabelFault? {
    do throws(LabelFault) { try read(text) } catch { return error }
    return nil
  }

  private static func isNone(_ text: String) -> Bool { text.lowercased() == "none" }
}

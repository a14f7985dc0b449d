/// The category of a track in somebody's work: one of six, or a word of another program, which is
/// kept and shown as it is.
package struct TrackCategory: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  /// Any word, as it is stored.
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let songs = TrackCategory(rawValue: "songs")
  package static let demos = TrackCategory(rawValue: "demos")
  package static let ideas = TrackCategory(rawValue: "ideas")
  package static let voiceMemos = TrackCategory(rawValue: "voice-memos")
  package static let finalVersions = TrackCategory(rawValue: "final-versions")
  package static let livePerformances = TrackCategory(rawValue: "live-performances")

  /// The six, in the order of choices.
  package static let known = [songs, demos, ideas, voiceMemos, finalVersions, livePerformances]

  /// The category that a user typed, in any case, with spaces or hyphens, in the singular too.
  ///
  /// - Throws: `.unknownCategory` with the most similar one.
  package init(typed text: String) throws(LabelFault) {
    let wanted = TrackCategory.plain(text)
    let found = TrackCategory.known.first { category in
      let plain = TrackCategory.plain(category.rawValue)
      return plain == wanted || plain == wanted + "s"
    }
    guard let found else {
      let text = LabelText.line(text)
      guard !text.isEmpty else { throw .empty(.category) }
      throw .unknownCategory(text, closest: TrackCategory.closest(to: text))
    }
    self = found
  }

  /// "Voice memos" for one of the six, any other as it is.
  package var title: String {
    guard TrackCategory.known.contains(self) else { return rawValue }
    return rawValue.prefix(1).uppercased() + rawValue.dropFirst().replacing("-", with: " ")
  }

  private static func plain(_ text: String) -> String {
    SortKey.folded(text).filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
  }

  /// The most similar of the six; nil for a text with little in common.
  private static func closest(to text: String) -> TrackCategory? {
    let typed = plain(text)
    let ranked = known.enumerated().map { order, category -> (Int, Int, TrackCategory) in
      let name = plain(category.rawValue)
      let distance = name.hasPrefix(typed) ? 0 : EditDistance.between(typed, name)
      return (distance, order, category)
    }.min { ($0.0, $0.1) < ($1.0, $1.1) }
    return ranked.flatMap { $0.0 <= max(1, typed.count / 2) ? $0.2 : nil }
  }
}

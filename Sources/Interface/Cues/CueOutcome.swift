package import Music

/// Results of edits of cues, and of entries that begin or end at them.
package enum CueOutcome: Equatable, Sendable {
  /// The cue's title.
  case changed(String)
  case adjusted(Cue)
  case removed(Int)
  case partsSet(CuedParts, start: Cue.Kind?, end: Cue.Kind?)

  var notice: Notice {
    switch self {
    case .changed(let title): return "Changed \(title)"
    case .adjusted(let cue):
      let span = cue.end.map { " to " + $0.clockText(decimals: 2) } ?? ""
      return "\(cue.kind.title) at \(cue.time.clockText(decimals: 2))\(span)"
    case .removed(1): return "Cue removed; \(key: .undo) brings it back"
    case .removed(let count): return "\(count) cues removed; \(key: .undo) brings them back"
    case .partsSet(let parts, let start, let end): return Notice(CueOutcome.text(parts, start, end))
    }
  }

  private static func text(_ parts: CuedParts, _ start: Cue.Kind?, _ end: Cue.Kind?) -> String {
    let kinds = [start, end].compactMap { $0?.title }
    guard parts.set > 0 else {
      if parts.refused > 0 { return "It would end before it starts" }
      return "No \(kinds.joined(separator: " and no ")) cue there; :cues sets them"
    }
    var text: String
    if let position = parts.position, kinds.count == 1 {
      text = "\(start == nil ? "Ends" : "Starts") at \(position.clockText) (\(kinds[0]))"
    } else {
      text = parts.set.counted("entry", .plain)
      text += parts.set == 1 ? " follows" : " follow"
      text += " \(kinds.joined(separator: " and ")) now"
    }
    if parts.without > 0 { text += "; \(parts.without) without such a cue" }
    if parts.refused > 0 { text += "; \(parts.refused) would end before the start" }
    return text
  }
}

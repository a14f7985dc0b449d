package import Music

/// Results of edits of findings, and of requested analyses.
package enum FindingOutcome: Equatable, Sendable {
  /// The name of the step in the history.
  case corrected(String)
  case mixPointsSet(SetMixPoints)
  case preferred(ValuePreference)
  /// The number of tracks, the failed ones among them, and the reason of one failure.
  case analysed(Int, failed: Int, reason: String?)

  var notice: Notice {
    switch self {
    case .corrected(let step):
      return "\(step.prefix(1).uppercased() + step.dropFirst()); \(key: .undo) takes it back"
    case .mixPointsSet(let points) where points.cues == 0:
      return points.without > 0
        ? "No mix points are proposed there yet; the analysis has not found any"
        : "Mix In and Mix Out are set there already"
    case .mixPointsSet(let points):
      let cues = points.cues.counted("mix point")
      let tracks = points.tracks == 1 ? "" : " of " + points.tracks.counted("track")
      let rest = points.without > 0 ? ", \(points.without.grouped) have none" : ""
      return "Set \(cues)\(tracks)\(rest); \(key: .undo) takes that back"
    case .preferred(.tags):
      return "Tempo and key of tags hold, and what was found where there are none"
    case .preferred(.analysis):
      return "Tempo and key that were found hold, and tags where nothing was"
    case .analysed(1, 0, _): return "Analysed"
    case .analysed(let count, 0, _): return "Analysed \(count.grouped) tracks"
    case .analysed(let count, let failed, let reason):
      let why = reason.map { ": \($0)" } ?? ""
      guard count > 1 else { return "It cannot be analysed\(why)" }
      return "Analysed \((count - failed).grouped) of \(count.grouped) tracks\(why)"
    }
  }
}

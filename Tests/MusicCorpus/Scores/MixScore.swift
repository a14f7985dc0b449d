/// Accuracy of mix-in points.
package struct MixScore: Encodable {
  /// Tolerance in seconds.
  private static let slack = 0.05

  /// Percent of the mix-in points on a beat, and on the first beat of a bar.
  package var onBeat = 0.0
  package var onDownbeat = 0.0
  package var proposals = 0
  /// Files with a mix-in point away from the first beat of a bar.
  package var offDownbeat: [String] = []

  /// Nil without any mix-in point.
  package init?(_ answers: Answers, of corpus: Corpus, at tracks: [CorpusTrack]) throws {
    for track in tracks {
      guard let index = answers.detections[track.file]?.mixIn else { continue }
      proposals += 1
      func isNear(_ times: [Double]) -> Bool { times.contains { abs($0 - index) <= Self.slack } }
      if isNear(try corpus.beats(of: track)) { onBeat += 1 }
      if isNear(try corpus.downbeats(of: track)) {
        onDownbeat += 1
      } else {
        offDownbeat.append(track.file)
      }
    }
    guard proposals > 0 else { return nil }
    onBeat *= 100 / Double(proposals)
    onDownbeat *= 100 / Double(proposals)
  }
}

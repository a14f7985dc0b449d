/// How right it is where tracks are mixed in.
package struct MixScore: Encodable {
  /// Seconds that a beat may be away.
  private static let slack = 0.05

  /// Percent of the proposals that are on a beat, and on the first beat of a bar.
  package var onBeat = 0.0
  package var onDownbeat = 0.0
  package var proposals = 0
  /// The files where it is another beat of the bar.
  package var offDownbeat: [String] = []

  /// Nil where nothing is proposed.
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

/// Accuracy of tempos and beats, in percent of the tracks.
///
/// Accuracy 1 and 2 as Gouyon et al. 2006 have them: within 4 %, and the same of the double, the
/// triple, the half and the third.
package struct TempoScore: Encodable {
  package var tracks = 0
  package var accuracy1 = 0.0
  package var accuracy2 = 0.0
  package var withinOnePercent = 0.0
  /// Within 0.2 %, of the tracks whose tempo is constant.
  package var exactOfConstant = 0.0
  /// The mean F-measure of beats within 70 ms, without the first five seconds (Davies, Degara and
  /// Plumbley 2009); nil for tools that give no beats.
  package var beatF: Double?

  package init?(_ answers: Answers, of corpus: Corpus, at tracks: [CorpusTrack]) throws {
    guard tracks.contains(where: { answers.detections[$0.file]?.bpm != nil }) else { return nil }
    var measures: [Double] = []
    var constant = 0.0
    for track in tracks {
      let found = answers.detections[track.file]
      let ratio = (found?.bpm ?? 0) / track.bpm
      if abs(ratio - 1) <= 0.04 { accuracy1 += 1 }
      if [1, 2, 3, 1.0 / 2, 1.0 / 3].contains(where: { abs(ratio / $0 - 1) <= 0.04 }) {
        accuracy2 += 1
      }
      if abs(ratio - 1) <= 0.01 { withinOnePercent += 1 }
      if track.isConstant {
        constant += 1
        if abs(ratio - 1) <= 0.002 { exactOfConstant += 1 }
      }
      if let beats = found?.beats {
        measures.append(Self.fMeasure(of: beats, truth: try corpus.beats(of: track)))
      }
    }
    self.tracks = tracks.count
    let share = 100 / Double(tracks.count)
    accuracy1 *= share
    accuracy2 *= share
    withinOnePercent *= share
    exactOfConstant *= 100 / max(1, constant)
    // A track without detected beats scores 0.
    if !measures.isEmpty { beatF = measures.reduce(0, +) / Double(tracks.count) }
  }

  /// F-measure of beats within 70 ms, from 5 s on.
  package static func fMeasure(of beats: [Double], truth: [Double]) -> Double {
    let found = beats.filter { $0 >= 5 }
    let truth = truth.filter { $0 >= 5 }
    guard !found.isEmpty, !truth.isEmpty else { return 0 }
    var (left, right, hits) = (0, 0, 0)
    while left < found.count, right < truth.count {
      if abs(found[left] - truth[right]) <= 0.07 {
        (left, right, hits) = (left + 1, right + 1, hits + 1)
      } else if found[left] < truth[right] {
        left += 1
      } else {
        right += 1
      }
    }
    return 2 * Double(hits) / Double(found.count + truth.count)
  }
}

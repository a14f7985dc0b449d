import Foundation
import Music
import MusicCorpus

/// All measurements of one run.
struct BenchReport: Encodable {
  struct Row: Encodable {
    var name: String
    var tempo: TempoScore?
    var key: KeyScore?
    var levels: LevelScore?
    var mix: MixScore?
    var speed: SpeedScore
  }

  /// A track with a wrong result of ours.
  struct Miss: Encodable {
    var file: String
    var what: String
  }

  var corpus: String
  var tracks: Int
  var rows: [Row] = []
  var misses: [Miss] = []
  /// Processor milliseconds for a minute of sound: everything, decoding, and each part alone.
  var cost: Double?
  var decoding: Double?
  var stages: [String: Double] = [:]
  /// Missing tools, with how to install them.
  var missing: [String: String] = [:]

  /// Seconds of sound analysed in a second, without decoding.
  var speed: Double? { cost.map { 60_000 / $0 } }

  mutating func add(_ answers: Answers, of corpus: Corpus, at tracks: [CorpusTrack]) throws {
    rows.append(
      Row(
        name: answers.name, tempo: try TempoScore(answers, of: corpus, at: tracks),
        key: KeyScore(answers, at: tracks), levels: LevelScore(answers, at: tracks),
        mix: try MixScore(answers, of: corpus, at: tracks),
        speed: SpeedScore(answers, at: tracks)))
  }

  mutating func add(_ ours: Ours, of corpus: Corpus, at tracks: [CorpusTrack]) throws {
    try add(ours.answers, of: corpus, at: tracks)
    cost = ours.cost(ours.analyzing)
    decoding = ours.cost(ours.decoding)
    stages = Dictionary(
      uniqueKeysWithValues: ours.stages.map { ($0.key.rawValue, ours.cost($0.value)) })
    for file in rows.last?.mix?.offDownbeat ?? [] {
      misses.append(Miss(file: file, what: "mix in on another beat than the first of a bar"))
    }
    for track in tracks {
      let found = ours.answers.detections[track.file]
      let ratio = (found?.bpm ?? 0) / track.bpm
      if abs(ratio - 1) > 0.04 {
        misses.append(
          Miss(
            file: track.file,
            what: String(format: "tempo %.1f for %.1f", found?.bpm ?? 0, track.bpm)))
      }
      if track.hasKey, found?.key != track.key {
        let said = found?.key?.camelot ?? "none"
        misses.append(Miss(file: track.file, what: "key \(said) for \(track.key.camelot)"))
      }
      for (what, said, truth) in [
        ("start", found?.startSilence, track.startSilence),
        ("end", found?.endSilence, track.isEndKnown ? track.endSilence : nil),
      ] {
        guard let truth, abs((said ?? .infinity) - truth) > 0.01 else { continue }
        let text = String(format: "%@ %.3f s for %.3f", what, said ?? -1, truth)
        misses.append(Miss(file: track.file, what: text))
      }
    }
  }

  var json: String {
    get throws {
      struct Whole: Encodable {
        var report: BenchReport
        var gates: [Gate]
        var date: String
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let whole = Whole(report: self, gates: gates, date: Date.now.ISO8601Format())
      return String(decoding: try encoder.encode(whole), as: UTF8.self)
    }
  }
}

import Analysis
import BenchHarness
import Glibc
import Media
import Music
import MusicCorpus

/// The analysis of this program, with what each part of it costs.
struct Ours {
  static let name = "ours"
  /// Seconds on a processor, for all tracks.
  private(set) var analyzing = 0.0
  private(set) var decoding = 0.0
  /// Of each part when it is looked for alone, with the hearing that it needs.
  private(set) var stages: [AnalysisPart: Double] = [:]
  private(set) var answers = Answers(name: Ours.name)
  /// Of the tracks that were looked at.
  private(set) var sound = 0.0

  /// - Parameter measuresStages: whether every track is heard once more for each part.
  init(_ paths: [String], measuresStages: Bool) throws {
    for (count, text) in paths.enumerated() {
      let path = FilePath(text)
      let whole = try Self.analysis(of: path, parts: Set(AnalysisPart.allCases))
      analyzing += whole.analyzing
      decoding += whole.decoding
      sound += whole.duration
      var detection = Detection(whole.analysis, duration: whole.duration)
      if measuresStages {
        for part in AnalysisPart.allCases {
          let alone = try Self.analysis(of: path, parts: [part]).analyzing
          stages[part, default: 0] += alone
          if part == .tempo { detection.tempoSeconds = alone }
          if part == .key { detection.keySeconds = alone }
        }
      }
      answers.detections[text.fileName] = detection
      if count % 30 == 29 { Progress.show("ours: \(count + 1) of \(paths.count)") }
    }
  }

  /// Milliseconds of a processor for a minute of sound.
  func cost(_ seconds: Double) -> Double { seconds * 1000 / max(1e-9, sound / 60) }

  struct Measured {
    var analysis: TrackAnalysis
    /// Seconds of sound.
    var duration: Double
    /// Seconds on a processor.
    var analyzing: Double
    var decoding: Double
  }

  /// The same as the program does, with the two kinds of work measured each by itself.
  static func analysis(of path: FilePath, parts: Set<AnalysisPart>) throws -> Measured {
    let decoder = try Decoder(path)
    let planes = ChannelPlanes()
    var analyzer: TrackAnalyzer?
    var (analyzing, began) = (0.0, processorSeconds())
    let start = began
    while try decoder.decode(into: planes) {
      began = processorSeconds()
      let hearing =
        analyzer ?? TrackAnalyzer(rate: planes.rate, places: planes.places, parts: parts)
      analyzer = hearing
      planes.withPlanes { hearing.consume($0, frames: planes.frames) }
      analyzing += processorSeconds() - began
    }
    guard let analyzer else { throw BenchFault.refused("nothing to hear in \(path)") }
    began = processorSeconds()
    let analysis = analyzer.finish()
    analyzing += processorSeconds() - began
    let all = processorSeconds() - start
    return Measured(
      analysis: analysis, duration: analyzer.seconds, analyzing: analyzing,
      decoding: all - analyzing)
  }

  /// Of this thread.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

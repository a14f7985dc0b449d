import Analysis
import BenchHarness
import Glibc
import Media
import Music
import MusicCorpus

/// The analysis of this program, with the cost of each part.
struct Ours {
  static let name = "ours"
  /// Processor seconds for all tracks.
  private(set) var analyzing = 0.0
  private(set) var decoding = 0.0
  /// Processor seconds of each part alone, with the features that it needs.
  private(set) var stages: [AnalysisPart: Double] = [:]
  private(set) var answers = Answers(name: Ours.name)
  /// Seconds of sound in all tracks.
  private(set) var sound = 0.0

  /// - Parameter measuresStages: whether every track is analysed again for each part alone.
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

  /// Processor milliseconds for a minute of sound.
  func cost(_ seconds: Double) -> Double { seconds * 1000 / max(1e-9, sound / 60) }

  struct Measured {
    var analysis: TrackAnalysis
    /// Seconds of sound.
    var duration: Double
    /// Processor seconds.
    var analyzing: Double
    var decoding: Double
  }

  /// The program's own analysis, with decoding and analysing timed separately.
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

  /// Processor seconds of this thread.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

import ArgumentParser
import BenchHarness
import Foundation
import MusicCorpus

struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract:
      "Fits the weights by which tempi, beats or keys are chosen, and prints them as Swift.",
    discussion: """
      Says first how right the choice is in genres that it was not trained on, and then in corpora: \
      each is left out in its turn. Train on other seeds than those that are measured.
      """)

  enum Subject: String, ExpressibleByArgument { case tempo, phase, key }

  @Argument(help: "What to choose: tempo, phase or key.")
  var subject: Subject
  @Option(name: .customLong("corpus"), help: "A folder with a rendered corpus; may be repeated.")
  var folders: [String]
  @Option(
    help: "The penalty on large weights; by itself 0.01 for tempi and phases, 0.0004 for keys.")
  var penalty: Double?
  @Flag(help: "Do not measure genre by genre, nor corpus by corpus.")
  var quick = false

  func run() async throws {
    let penalty = penalty ?? (subject == .key ? 0.0004 : 0.01)
    let isScaled = subject == .tempo
    let (examples, left) = try examples()
    guard !examples.isEmpty else { throw ValidationError("there is nothing to train on") }
    Progress.show("\(examples.count) examples; \(left) tracks where nothing is right")
    let ranker = LinearRanker(fitting: examples, penalty: penalty, isScaled: isScaled)
    Progress.show(
      String(
        format: "on what it was trained on: exact %.1f %%, worth %.1f", ranker.exact(on: examples),
        ranker.worth(on: examples)))
    if !quick {
      measure(examples, "genres", by: \.genre, penalty, isScaled)
      if folders.count > 1 { measure(examples, "corpora", by: \.corpus, penalty, isScaled) }
    }
    switch subject {
    case .tempo: print(TempoExamples.source(of: ranker))
    case .phase: print(PhaseExamples.source(of: ranker))
    case .key: print(KeyExamples.source(of: ranker))
    }
  }

  private func measure(
    _ examples: [RankedExample], _ name: String, by group: KeyPath<RankedExample, String>,
    _ penalty: Double, _ isScaled: Bool
  ) {
    let heldOut = LeaveOneOut(examples, by: group, penalty: penalty, isScaled: isScaled)
    Progress.show(
      String(
        format: "in \(name) it was not trained on: exact %.1f %%, worth %.1f", heldOut.exact,
        heldOut.worth))
  }

  private func example(of track: CorpusTrack, in corpus: Corpus) throws -> RankedExample? {
    switch subject {
    case .tempo: try TempoExamples.example(of: track, in: corpus)
    case .phase: try PhaseExamples.example(of: track, in: corpus)
    case .key: try KeyExamples.example(of: track, in: corpus)
    }
  }

  /// Examples of all tracks, and the number of tracks without one.
  private func examples() throws -> ([RankedExample], left: Int) {
    var (examples, left): ([RankedExample], Int) = ([], 0)
    for folder in folders {
      let corpus = try Corpus(reading: folder)
      let tracks = corpus.tracks.filter { subject != .key || $0.hasKey }
      for track in tracks {
        let example = try example(of: track, in: corpus)
        if let example { examples.append(example) } else { left += 1 }
      }
      Progress.show("\(folder): \(tracks.count) tracks")
    }
    return (examples, left)
  }
}

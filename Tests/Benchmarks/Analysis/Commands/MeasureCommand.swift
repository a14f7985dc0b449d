import ArgumentParser
import BenchHarness
import MusicCorpus

struct MeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measures ours and the tools that are installed (the default).",
    discussion: "Exits with 1 when ours fails a gate.")

  @Option(help: "What the corpus is made from; another one gives other music.")
  var seed = 1001
  @Option(help: "How many tracks; of a corpus that is there, the first ones.")
  var count = 120
  @Option(help: "A folder with a corpus, or to render it into.")
  var corpus: String?
  @Option(
    name: .customLong("player"),
    help: "Only this one: ours, aubio, bpm-tools, soundtouch, keyfinder, essentia, librosa.")
  var players: [String] = []
  @Option(help: "The Python that has essentia and librosa.")
  var python = "python3"
  @Flag(help: "Do not measure each part of ours alone.")
  var quick = false
  @Flag(help: "Print what ours has wrong.")
  var verbose = false
  @Flag(help: "Print everything as JSON.")
  var json = false

  func validate() throws {
    guard (1...1000).contains(count) else {
      throw ValidationError("--count takes a number from 1 to 1000")
    }
    let names = [Ours.name] + Peers.names
    for player in players where !names.contains(player) {
      throw ValidationError("--player takes one of \(names.joined(separator: ", "))")
    }
  }

  func run() async throws {
    if corpus == nil, CorpusLocation.knownSeeds.contains(seed) {
      Progress.show("seed \(seed) was looked at while this was made: its figures prove nothing")
    }
    let location = try await CorpusLocation.open(seed: seed, count: count, folder: corpus)
    let tracks = Array(location.tracks.prefix(count))
    for known in Set(tracks.map(\.seed)).intersection(CorpusLocation.knownSeeds) where corpus != nil
    {
      Progress.show("seed \(known) was looked at while this was made: its figures prove nothing")
    }
    let paths = tracks.map { location.path(of: $0) }
    var report = BenchReport(corpus: location.folder, tracks: tracks.count)
    func isWanted(_ name: String) -> Bool { players.isEmpty || players.contains(name) }
    if isWanted(Ours.name) {
      try report.add(
        try Ours(paths, measuresStages: !quick), of: location, at: tracks)
    }
    let peers = Peers(named: isWanted, python: python)
    report.missing = peers.missing
    for detector in peers.detectors {
      for answers in try detector.answers(of: paths) {
        try report.add(answers, of: location, at: tracks)
      }
    }
    print(json ? try report.json : report.text(isVerbose: verbose))
    if report.gates.contains(where: { $0.holds == false }) { throw ExitCode(1) }
  }
}

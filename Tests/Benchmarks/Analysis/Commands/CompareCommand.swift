import ArgumentParser
import MusicCorpus

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract:
      "What ours and the tools that are installed say of any files, and how often they agree.",
    discussion: """
      Nobody knows the truth of these files, so that nothing here says who is right. Files are told \
      apart by their names.
      """)

  @Option(
    name: .customLong("player"),
    help: "Only these: ours, aubio, bpm-tools, soundtouch, keyfinder, essentia, librosa.")
  var players: [String] = []
  @Option(help: "The Python that has essentia and librosa.")
  var python = "python3"
  @Argument(help: "Files of music.")
  var files: [String]

  func validate() throws {
    guard Set(files.map(\.fileName)).count == files.count else {
      throw ValidationError("two of the files have the same name")
    }
  }

  func run() async throws {
    func isWanted(_ name: String) -> Bool { players.isEmpty || players.contains(name) }
    var answers: [Answers] = []
    if isWanted(Ours.name) { answers.append(try Ours(files, measuresStages: false).answers) }
    let peers = Peers(named: isWanted, python: python)
    for detector in peers.detectors { answers += try detector.answers(of: files) }
    print(AgreementReport(files: files.map(\.fileName), answers: answers).text)
    for (name, remedy) in peers.missing.sorted(by: { $0.key < $1.key }) {
      print("\(name) is not there: \(remedy)")
    }
  }
}

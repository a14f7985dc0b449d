import ArgumentParser

@main
struct AnalysisBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "AnalysisBench",
    abstract: "Accuracy and speed of the analysis, side by side with other tools.",
    discussion: """
      EXAMPLES
        AnalysisBench --seed 1001 --count 120
        AnalysisBench --corpus /tmp/corpus --player ours --json
        AnalysisBench compare ~/Music/*.flac
        AnalysisBench render --seed 31 --shortest 55 --longest 75 /tmp/corpora/31
        AnalysisBench train tempo --corpus /tmp/corpora/31 --corpus /tmp/corpora/32
      """,
    subcommands: [
      MeasureCommand.self, CompareCommand.self, RenderCommand.self, TrainCommand.self,
    ],
    defaultSubcommand: MeasureCommand.self)
}

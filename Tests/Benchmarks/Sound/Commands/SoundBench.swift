import ArgumentParser

/// Measures Tritone's engine side by side with other players, in the same run.
@main
struct SoundBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SoundBench",
    abstract: "Measure how music plays: ours, mpv, MPD and cmus, in the same run.",
    subcommands: [
      MeasureCommand.self, EngineCommand.self, RecordCommand.self, RenderCommand.self,
      HogsCommand.self, HogCommand.self,
    ], defaultSubcommand: MeasureCommand.self)
}

import ArgumentParser

/// Measures whole players on large libraries, side by side.
@main
struct PlayerBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "PlayerBench",
    abstract: "Measure ours, cmus, MPD with ncmpcpp and moc on large libraries.",
    subcommands: [
      MeasureCommand.self, FaceCommand.self, HostCommand.self, ListsCommand.self,
      GrowthCommand.self, MakeMusicCommand.self, MakeLibraryCommand.self,
    ],
    defaultSubcommand: MeasureCommand.self)
}

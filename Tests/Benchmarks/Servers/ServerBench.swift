import ArgumentParser

/// Measures listings of a large server, and what plays over a network that is far away.
@main
struct ServerBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Listings of servers, and sound over a slow network.",
    subcommands: [ListingCommand.self, SoundCommand.self, StandInCommand.self])
}

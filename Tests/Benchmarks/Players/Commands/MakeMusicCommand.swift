import ArgumentParser

/// Writes the benchmark's music collection, for use outside the benchmark.
struct MakeMusicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-music", abstract: "Write a folder of short tagged files that play.")

  @Argument(help: "The folder; it must not be there yet.") var folder: String
  @Option(help: "How many files.") var tracks = 10_000

  func run() throws {
    try MusicMaker().make(folder, tracks: tracks)
  }
}

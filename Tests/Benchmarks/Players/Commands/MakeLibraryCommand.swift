import ArgumentParser

/// Writes a large library for experiments.
struct MakeLibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-library", abstract: "Write a library's database without any files.")

  @Argument(help: "The database; it must not be there yet.") var database: String
  @Option(help: "How many tracks.") var tracks = 1_000_000

  func run() throws {
    try LibraryMaker.make(database, tracks: tracks)
  }
}

import ArgumentParser
import Glibc

/// Writes what the players are measured on, for use outside the benchmark.
struct MakeMusicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-music", abstract: "Write a folder of short tagged files that play.")

  @Argument(help: "The folder; it must not be there yet.") var folder: String
  @Option(help: "How many files.") var tracks = 10_000

  func run() throws {
    try MusicMaker().make(folder, tracks: tracks)
  }
}

struct MakeLibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-library", abstract: "Write a library's database without any files.")

  @Argument(help: "The database; it must not be there yet.") var database: String
  @Option(help: "How many tracks.") var tracks = 1_000_000

  func run() throws {
    try LibraryMaker.make(database, tracks: tracks)
  }
}

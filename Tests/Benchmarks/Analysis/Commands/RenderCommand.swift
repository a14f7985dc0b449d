import ArgumentParser
import BenchHarness
import MusicCorpus

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Renders a corpus of music whose tempo and key are known.")

  @Option(help: "The same seed gives the same music.")
  var seed: Int
  @Option(help: "How many tracks; 30 are one of each genre.")
  var count = 120
  @Option(help: "Seconds that tracks last at least.")
  var shortest = 60.0
  @Option(help: "Seconds that tracks last at most.")
  var longest = 90.0
  @Flag(help: "Render quickly rather than well: no reverb, the small sound font.")
  var quick = false
  @Argument(help: "The folder to render into, which is made.")
  var folder: String

  func validate() throws {
    guard shortest >= 5, longest >= shortest, longest <= 3600 else {
      throw ValidationError("--shortest and --longest take seconds from 5 to 3600")
    }
    guard (1...1000).contains(count) else {
      throw ValidationError("--count takes a number from 1 to 1000")
    }
  }

  func run() async throws {
    guard !Corpus.isComplete(folder) else {
      throw ValidationError("\(folder) has a corpus already; take it away, or name another folder")
    }
    var settings = RenderingSettings(seed: seed, count: count)
    settings.seconds = shortest...longest
    settings.isQuick = quick
    _ = try await CorpusLocation.render(settings, into: folder)
  }
}

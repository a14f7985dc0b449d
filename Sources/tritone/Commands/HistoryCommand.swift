import ArgumentParser
import FoundationEssentials
import Library
import Music

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show what was heard to its end, the newest first.",
    discussion: """
      Examples:
        tritone history
        tritone history --count 500 --json | jq -r .path
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: "How many lines at most.") var count = 50
  @Flag(help: "Print one JSON object a line.") var json = false

  func validate() throws {
    guard (1...1_000_000).contains(count) else {
      throw ValidationError("--count is from 1 to 1000000")
    }
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let count = count
    for heard in try Waiting.run({ try await library.heardTracks(atMost: count) }) {
      let date = Date(timeIntervalSince1970: Double(heard.time)).formatted(.iso8601)
      if json {
        try StandardOutput.json(PlayedRecord(time: date, track: TrackRecord(heard.track)))
      } else {
        StandardOutput.line("\(LocalTime.text(heard.time))\t\(TrackText.line(heard.track))")
      }
    }
  }
}

private struct PlayedRecord: Encodable {
  /// ISO 8601, UTC.
  var time: String
  var track: TrackRecord
}

import ArgumentParser
import FoundationEssentials
import Library
import Log
import Music
import Online

struct ScrobbleImportCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-history", abstract: "Send the plays from before the sign-in, once.",
    discussion: """
      Every play that the library has from before the first sign-in becomes a listen. The import \
      goes on where it ended, also after Ctrl-C, and sends nothing twice. Last.fm takes no listens \
      that are older than 14 days.

      Examples:
        tritone scrobble import-history listenbrainz --dry-run
        tritone scrobble import-history listenbrainz
        tritone scrobble import-history listenbrainz --since 2024-01-01
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var service: ServiceOptions
  @Option(help: ArgumentHelp("No plays from before a day.", valueName: "yyyy-mm-dd"))
  var since: String?
  @Flag(help: "Count, and send nothing.") var dryRun = false
  @Flag(help: "Print the sums as JSON.") var json = false

  private struct Record: Encodable {
    var sent: Int
    var ignored: Int
    var skipped: Int
    var isDryRun: Bool
  }

  func validate() throws { _ = try start() }

  /// The first second of the day, in Unix seconds.
  private func start() throws -> Int64 {
    guard let since else { return 0 }
    let parts = since.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      case let date = CalendarDay(year: year, month: month, day: day),
      CalendarDay(daysSince1970: date.daysSince1970) == date
    else { throw ValidationError("--since is a day like 2024-01-31") }
    return LocalZone.current.start(ofDay: date.daysSince1970)
  }

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let (choice, directories, isDry, start) = (service, options.directories, dryRun, try start())
    let (service, done) = try Waiting.run {
      let service = try await choice.service(of: library)
      let all = try await library.countPlays(before: service.since, after: service.imported)
      let sending = ListenSending(library: library, directories: directories, log: log) {
        StandardError.print("tritone: \($0)")
      }
      let done = try await sending.importHistory(to: service, since: start, isDry: isDry) {
        StandardError.progress("\($0.plays.grouped) of \(all.grouped) plays", isLast: false)
      }
      if done.plays > 0 {
        StandardError.progress("\(done.plays.grouped) of \(all.grouped) plays", isLast: true)
      }
      return (service, done)
    }
    log.info(
      .scrobble, "history imported",
      [LogField("sent", done.sent), LogField("skipped", done.skipped)])
    guard !json else {
      return try StandardOutput.json(
        Record(sent: done.sent, ignored: done.ignored, skipped: done.skipped, isDryRun: isDry))
    }
    let verb = isDry ? "would be sent" : "sent"
    StandardOutput.line(
      "\(service.name): \(done.sent.counted("listen")) \(verb)"
        + (done.ignored > 0 ? ", \(done.ignored.grouped) not taken" : "")
        + (done.skipped > 0
          ? ", \(done.skipped.grouped) passed over (too short, too old or without names)" : ""))
  }
}

import ArgumentParser
import HTTP
import Library
import Log
import Media
import Music
import Online

/// Lyrics of the library's tracks.
struct LyricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lyrics", abstract: "Fetch lyrics of tracks that have none.",
    discussion: """
      Lyrics beside the music and in its tags are read without it.

      Example:
        tritone lyrics fetch 'artist:"Nina Simone"'
      """,
    subcommands: [LyricsFetchCommand.self])
}

struct LyricsFetchCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Fetch lyrics from lrclib.net.",
    discussion: """
      Takes words as "tritone search" does; nothing at all is the whole library. Tracks with lyrics \
      beside the file or in its tags are passed over, and so are those without title, artist or \
      length. One track after the other is asked for, by artist, title, album and length; that is \
      all that the server sees. Lyrics are kept in the cache, and nothing is written beside the \
      music; that there are none is believed for 30 days. Ctrl-C stops it and keeps what was found.

      Examples:
        tritone lyrics fetch
        tritone lyrics fetch 'artist:"Nina Simone"'
        tritone lyrics fetch --again 'rating:>=4'
        tritone lyrics fetch --json '' | jq -r 'select(.lyrics == "none") | .path'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Ask again where there were none.") var again = false
  @Flag(help: "Print one JSON object a line: one for each track, then the sums.") var json = false
  @Argument(help: ArgumentHelp("What to look for.", valueName: "query")) var words: [String] = []

  func validate() throws {
    do {
      _ = try TrackQuery(parsing: words.joined(separator: " "))
    } catch {
      throw ValidationError("column \(error.column) of the query: \(error.reason)")
    }
  }

  /// The result for a track.
  private enum End: String {
    case synced, plain, none, failed
  }

  private struct Record: Encodable {
    var path: String
    var lyrics: String
    var reason: String?
  }

  private struct Sums: Encodable {
    var synced = 0
    var plain = 0
    var none = 0
    var failed = 0
  }

  /// Failures one after the other that no further track will mend.
  private static let mostFailures = 3

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let fetching = LyricsFetching(directories: options.directories, log: log)
    let query = words.joined(separator: " ")
    let (json, again) = (json, again)
    let sums = try Waiting.run {
      let ids = try await library.trackIDs(ListQuery(.songs, filter: query))
      var sums = Sums()
      var (done, failures) = (0, 0)
      for start in stride(from: 0, to: ids.count, by: 100) {
        for track in try await library.tracks(Array(ids[start..<min(ids.count, start + 100)])) {
          try Task.checkCancellation()
          done += 1
          guard case .file(let path) = track.source, let query = LyricsQuery(track),
            TrackLyrics.find(for: path) == nil
          else { continue }
          StandardError.progress(
            "\(done.grouped) of \(ids.count.grouped)", isLast: false)
          let (end, fault) = await Self.fetch(query, fetching, isAgain: again)
          switch end {
          case .synced: sums.synced += 1
          case .plain: sums.plain += 1
          case .none: sums.none += 1
          case .failed: sums.failed += 1
          }
          if json {
            try StandardOutput.json(
              Record(path: path.text, lyrics: end.rawValue, reason: fault?.description))
          } else {
            let reason = fault.map { ": \($0)" } ?? ""
            StandardOutput.line("\(end.rawValue)\t\(query.artist) — \(query.title)\(reason)")
          }
          if let fault {
            log.warning(
              .lyrics, "cannot be fetched",
              [LogField("file", private: path), LogField("reason", sentence: fault.description)])
          }
          if fault == .cancelled { throw CancellationError() }
          failures = fault == nil ? 0 : failures + 1
          if let fault, failures >= Self.mostFailures { throw fault }
        }
      }
      return sums
    }
    if json {
      try StandardOutput.json(sums)
    } else {
      StandardOutput.line(
        "\((sums.synced + sums.plain).counted("track")) with lyrics, \(sums.synced.grouped) of "
          + "them with times; \(sums.none.grouped) without, \(sums.failed.grouped) failed")
    }
    // As the other commands do where some files could not be worked on.
    if sums.failed > 0 { throw ExitCode.failure }
  }

  private static func fetch(
    _ query: LyricsQuery, _ fetching: LyricsFetching, isAgain: Bool
  ) async -> (End, HTTPError?) {
    do throws(HTTPError) {
      let found = try await fetching.lyrics(for: query, isAgain: isAgain)
      return (found.lyrics.map { $0.lyrics.isSynced ? .synced : .plain } ?? .none, nil)
    } catch {
      return (.failed, error)
    }
  }
}

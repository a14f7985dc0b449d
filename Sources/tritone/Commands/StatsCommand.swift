import ArgumentParser
import FoundationEssentials
import Interface
import Library
import Music
import Screen

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show what the library holds and what was heard of it.",
    discussion: """
      Plays count tracks that were heard to their end; the hours heard are those of whole tracks. \
      The months are the last 24.

      Examples:
        tritone stats
        tritone stats --top 25
        tritone stats --json | jq -r '.months[] | [.month, .plays] | @tsv'
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: "How many of the most heard, and genres.") var top = 10
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    guard (1...1_000).contains(top) else { throw ValidationError("--top is from 1 to 1000") }
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let top = top
    let statistics = try Waiting.run {
      try await library.statistics(now: Int64(Date.now.timeIntervalSince1970), top: top)
    }
    guard !json else { return try StandardOutput.json(StatisticsRecord(statistics)) }
    for section in StatisticsReport(statistics).sections {
      StandardOutput.line(section.heading)
      let names = section.lines.map(\.name).map(TrackText.clean)
      let wide = names.map { TextWidth.columns(of: $0) }.max() ?? 0
      for (line, name) in zip(section.lines, names) {
        let gap = String(repeating: " ", count: wide - TextWidth.columns(of: name) + 2)
        let bar = line.bar.map { StatisticsReport.bar($0, columns: 24) } ?? ""
        let value = TrackText.clean(line.value)
        let space = String(repeating: " ", count: bar.isEmpty ? 0 : max(1, 24 - value.count))
        StandardOutput.line("  \(name)\(gap)\(value)\(space)\(bar)")
      }
    }
  }
}

/// Statistics in the JSON of `tritone stats`: lengths in seconds.
private struct StatisticsRecord: Encodable {
  struct Share: Encodable {
    var name: String
    var tracks: Int
    var seconds: Int64

    init(_ share: LibraryStatistics.Share) {
      (name, tracks, seconds) = (share.name, share.tracks, share.duration.components.seconds)
    }
  }

  struct Heard: Encodable {
    var name: String
    var artist: String?
    var plays: Int

    init(_ heard: LibraryStatistics.Heard) {
      (name, plays) = (heard.name, heard.plays)
      artist = heard.artist.isEmpty ? nil : heard.artist
    }
  }

  struct Month: Encodable {
    var month: String
    var plays: Int
  }

  var tracks: Int
  var seconds: Int64
  var albums: Int
  var artists: Int
  var genres: Int
  var playlists: Int
  var missing: Int
  var offline: Int
  var faulty: Int
  var analyzed: Int
  var rated: Int
  var loved: Int
  var played: Int
  var plays: Int
  var secondsHeard: Int64
  var formats: [Share]
  var decades: [Share]
  var topGenres: [Share]
  var topTracks: [Heard]
  var topArtists: [Heard]
  var topAlbums: [Heard]
  var months: [Month]

  init(_ statistics: LibraryStatistics) {
    (tracks, seconds) = (statistics.tracks, statistics.duration.components.seconds)
    (albums, artists, genres) = (statistics.albums, statistics.artists, statistics.genres)
    (playlists, missing) = (statistics.playlists, statistics.missing)
    (offline, faulty, analyzed) = (statistics.offline, statistics.faulty, statistics.analyzed)
    (rated, loved, played) = (statistics.rated, statistics.loved, statistics.played)
    (plays, secondsHeard) = (statistics.plays, statistics.heard.components.seconds)
    formats = statistics.formats.map(Share.init)
    decades = statistics.decades.map(Share.init)
    topGenres = statistics.topGenres.map(Share.init)
    topTracks = statistics.topTracks.map(Heard.init)
    topArtists = statistics.topArtists.map(Heard.init)
    topAlbums = statistics.topAlbums.map(Heard.init)
    months = statistics.months.map { Month(month: $0.text, plays: $0.plays) }
  }
}

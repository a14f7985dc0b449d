package import Music

/// The statistics of a library as sections of lines, for a window and for a command.
package struct StatisticsReport: Equatable, Sendable {
  package enum Line: Equatable, Sendable {
    /// A name, its value, and a bar from 0 to 1.
    case value(String, String, bar: Double?)
    /// A track, an artist or an album, and its plays.
    case heard(String, String)

    package var name: String {
      switch self {
      case .value(let name, _, _), .heard(let name, _): name
      }
    }

    package var value: String {
      switch self {
      case .value(_, let value, _), .heard(_, let value): value
      }
    }

    package var bar: Double? { if case .value(_, _, let bar) = self { bar } else { nil } }
  }

  package struct Section: Equatable, Sendable {
    package var heading: String
    package var lines: [Line]
  }

  package private(set) var sections: [Section] = []

  package init(_ statistics: LibraryStatistics) {
    add("Library", library(statistics))
    add("Formats", shares(statistics.formats))
    add("Decades", shares(statistics.decades))
    add("Genres", shares(statistics.topGenres))
    add("Heard", heard(statistics))
    add("Most heard tracks", most(statistics.topTracks))
    add("Most heard artists", most(statistics.topArtists))
    add("Most heard albums", most(statistics.topAlbums))
    let most = statistics.months.map(\.plays).max() ?? 0
    add(
      "Plays by month",
      statistics.months.reversed().map {
        .value($0.text, $0.plays.grouped, bar: Double($0.plays) / Double(max(1, most)))
      })
  }

  private mutating func add(_ heading: String, _ lines: [Line]) {
    guard !lines.isEmpty else { return }
    sections.append(Section(heading: heading, lines: lines))
  }

  private func library(_ statistics: LibraryStatistics) -> [Line] {
    var lines = [
      Line.value("tracks", statistics.tracks.grouped, bar: nil),
      .value("length", statistics.duration.longText, bar: nil),
      .value("albums", statistics.albums.grouped, bar: nil),
      .value("artists", statistics.artists.grouped, bar: nil),
      .value("genres", statistics.genres.grouped, bar: nil),
      .value("playlists", statistics.playlists.grouped, bar: nil),
    ]
    func part(_ name: String, _ count: Int) {
      guard count > 0 else { return }
      lines.append(.value(name, count.grouped + percent(count, statistics.tracks), bar: nil))
    }
    part("analysed", statistics.analyzed)
    part("rated", statistics.rated)
    part("loved", statistics.loved)
    part("offline", statistics.offline)
    part("not decodable", statistics.faulty)
    if statistics.missing > 0 {
      lines.append(.value("files gone", statistics.missing.grouped, bar: nil))
    }
    return lines
  }

  private func heard(_ statistics: LibraryStatistics) -> [Line] {
    guard statistics.played > 0 || statistics.plays > 0 else { return [] }
    return [
      .value("plays", statistics.plays.grouped, bar: nil),
      .value("time", statistics.heard.longText, bar: nil),
      .value(
        "tracks", statistics.played.grouped + percent(statistics.played, statistics.tracks),
        bar: nil),
    ]
  }

  private func percent(_ part: Int, _ whole: Int) -> String {
    guard whole > 0 else { return "" }
    let percent = (Double(part) / Double(whole) * 100).rounded()
    return part < whole && percent < 1 ? " (below 1 %)" : " (\(Int(percent)) %)"
  }

  private func shares(_ shares: [LibraryStatistics.Share]) -> [Line] {
    let most = shares.map(\.tracks).max() ?? 0
    return shares.map {
      .value(
        $0.name.isEmpty ? "unknown" : $0.name,
        "\($0.tracks.grouped) · \($0.duration.longText)",
        bar: Double($0.tracks) / Double(max(1, most)))
    }
  }

  private func most(_ heard: [LibraryStatistics.Heard]) -> [Line] {
    heard.map {
      .heard(
        $0.artist.isEmpty ? $0.name : "\($0.name) · \($0.artist)", $0.plays.counted("play"))
    }
  }

  /// A bar of blocks in eighths of a column; one eighth at least for what is not nothing.
  package static func bar(_ part: Double, columns: Int) -> String {
    let eighths = part > 0 ? max(1, Int((min(1, part) * Double(columns * 8)).rounded())) : 0
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8)
      + (rest > 0 ? String(["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1]) : "")
  }
}

extension Duration {
  /// Minutes, hours with minutes, or days with hours: "34 min", "5 h 12 min", "41 d 3 h".
  package var longText: String {
    let minutes = max(0, components.seconds) / 60
    switch minutes {
    case ..<60: return "\(minutes) min"
    case ..<(24 * 60): return "\(minutes / 60) h \(minutes % 60) min"
    default: return "\(Int(minutes / 1440).grouped) d \(minutes / 60 % 24) h"
    }
  }
}

extension App {
  /// Opens the window with the statistics.
  mutating func show(_ statistics: LibraryStatistics) {
    let request = windows.answered(.statistics)
    var panel = ReportPanel(title: "Statistics")
    for section in StatisticsReport(statistics).sections {
      panel.add(
        [.heading(section.heading)]
          + section.lines.map { line in
            switch line {
            case .heard(let name, let plays): .line(name, detail: plays)
            case .value(let name, let value, let bar?): .share(name, value, bar: bar)
            case .value(let name, let value, nil): .fact(name, value)
            }
          })
    }
    open(
      .report(panel), askedFor: request,
      orSay: "The statistics are ready: \(key(.library(.statistics))) shows them")
  }
}

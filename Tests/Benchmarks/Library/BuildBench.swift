import ArgumentParser
import Foundation
import Library
import Music

/// Measures how fast a playlist is built from a large library.
struct BuildBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "build")

  @Argument(help: "A library's database.")
  var library: String

  @Option(help: "The most artists of a build.")
  var artists = 500

  @Option(help: "Tracks of each artist.")
  var limit = 10

  @Option(help: "How often each thing is measured.")
  var rounds = 5

  func run() async throws {
    print("milliseconds                                 p50         p99         max")
    let library = try Library(at: FilePath(library))
    let tracks = try await library.window(ListQuery(.songs), range: 0..<1, anchor: nil).trackCount
    var (opening, heard, searching) = (Timings(), Timings(), Timings())
    var (ranking, whole) = (Timings(), Timings())
    var options = LocalBuildOptions()
    options.notHeardDays = 7
    let now = Int64(Date().timeIntervalSince1970)
    var (names, chosen) = ([String](), 0)
    for _ in 0..<rounds {
      chosen = 0
      try await whole.timed {
        let catalogue = try await opening.timed {
          try await library.buildCatalogue(options, now: now)
        }
        var artists: [LibraryArtist] = []
        for period in BuildPeriod.allCases.reversed() {
          let found = heard.time {
            catalogue.mostHeard(period, limit: artists.count + self.artists)
          }
          if artists.isEmpty { artists = found }
        }
        artists = Array(artists.prefix(self.artists))
        try await ranking.timed {
          for artist in artists {
            chosen += try await catalogue.topTracks(of: artist.id, limit: limit).count
          }
        }
        names = artists.map(\.name)
      }
    }
    let catalogue = try await library.buildCatalogue(options, now: now)
    for name in names.prefix(100) {
      for text in [name, String(name.dropLast()), String(name.prefix(2)), name + "xq"] {
        searching.time { _ = catalogue.artists(matching: text) }
      }
    }
    print(opening.line("open the catalogue"))
    print(heard.line("the most heard of a period"))
    print(ranking.line("top tracks of all artists"))
    print(whole.line("all of it"))
    print(searching.line("search for an artist"))
    print("\(tracks) tracks, \(catalogue.artistCount) artists, \(names.count) of them built from")
    print("\(chosen) tracks chosen")
    print(ProcessMemory.lines())
  }
}

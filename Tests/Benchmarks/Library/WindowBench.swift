import ArgumentParser
import Library
import Music

/// Measures the queries that the interface waits for: windows of a library's lists.
struct WindowBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "windows")

  @Argument(help: "A library's database.")
  var library: String

  @Option(help: "How often each thing is measured.")
  var rounds = 200

  func run() async throws {
    print("milliseconds                                 p50         p99         max")
    var (opening, first) = (Timings(), Timings())
    let path = FilePath(self.library)
    let library = try opening.time { try Library(at: path) }
    let all = ListQuery(.songs)
    let window = try await first.timed { try await library.window(all, range: 0..<60, anchor: nil) }
    print(opening.line("open the library"))
    print(first.line("first window"))
    print("\(window.trackCount) tracks")
    await library.saveCatalog()
    try await pages(library, count: window.count)
    try await filters(library)
    try await sorts(library)
    try await modes(library)
    try await marks(library, window)
    print(ProcessMemory.lines())
  }

  private func pages(_ library: Library, count: Int) async throws {
    var random = SeededGenerator(seed: 1)
    var (pages, anchored) = (Timings(), Timings())
    for sort in [SortColumn.artist, .title] {
      let query = ListQuery(.songs, sort: sort)
      _ = try await library.window(query, range: 0..<60, anchor: nil)
      for _ in 0..<rounds {
        let start = Int.random(in: 0..<max(1, count - 60), using: &random)
        let window = try await pages.timed {
          try await library.window(query, range: start..<start + 60, anchor: nil)
        }
        let anchor = window.rows.last?.id
        _ = try await anchored.timed {
          try await library.window(query, range: start..<start + 60, anchor: anchor)
        }
      }
    }
    print(pages.line("page"))
    print(anchored.line("page with an anchor"))
  }

  private func filters(_ library: Library) async throws {
    var times = Timings()
    let typed = [
      "l", "lo", "lov", "love", "love n", "love ni", "e", "artist 1", "夜", "zzzz", "la ro",
    ]
    for round in 0..<max(1, rounds / 20) {
      for text in typed {
        // Another text each round, so that none is found among the cached lists.
        let query = ListQuery(.songs, filter: text + String(repeating: " ", count: round + 1))
        _ = try await times.timed { try await library.window(query, range: 0..<60, anchor: nil) }
      }
    }
    print(times.line("key in the filter"))
  }

  private func sorts(_ library: Library) async throws {
    var times = Timings()
    for _ in 0..<max(1, rounds / 50) {
      for sort in SortColumn.allCases {
        for isDescending in [false, true] {
          let query = ListQuery(.songs, sort: sort, isDescending: isDescending)
          _ = try await times.timed { try await library.window(query, range: 0..<60, anchor: nil) }
        }
      }
    }
    print(times.line("sort"))
  }

  private func modes(_ library: Library) async throws {
    let sources: [(String, ListSource)] = [
      ("folders", .folder(nil)), ("songs", .songs), ("artists", .artists), ("albums", .albums),
      ("genres", .genres), ("an artist", .artist("Artist 7")),
    ]
    for (name, source) in sources {
      var times = Timings()
      for round in 0..<max(1, rounds / 20) {
        let query = ListQuery(source, sort: .year, isDescending: round % 2 == 0)
        for _ in 0..<13 {
          // As many other lists evict the cached ones.
          _ = try await library.window(
            ListQuery(.genre("Genre \(Int.random(in: 1...60))")), range: 0..<1, anchor: nil)
        }
        _ = try await times.timed { try await library.window(query, range: 0..<60, anchor: nil) }
      }
      print(times.line("browse " + name))
    }
  }

  private func marks(_ library: Library, _ window: ListWindow) async throws {
    var (editing, showing) = (Timings(), Timings())
    let query = ListQuery(.songs, sort: .rating, isDescending: true)
    for round in 0..<max(1, rounds / 10) {
      guard let track = window.rows[round % max(1, window.rows.count)].track else { continue }
      _ = try await editing.timed {
        try await library.setRating(Rating(stars: round % 5 + 1), for: [track.id])
      }
      _ = try await showing.timed {
        try await library.window(query, range: 0..<60, anchor: .track(track.id))
      }
    }
    print(editing.line("rate a track"))
    print(showing.line("show it, by rating"))
  }
}

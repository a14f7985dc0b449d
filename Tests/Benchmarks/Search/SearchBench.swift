import ArgumentParser
import Catalog
import Dispatch
import Glibc
import Music

/// Measures the cost of each key typed into the filter of a large library.
@main
struct SearchBench: ParsableCommand {
  @Option(help: "How many tracks the library has.")
  var tracks = 1_000_000

  @Option(help: "How often everything is typed.")
  var rounds = 3

  @Option(help: "How many threads compute beside it.")
  var busy = 0

  @Flag(help: "Print the slowest queries too.")
  var slowest = false

  @Option(help: "Ask this alone, and print what it costs.")
  var query: String?

  func run() throws {
    let catalog = SyntheticTracks.catalog(tracks)
    let albums = catalog.albums(of: nil, sort: .artist, isDescending: false)
    print("\(tracks) tracks, \(albums.count) albums")
    for _ in 0..<busy {
      DispatchQueue.global().async { SearchBench.compute() }
    }
    if let query { return try measure(query, catalog) }
    var (cold, typed, short) = (
      KeyTimes("asked at once"), KeyTimes("typed"), KeyTimes("1-2 letters")
    )
    for _ in 0..<rounds {
      for text in Self.queries {
        for end in text.indices {
          let prefix = String(text[...end])
          // A query that is incomplete while it is typed shows no list.
          guard let query = try? TrackQuery(parsing: prefix) else { continue }
          cold.time(prefix) { ask(catalog, query) }
          if prefix.count <= 2 { short.time(prefix) { ask(catalog, query) } }
        }
        catalog.forgetAnswers()
        for end in text.indices {
          let prefix = String(text[...end])
          guard let query = try? TrackQuery(parsing: prefix) else { continue }
          typed.time(prefix) { find(query, in: catalog) }
        }
      }
    }
    print("milliseconds a key                 keys         p50         p99         max")
    for times in [cold, typed, short] {
      print(times.line)
      if slowest { print(times.slowest) }
    }
  }

  private func measure(_ text: String, _ catalog: Catalog) throws {
    let query = try TrackQuery(parsing: text)
    var times = KeyTimes(text)
    let before = clock()
    for _ in 0..<(rounds * 20) { times.time(text) { ask(catalog, query) } }
    let used = Double(clock() - before) / Double(CLOCKS_PER_SEC) * 1000 / Double(rounds * 20)
    print(times.line, "CPU", (used * 100).rounded() / 100)
  }

  private func ask(_ catalog: Catalog, _ query: TrackQuery) {
    catalog.forgetAnswers()
    find(query, in: catalog)
  }

  private func find(_ query: TrackQuery, in catalog: Catalog) {
    _ = catalog.matching(
      query, lists: 0, now: 1_790_000_000, playlist: { _ in [] }, notes: { _ in [] })
  }

  private static func compute() {
    var state: UInt64 = 1
    while state != 0 { state = state &* 6_364_136_223_846_793_005 | 1 }
  }

  /// Queries as people type them: words, several words, and every field.
  private static let queries = [
    "love", "the", "miles davis", "kind of blue", "so what", "e", "a", "o", "th", "an", "er",
    "night", "sur ka", "привет", "夜の", "über", "naive", "remix", "2024", "01", ".flac",
    "lamiten", "rosurka love", "zzzz", "the love of a night in", "artist:lar", "album:\"of the\"",
    "genre:house", "year:1990..1999", "bpm:120-126", "~key:8A", "rating:>=4 love",
    "loved:", "played:<30d", "plays:0 the", "format:flac -love", "missing:",
    "duration:>6:00 bitrate:>=320k", "(love OR night) -the year:>2000",
    "genre:house bpm:122-126 ~key:8A -played:<30d",
  ]
}

/// Durations of all keys.
struct KeyTimes {
  private let name: String
  private var times: [(text: String, milliseconds: Double)] = []

  init(_ name: String) { self.name = name }

  mutating func time(_ text: String, _ body: () -> Void) {
    let start = ContinuousClock.now
    body()
    let parts = (ContinuousClock.now - start).components
    times.append((text, Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15))
  }

  private func percentile(_ share: Double) -> Double {
    let sorted = times.map(\.milliseconds).sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  var line: String {
    let numbers = [percentile(0.5), percentile(0.99), percentile(1)].map {
      KeyTimes.padded("\(($0 * 1000).rounded() / 1000)", 12)
    }
    return name + KeyTimes.padded("\(times.count)", 39 - name.count) + numbers.joined()
  }

  var slowest: String {
    times.sorted { $0.milliseconds > $1.milliseconds }.prefix(8).map {
      "  \(($0.milliseconds * 100).rounded() / 100)  \($0.text)"
    }.joined(separator: "\n")
  }
}

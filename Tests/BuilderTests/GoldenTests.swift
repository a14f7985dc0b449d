import Foundation
import Music
import Testing

@testable import Builder

/// Results of the original program, with a catalogue of the same artists and tracks.
@Suite("Results of the original")
struct GoldenTests {
  private static let golden: JSONValue? = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "Golden/original.json")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDecoder().decode(JSONValue.self, from: data)
  }()

  private static func value(_ name: String) throws -> JSONValue {
    let golden = try #require(golden)
    return try #require(golden[name])
  }

  private static func numbers(_ name: String) throws -> [Double] {
    guard case .list(let values) = try value(name) else { return [] }
    return values.compactMap {
      guard case .number(let number) = $0 else { return nil }
      return number
    }
  }

  private static func artist(_ name: String, _ tracks: [(String, String)]) -> String {
    let top = tracks.map { id, title in
      #"{"id": "\#(id)", "name": "\#(title)", "artists": [{"name": "\#(name)"}]}"#
    }
    return #"{"id": "\#(name)", "name": "\#(name)", "top": [\#(top.joined(separator: ", "))]}"#
  }

  private static func catalogue(
    _ artists: [String], followed: [String] = [], playlist: String = ""
  ) -> [UInt8] {
    let ids = followed.map { "\"\($0)\"" }.joined(separator: ", ")
    return Array(
      """
      {"user": "me", "artists": [\(artists.joined(separator: ", "))], "followed": [\(ids)],
       "library": [], "playlists": [\(playlist)]}
      """.utf8)
  }

  private static let roadTrip = catalogue([
    artist("Metallica", [("m1", "Enter Sandman"), ("m2", "Nothing Else Matters"), ("m3", "One")]),
    artist(
      "a-ha",
      [
        ("aha1", "Take On Me"), ("aha2", "The Sun Always Shines on T.V."),
        ("aha3", "Hunting High and Low"),
      ]),
  ])

  private static func morning(_ tracks: [String]) -> [UInt8] {
    let uris = tracks.map { #""spotify:track:\#($0)""# }.joined(separator: ", ")
    return catalogue(
      [
        artist("X", [("n1", "Alpha"), ("n2", "Bravo")]),
        artist("Y", [("n3", "Charlie"), ("n4", "Delta")]),
        artist("Z", [("n5", "Echo"), ("n6", "Foxtrot")]),
      ],
      playlist: #"{"id": "old123", "name": "morning mix", "owner": "me", "uris": [\#(uris)]}"#)
  }

  private static let big = catalogue(
    (0..<10).map { a in
      artist(
        "Artist\(a)",
        (0..<5).map { t in
          let letter = String(repeating: ["a", "b", "c", "d", "e"][t], count: 5)
          return ("a\(a)t\(t)", "Song \(a) \(t) \(letter)")
        })
    },
    followed: (0..<10).map { "Artist\($0)" },
    playlist: #"{"id": "old9", "name": "Big", "owner": "me", "uris": ["x", "y"]}"#)

  private static func options(_ name: String) -> (BuildOptions, [UInt8]) {
    var options = BuildOptions()
    switch name {
    case "A", "A_shuffle1234":
      options.name = "Road Trip Mix"
      options.manualArtists = "Metallica, A-HA"
      options.usesFollowedArtists = false
      options.limitPerArtist = 3
      options.dedupesVariants = true
      if name == "A_shuffle1234" {
        options.shuffles = true
        options.seed = BuildSeed(text: "1234", words: [1_234])
      }
      return (options, roadTrip)
    case "B", "B_overlap":
      options.name = "Morning Mix"
      options.manualArtists = "X; Y\nZ"
      options.usesFollowedArtists = false
      (options.limitPerArtist, options.maxTracks) = (2, 5)
      (options.shuffles, options.reusesExisting, options.isDryRun) = (true, true, false)
      options.seed = BuildSeed(text: "1234", words: [1_234])
      return (options, morning(name == "B" ? ["t1", "t2", "t3"] : ["t1", "n2", "t3"]))
    default:
      options.name = "Big"
      options.maxTracks = 25
      (options.truncates, options.reusesExisting, options.isDryRun) = (true, true, false)
      return (options, big)
    }
  }

  @Test(
    "the original's playlists, statistics and requests are ours",
    arguments: ["A", "A_shuffle1234", "B", "B_overlap", "C"])
  func build(_ name: String) async throws {
    let (options, json) = Self.options(name)
    let catalogue = RecordedCatalogue(try FileCatalogue(json: json, path: "catalogue.json"))
    let result = try await PlaylistBuilder(catalogue).build(options)
    let report = try JSONValue.read(BuildReport(result, calls: catalogue.calls).json)
    let golden = try Self.value(name)
    for key in ["name", "prepared", "added", "display", "reused", "playlist_id", "stats", "lines"] {
      #expect(report[key] == golden[key], "\(key)")
    }
    guard name == "C" else {
      #expect(report["calls"] == golden["calls"])
      return
    }
    // Of this one, the original's file has the count of the tracks.
    #expect(catalogue.calls == [.replace(playlist: "old9", tracks: result.prepared.map(\.id))])
    #expect(result.prepared.count == 25)
    #expect(report["replaced"]?.texts == result.prepared.map(\.id))
  }

  private static func seed(_ text: Substring) throws -> BuildSeed {
    try BuildSeed(parsing: String(text))
  }

  @Test("random numbers are the original's")
  func randomNumbers() throws {
    var random = MersenneTwister(seed: try Self.seed("1234"))
    for number in try Self.numbers("mt_random_1234") { #expect(random.double() == number) }
    for (name, seed) in [("mt_bits32_1234", "1234"), ("mt_bits32_0", "0")] {
      random = MersenneTwister(seed: try BuildSeed(parsing: seed))
      for number in try Self.numbers(name) { #expect(Double(random.next()) == number) }
    }
  }

  private static let keys: [String] = {
    guard case .object(let members)? = golden else { return [] }
    return members.keys.sorted()
  }()

  @Test("shuffles are the original's", arguments: keys.filter { $0.hasPrefix("shuffle10_seed") })
  func shuffle(_ key: String) throws {
    var random = MersenneTwister(seed: try Self.seed(key.dropFirst("shuffle10_seed".count)))
    var order = Array(0..<10)
    random.shuffle(&order)
    #expect(order.map(Double.init) == (try Self.numbers(key)))
  }

  @Test("titles are normalised as by the original")
  func titles() throws {
    guard case .object(let titles) = try Self.value("normalize") else { return }
    #expect(titles.count == 32)
    for (title, normalised) in titles {
      #expect(.text(TitleNormalisation.normalised(title)) == normalised, "\(title)")
    }
  }

  @Test("variants are the original's, and so are ratios")
  func variants() throws {
    guard case .list(let cases) = try Self.value("dup") else { return }
    #expect(cases.count == 13)
    for one in cases {
      guard case .list(let parts) = one, case .text(let candidate) = parts[0],
        case .text(let known) = parts[1], case .bool(let isVariant) = parts[2],
        case .number(let ratio) = parts[3]
      else {
        Issue.record("\(one)")
        continue
      }
      #expect(VariantIndex.isVariant(candidate, of: known) == isVariant, "\(one)")
      let ours = SequenceMatcher(second: known.codePoints).ratio(first: candidate.codePoints)
      #expect((ours * 10_000).rounded() == (ratio * 10_000).rounded(), "\(one)")
    }
  }

  @Test("tracks of an artist are spread as by the original")
  func spreads() throws {
    guard case .object(let cases) = try Self.value("spread") else { return }
    #expect(cases.count == 5)
    for (key, expected) in cases {
      // As in "[('a', 3), ('b', 3)] seed1234".
      let tracks = key.matches(of: /\('(\w)', (\d)\)/).flatMap { match in
        (1...(Int(match.output.2) ?? 1)).map { (String(match.output.1), $0) }
      }
      let match = try #require(key.firstMatch(of: /seed(\d+)$/))
      var random = MersenneTwister(seed: try Self.seed(match.output.1))
      let order = ArtistSpread.order(of: tracks.map(\.0), by: &random)
      #expect(order.map { "\(tracks[$0].0)\(tracks[$0].1)" } == expected.texts, "\(key)")
    }
  }

  @Test("no result of the original is without a test")
  func coverage() {
    let tested: Set = [
      "python", "A", "A_shuffle1234", "B", "B_overlap", "C", "mt_random_1234", "mt_bits32_1234",
      "mt_bits32_0", "normalize", "dup", "spread",
    ]
    #expect(Self.keys.filter { !tested.contains($0) && !$0.hasPrefix("shuffle10_seed") } == [])
    #expect(Self.keys.count == 18)
  }
}

@testable import Catalog
import Music
import Testing

@Suite("Asking the catalog")
struct QueryMatchingTests {
  private static let pieces = [
    "a", "b", "e", "or", "the", " ", " ", "love", "10", "12\"", "日", "本語", "мир", "é", "ß", "-",
    ".", "x",
  ]

  private func text(_ pieces: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    let text = (0..<Int.random(in: pieces, using: &random)).map { _ in
      QueryMatchingTests.pieces[Int.random(in: 0..<QueryMatchingTests.pieces.count, using: &random)]
    }.joined()
    return SortKey.folded(text)
  }

  private func tracks(_ count: Int, _ random: inout SeededGenerator) -> [SampleTrack] {
    let artists = (0..<20).map { _ in text(0...3, &random) }
    let folders =
      ["", "/", "m"] + (0..<20).map { _ in text(1...3, &random) + "/" + text(1...2, &random) }
    return (0..<count).map { _ in
      var track = SampleTrack()
      track.title = text(0...7, &random)
      let ownName = text(1...5, &random)
      track.name =
        Bool.random(using: &random)
        ? "01 \(track.title).mp3" : ownName + (ownName.isEmpty ? "n" : "")
      track.artist = artists[Int.random(in: 0..<20, using: &random)]
      track.albumCredit = artists[Int.random(in: 0..<20, using: &random)]
      track.albumArtist = artists[Int.random(in: 0..<20, using: &random)]
      track.album = text(0...2, &random)
      track.genre = artists[Int.random(in: 0..<3, using: &random)]
      track.folder = folders[Int.random(in: 0..<folders.count, using: &random)]
      track.format = ["flac", "mp3", "wav"][Int.random(in: 0..<3, using: &random)]
      track.notes = Int.random(in: 0..<4, using: &random) == 0 ? text(1...3, &random) : ""
      track.comment = Int.random(in: 0..<4, using: &random) == 0 ? text(1...3, &random) : ""
      if Int.random(in: 0..<3, using: &random) == 0 {
        // No label is blank.
        func label(_ pieces: ClosedRange<Int>) -> String {
          let text = text(pieces, &random)
          return text.allSatisfy { $0 == " " } ? "" : text
        }
        track.category = label(0...2)
        track.tags = (0..<Int.random(in: 0..<3, using: &random)).map { _ in label(1...3) }
          .filter { !$0.isEmpty }
        track.collection = label(0...2)
        track.mood = label(0...2)
      }
      track.duration = .random(in: 0...20, using: &random) * 500
      track.year = .random(in: 0...3, using: &random) * 1000
      track.bpm = Double(Int.random(in: 0...8, using: &random)) * 30.25
      track.key = MusicalKey(number: .random(in: 0...24, using: &random))
      track.track = .random(in: 0...5, using: &random)
      track.disc = .random(in: 0...2, using: &random)
      track.rating = .random(in: 0...5, using: &random)
      track.reaction = .random(in: 0...3, using: &random)
      track.plays = .random(in: 0...5, using: &random)
      let now = SampleTrack.now
      track.played =
        Bool.random(using: &random) ? 0 : now - .random(in: 0...10, using: &random) * 100
      track.added = now + 500 - .random(in: 0...10, using: &random) * 100
      track.bitRate = .random(in: 0...4, using: &random) * 80_000
      track.sampleRate = .random(in: 0...2, using: &random) * 44_100
      let energy = Int.random(in: 0...10, using: &random)
      track.energy = energy == 0 ? nil : Double(energy)
      if Bool.random(using: &random) {
        track.loudness = Double(Int.random(in: -2...2, using: &random)) * 1.5
        track.tuning = Double(Int.random(in: -2...2, using: &random))
      }
      track.flags = TrackFlags(rawValue: .random(in: 0...255, using: &random))
      track.flags.remove(.hasNotes)
      if !track.notes.isEmpty { track.flags.insert(.hasNotes) }
      return track
    }
  }

  private func query(_ depth: Int, _ tracks: [SampleTrack], _ random: inout SeededGenerator)
    -> TrackQuery
  {
    func range(_ most: Double, _ random: inout SeededGenerator) -> TrackQuery.NumberRange {
      let ends = [
        Double.random(in: 0...most, using: &random), Double.random(in: 0...most, using: &random),
      ]
      .map { Bool.random(using: &random) ? $0.rounded() : $0 }.sorted()
      return .init(
        Bool.random(using: &random) ? -.infinity : ends[0],
        Bool.random(using: &random) ? .infinity : ends[1],
        isLowerOpen: Bool.random(using: &random), isUpperOpen: Bool.random(using: &random))
    }
    let kind = Int.random(in: depth > 0 ? 0..<14 : 4..<14, using: &random)
    switch kind {
    case 0: return .not(query(depth - 1, tracks, &random))
    case 1, 2:
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        query(depth - 1, tracks, &random)
      }
      return kind == 1 ? .all(parts) : .any(parts)
    case 3: return .everything
    case 4, 5, 6: return .word(needle(tracks, &random))
    case 7:
      let field = TrackQuery.TextField.allCases[Int.random(in: 0..<13, using: &random)]
      let isEmpty = field != .title && field != .path && Int.random(in: 0..<5, using: &random) == 0
      return .text(field, isEmpty ? "" : needle(tracks, &random))
    case 8, 9:
      let most: [TrackQuery.NumberField: Double] = [
        .year: 3000, .bpm: 240, .duration: 10, .bitRate: 400_000, .sampleRate: 90_000,
      ]
      let field = TrackQuery.NumberField.allCases.randomElement(using: &random) ?? .year
      guard field.isSigned else { return .number(field, range(most[field] ?? 5, &random)) }
      var around = range(6, &random)
      (around.lower, around.upper) = (around.lower - 3, around.upper - 3)
      return .number(field, around)
    case 10:
      let seconds = Int64.random(in: 0...1000, using: &random)
      let times: [TrackQuery.TimeRange] = [
        .never, .within(seconds), .before(seconds),
        .between(SampleTrack.now - seconds, SampleTrack.now - seconds / 2),
        .between(.min, SampleTrack.now), .between(SampleTrack.now, .max),
      ]
      return .time(
        Bool.random(using: &random) ? .played : .added,
        times[Int.random(in: 0..<times.count, using: &random)])
    case 11:
      return .key(Set(MusicalKey.all.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }))
    case 12: return .flag(TrackQuery.Flag.allCases[Int.random(in: 0..<9, using: &random)])
    default: return .playlist(Bool.random(using: &random) ? "odd" : "none")
    }
  }

  /// Part of a track's text, or a text that may match none.
  private func needle(_ tracks: [SampleTrack], _ random: inout SeededGenerator) -> String {
    let track = tracks[Int.random(in: 0..<tracks.count, using: &random)]
    let texts = [
      track.title, track.artist, track.album, track.folder + "/" + track.name, track.category,
      track.tags.last ?? "",
    ]
    let scalars = Array(texts[Int.random(in: 0..<6, using: &random)].unicodeScalars)
    guard !scalars.isEmpty else { return text(1...2, &random) + "z" }
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let end = min(scalars.count, start + Int.random(in: 1...8, using: &random))
    return String(String.UnicodeScalarView(scalars[start..<end]))
  }

  @Test("every query finds what looking at each track finds", arguments: 0..<12)
  func sameAsPlain(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let samples = tracks([1, 63, 64, 65, 700, 3000][Int(seed % 6)], &random)
    let columns = TrackColumns(samples)
    func isOdd(_ ordinal: Int, _ name: String) -> Bool { name == "odd" && ordinal % 2 == 1 }
    for _ in 0..<150 {
      let query = query(3, samples, &random)
      let density = [1, 2, 30][Int.random(in: 0..<3, using: &random)]
      let among = TrackSet(capacity: samples.count) { ($0 * 7919) % density == 0 }
      let found = columns.matching(
        query, now: SampleTrack.now,
        playlist: { name in
          samples.indices.filter { isOdd($0, name) }.map { Int64($0 * 10) } + [
            3, -1, 1_000_000_000,
          ]
        },
        notes: { text in
          samples.indices.filter { samples[$0].notes.contains(bytesOf: text) }.map {
            Int64($0 * 10)
          }
        },
        comments: { text in
          samples.indices.filter {
            !samples[$0].comment.isEmpty && samples[$0].comment.contains(bytesOf: text)
          }.map { Int64($0 * 10) }
        }, among: density == 1 ? nil : among)
      let expected = TrackSet(capacity: samples.count) { ordinal in
        among[ordinal] && samples[ordinal].matches(query) { isOdd(ordinal, $0) }
      }
      #expect(found == expected, "\(query)")
    }
  }

  @Test("tracks that are gone are not found")
  func gone() {
    var random = SeededGenerator(seed: 1)
    var columns = TrackColumns(tracks(200, &random))
    columns.present[7] = false
    #expect(!columns.matching(.everything, now: 0, playlist: { _ in [] })[7])
    #expect(!columns.matching(.not(.word("zzz")), now: 0, playlist: { _ in [] })[7])
    #expect(TrackColumns().matching(.word("a"), now: 0, playlist: { _ in [] }).count == 0)
  }

  @Test("what is typed letter by letter finds the same as what is asked at once", arguments: 0..<6)
  func typing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let samples = tracks(900, &random)
    let columns = TrackColumns(samples)
    var cache = QueryCache()
    for round in 0..<60 {
      let text =
        (Bool.random(using: &random) ? "-" : "") + needle(samples, &random) + " genre:"
        + needle(samples, &random) + " OR rating:>2 " + needle(samples, &random)
      for end in text.indices.prefix(40) {
        // Incomplete queries are skipped.
        guard let query = try? TrackQuery(parsing: String(text[...end])) else { continue }
        let found = cache.matching(
          query, in: columns, edition: round / 20, now: SampleTrack.now, playlist: { _ in [] })
        #expect(
          found == columns.matching(query, now: SampleTrack.now, playlist: { _ in [] }), "\(query)")
      }
    }
  }

  @Test("a needle of any length is found at any place of a text of any length")
  func everyPosition() {
    for length in [1, 2, 3, 63, 64, 65, 130] {
      let needle = String(repeating: "q", count: length - 1) + "z"
      var samples: [SampleTrack] = []
      for before in 0..<140 {
        var track = SampleTrack()
        track.title = String(repeating: "q", count: before) + (before % 3 == 0 ? needle : "q")
        track.name = "n"
        samples.append(track)
      }
      let found = TrackColumns(samples).matching(.word(needle), now: 0, playlist: { _ in [] })
      #expect(found == TrackSet(capacity: samples.count) { $0 % 3 == 0 })
    }
  }
}

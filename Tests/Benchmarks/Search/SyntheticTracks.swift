import Catalog
import CatalogRows
import Music

/// Synthetic tracks of a large collection: a few big artists and many small ones, albums of 8 to 14
/// tracks, titles of one to five words, some in other scripts.
struct SyntheticTracks {
  private var artists: [String] = []
  private var random = SeededGenerator(seed: 1)
  private var words: [String] = []

  private static let syllables = [
    "la", "ro", "mi", "ten", "sur", "ka", "no", "ve", "tri", "ton", "ber", "da", "shi", "el", "th",
    "an", "er", "in", "o",
  ]
  private static let scripts = ["привет", "мир", "夜の", "さくら", "ελλαδα", "naive", "uber"]
  private static let genres = ["house", "deep house", "techno", "jazz", "rock", "pop"]

  /// A catalog of so many tracks.
  static func catalog(_ tracks: Int) -> Catalog {
    var made = SyntheticTracks(tracks: tracks)
    let catalog = Catalog()
    catalog.fill(expecting: tracks) { add in
      var count = 0
      while count < tracks { made.addAlbum(after: &count, upTo: tracks, add) }
    }
    // Keys are measured without prefetched results.
    catalog.minimumForContinuations = .max
    return catalog
  }

  private init(tracks: Int) {
    words = (0..<5_000).map { _ in word() } + ["the", "of", "a", "in", "love", "night", "remix"]
    artists = Array(Set((0..<max(1, tracks / 50)).map { _ in text(1...2) })).sorted()
  }

  private mutating func word() -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Self.syllables[Int.random(in: 0..<Self.syllables.count, using: &random)]
    }.joined()
  }

  private mutating func text(_ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in
      Int.random(in: 0..<40, using: &random) == 0
        ? Self.scripts[Int.random(in: 0..<Self.scripts.count, using: &random)]
        : words[Int.random(in: 0..<words.count, using: &random)]
    }.joined(separator: " ")
  }

  private mutating func addAlbum(
    after count: inout Int, upTo most: Int, _ add: (CatalogRow) -> Void
  ) {
    // The square gives a few artists many albums.
    let share = Double.random(in: 0..<1, using: &random)
    var row = CatalogRow(id: 0)
    row.artist = artists[Int(share * share * Double(artists.count))]
    (row.albumCredit, row.albumArtist) = (row.artist, row.artist)
    row.album = text(1...3)
    row.searchedFolder = "\(row.artist)/\(row.album)"
    row.folder = FilePath("/music/" + row.searchedFolder)
    row.genre = Self.genres[Int.random(in: 0..<6, using: &random)]
    row.format = ["flac", "mp3", "opus", "aac"][Int.random(in: 0..<4, using: &random)]
    row.year = .random(in: 1960...2026, using: &random)
    row.disc = 1
    for track in 1...Int.random(in: 8...14, using: &random) where count < most {
      count += 1
      row.id = Int64(count)
      row.track = Int64(track)
      addNumbers(&row)
      row.title = text(1...5)
      row.name = "\(track < 10 ? "0" : "")\(track) \(row.title).flac"
      add(row)
    }
  }

  private mutating func addNumbers(_ row: inout CatalogRow) {
    row.duration = .random(in: 30_000...600_000, using: &random)
    row.bpm = .random(in: 60...190, using: &random)
    row.key = MusicalKey(number: .random(in: 0...24, using: &random))
    row.rating = .random(in: 0...5, using: &random)
    row.reaction = .random(in: 0...3, using: &random)
    row.plays = .random(in: 0...3, using: &random)
    row.played = .random(in: 1_700_000_000...1_790_000_000, using: &random)
    row.added = .random(in: 1_500_000_000...1_790_000_000, using: &random)
    row.bitRate = .random(in: 128_000...1_000_000, using: &random)
    row.sampleRate = 44_100
  }
}

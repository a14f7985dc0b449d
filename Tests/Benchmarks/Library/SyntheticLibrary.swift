import Catalog
import CatalogRows
import Foundation
import Music

/// Synthetic rows of a large collection: a few big artists and many small ones, albums of 8 to 14
/// tracks, titles of one to five words, some in other scripts.
struct SyntheticLibrary {
  private var random: SeededGenerator
  private let tracks: Int
  private var words: [String] = []
  private var lastID: Int64 = 0
  private var left = 0
  private var album = CatalogRow(id: 0)

  init(tracks: Int, seed: UInt64 = 1) {
    self.tracks = tracks
    random = SeededGenerator(seed: seed)
    words = (0..<5_000).map { _ in word() } + ["the", "of", "a", "in", "love", "night"]
  }

  private static let syllables = [
    "la", "ro", "mi", "ten", "sur", "ka", "no", "ve", "tri", "ton", "ber", "da", "shi", "el",
  ]
  private static let scripts = ["Привет", "мир", "夜の", "さくら", "Ελλάδα", "naïve", "Æon", "Über"]
  private static let genres = (1...60).map { "Genre \($0)" }

  private mutating func word() -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Self.syllables[Int.random(in: 0..<Self.syllables.count, using: &random)]
    }.joined()
  }

  private mutating func text(_ count: ClosedRange<Int>) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in
      Int.random(in: 0..<40, using: &random) == 0
        ? Self.scripts[Int.random(in: 0..<Self.scripts.count, using: &random)]
        : words[Int.random(in: 0..<words.count, using: &random)].capitalized
    }.joined(separator: " ")
  }

  private mutating func beginAlbum() {
    let artists = max(1, tracks / 50)
    // The square gives a few artists many albums.
    let share = Double.random(in: 0..<1, using: &random)
    let artist = "Artist \(Int(share * share * Double(artists)))"
    left = .random(in: 8...14, using: &random)
    album = CatalogRow(id: 0)
    album.album = text(1...3)
    album.albumCredit = artist
    album.artist = artist
    album.albumArtist = artist
    album.genre = Self.genres[Int.random(in: 0..<Self.genres.count, using: &random)]
    album.year = .random(in: 1960...2026, using: &random)
    album.format = ["FLAC", "MP3", "OPUS", "AAC"][Int.random(in: 0..<4, using: &random)]
    album.root = 1
    album.searchedFolder = "\(artist)/\(album.album)"
    album.folder = FilePath("/home/somebody/music/\(album.searchedFolder)")
    album.added = .random(in: 1_500_000_000...1_790_000_000, using: &random)
    album.sampleRate = 44_100
  }

  mutating func next() -> CatalogRow {
    if left == 0 { beginAlbum() }
    lastID += 1
    var row = album
    row.id = lastID
    row.track = Int64(15 - left)
    row.disc = 1
    left -= 1
    row.title = text(1...5)
    row.name = "\(row.track < 10 ? "0" : "")\(row.track) \(row.title).\(row.format.lowercased())"
    row.duration = .random(in: 30_000...600_000, using: &random)
    row.bpm = Double.random(in: 60...190, using: &random)
    row.key = MusicalKey(number: .random(in: 0...24, using: &random))
    row.rating = max(0, .random(in: -10...5, using: &random))
    row.plays = max(0, .random(in: -50...50, using: &random))
    row.played = row.plays > 0 ? row.added + 1_000_000 : 0
    row.modified = row.added
    row.bitRate = .random(in: 128_000...1_000_000, using: &random)
    return row
  }

  mutating func next(_ count: Int) -> [CatalogRow] {
    var rows: [CatalogRow] = []
    rows.reserveCapacity(count)
    for _ in 0..<count { rows.append(next()) }
    return rows
  }
}

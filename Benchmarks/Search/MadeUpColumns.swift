import Catalog
import Music

/// Columns as a large collection has them: a few big artists and many small ones, albums of 8 to
/// 14 tracks, titles of one to five words, some in other scripts.
struct MadeUpColumns {
  private(set) var columns = TrackColumns()
  private var random = SeededGenerator(seed: 1)
  private var words: [String] = []

  private static let syllables = [
    "la", "ro", "mi", "ten", "sur", "ka", "no", "ve", "tri", "ton", "ber", "da", "shi", "el", "th",
    "an", "er", "in", "o",
  ]
  private static let scripts = ["привет", "мир", "夜の", "さくら", "ελλαδα", "naive", "uber"]
  private static let genres = ["house", "deep house", "techno", "jazz", "rock", "pop"]

  init(tracks: Int) {
    words = (0..<5_000).map { _ in word() } + ["the", "of", "a", "in", "love", "night", "remix"]
    var artists = (0..<max(1, tracks / 50)).map { _ in text(1...2) }
    artists = Array(Set(artists)).sorted()
    for artist in artists { columns.artist.add(artist) }
    columns.credit = columns.artist
    columns.albumArtist = columns.artist
    for genre in Self.genres { columns.genre.add(genre) }
    for format in ["flac", "mp3", "opus", "aac"] { columns.format.add(format) }
    while columns.count < tracks { addAlbum(artists, atMost: tracks - columns.count) }
    columns.present = TrackSet(capacity: tracks) { _ in true }
    columns.credit.index = columns.artist.index
    columns.albumArtist.index = columns.artist.index
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

  private mutating func addAlbum(_ artists: [String], atMost most: Int) {
    // The square makes a few artists have many albums.
    let share = Double.random(in: 0..<1, using: &random)
    let artist = Int(share * share * Double(artists.count))
    let name = text(1...3)
    let album = columns.album.add(name)
    let folder = columns.folder.add("\(artists[artist])/\(name)")
    let genre = UInt32.random(in: 0..<6, using: &random)
    let format = UInt32.random(in: 0..<4, using: &random)
    let year = UInt16.random(in: 1960...2026, using: &random)
    for track in 1...Int.random(in: 8...14, using: &random) where track <= most {
      columns.artist.index.append(UInt32(artist))
      columns.album.index.append(album)
      columns.folder.index.append(folder)
      columns.genre.index.append(genre)
      columns.format.index.append(format)
      columns.year.append(year)
      columns.track.append(UInt16(track))
      columns.disc.append(1)
      addTrack(track)
    }
  }

  private mutating func addTrack(_ track: Int) {
    let title = text(1...5)
    columns.id.append(Int64(columns.count + 1))
    columns.text.append("\(track < 10 ? "0" : "")\(track) \(title).flac".utf8)
    columns.title.append(TitleSpan(start: 3, count: UInt16(title.utf8.count)))
    columns.duration.append(.random(in: 30_000...600_000, using: &random))
    columns.bpm.append(.random(in: 60...190, using: &random))
    columns.key.append(.random(in: 0...24, using: &random))
    columns.rating.append(.random(in: 0...5, using: &random))
    columns.reaction.append(.random(in: 0...3, using: &random))
    columns.plays.append(.random(in: 0...3, using: &random))
    columns.played.append(.random(in: 1_700_000_000...1_790_000_000, using: &random))
    columns.added.append(.random(in: 1_500_000_000...1_790_000_000, using: &random))
    columns.modified.append(0)
    columns.bitRate.append(.random(in: 128_000...1_000_000, using: &random))
    columns.sampleRate.append(44_100)
    columns.flags.append([])
  }
}

extension TrackColumns.Names {
  @discardableResult
  fileprivate mutating func add(_ text: String) -> UInt32 {
    folded.append(text.utf8)
    shown.append(text.utf8)
    return UInt32(folded.count - 1)
  }
}

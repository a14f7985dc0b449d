/// The tracks of a large collection, album by album: a few artists with many albums and many with
/// one, some compilations, some files that name no album artist.
struct SyntheticCollection {
  private var names: SyntheticNames
  private var artists: [String] = []
  private let artistCount: Int
  private var album: SyntheticTrack?
  private var left = 0
  private var isCompilation = false
  private var albums = 0

  init(tracks: Int, seed: UInt64 = 1) {
    names = SyntheticNames(seed: seed)
    artistCount = max(3, tracks / 60)
  }

  mutating func next() -> SyntheticTrack {
    if left == 0 { beginAlbum() }
    // because an album was started
    var track = album!
    track.number = track.total - left + 1
    left -= 1
    track.title = names.name(words: 1...5)
    if isCompilation { track.artist = artist() }
    track.bpm = names.number(70...180)
    track.key = names.one(of: SyntheticNames.keys)
    return track
  }

  private mutating func artist() -> String {
    // The square gives a few artists many albums.
    let position = names.number(0...9_999)
    let index = position * position * artistCount / 100_000_000
    while artists.count <= index {
      let name = names.name(words: 1...3)
      artists.append(artists.count % 3 == 0 ? name : "\(name) \(artists.count)")
    }
    return artists[index]
  }

  private mutating func beginAlbum() {
    albums += 1
    let artist = artist()
    isCompilation = names.number(0...24) == 0
    let year = names.number(1960...2025)
    let name = names.name(words: 1...3)
    left = names.number(6...16)
    let folder = "\(isCompilation ? "Various" : artist)/\(name) (\(year)) \(albums)"
    album = SyntheticTrack(
      title: "", artist: artist,
      albumArtist: isCompilation ? "Various Artists" : names.number(0...3) == 0 ? nil : artist,
      album: name, genre: names.one(of: SyntheticNames.genres), year: year, number: 0, total: left,
      bpm: 0, key: "", folder: folder)
  }
}

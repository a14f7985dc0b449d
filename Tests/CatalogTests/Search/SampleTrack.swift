import Catalog
import Music

/// A track as a test knows it, and what a query says of it, worked out the slow and plain way.
struct SampleTrack {
  var title = ""
  var name = ""
  var artist = ""
  var credit = ""
  var albumArtist = ""
  var album = ""
  var genre = ""
  var folder = ""
  var format = "flac"
  var notes = ""
  var duration: UInt32 = 0
  var year: UInt16 = 0
  var bpm: Float = 0
  var key: UInt8 = 0
  var track: UInt16 = 0
  var disc: UInt16 = 0
  var rating: UInt8 = 0
  var reaction: UInt8 = 0
  var plays: UInt32 = 0
  var played: UInt32 = 0
  var added: UInt32 = 0
  var bitRate: UInt32 = 0
  var sampleRate: UInt32 = 0
  var energy: UInt8 = 0
  /// Hundredths of LUFS, and cents; nil where unknown.
  var loudness: Int16?
  var tuning: Int8?
  var flags: TrackFlags = []

  static let now: Int64 = 1_800_000_000

  func matches(_ query: TrackQuery, isIn playlist: (String) -> Bool) -> Bool {
    switch query {
    case .everything: return true
    case .word(let word):
      let texts = [title, artist, credit, albumArtist, album, path]
      return texts.contains { $0.contains(bytesOf: word) }
    case .text(let field, let text):
      let own =
        switch field {
        case .title: title
        case .artist: artist
        case .album: album
        case .albumArtist: albumArtist
        case .genre: genre
        case .path: path
        case .notes: notes
        case .format: format
        }
      return text.isEmpty ? !own.isEmpty : own.contains(bytesOf: text)
    case .number(let field, let range): return holds(field, range)
    case .time(let field, let range):
      let time = Int64(field == .played ? played : field == .added ? added : 0)
      return switch range {
      case .never: time == 0
      case .before(let seconds): time < SampleTrack.now - seconds
      case .within(let seconds): time > 0 && time >= SampleTrack.now - seconds
      case .between(let start, let end): time > 0 && time >= start && time < end
      }
    case .key(let keys): return MusicalKey(number: key).map(keys.contains) ?? false
    case .flag(let flag):
      return switch flag {
      case .loved: reaction == 3
      case .liked: reaction >= 2
      case .missing: flags.contains(.missing)
      case .offline: flags.contains(.offline)
      case .compilation: flags.contains(.compilation)
      case .faulty: flags.contains(.faulty)
      case .analyzed: flags.contains(.analyzed)
      case .unsteady: flags.contains(.unsteady)
      }
    case .playlist(let name): return playlist(name)
    case .not(let inner): return !matches(inner, isIn: playlist)
    case .all(let parts): return parts.allSatisfy { matches($0, isIn: playlist) }
    case .any(let parts): return parts.contains { matches($0, isIn: playlist) }
    }
  }

  private var path: String { folder.hasSuffix("/") ? folder + name : folder + "/" + name }

  private func holds(_ field: TrackQuery.NumberField, _ range: TrackQuery.NumberRange) -> Bool {
    let number: Double
    switch field {
    case .rating: return range.contains(Double(rating))
    case .plays: return range.contains(Double(plays))
    case .duration: number = Double(duration) / 1000
    case .year: number = Double(year)
    case .bpm: number = Double(bpm)
    case .track: number = Double(track)
    case .disc: number = Double(disc)
    case .bitRate: number = Double(bitRate)
    case .sampleRate: number = Double(sampleRate)
    case .energy: number = Double(energy)
    case .loudness: return loudness.map { range.contains(Double($0) / 100) } ?? false
    case .tuning: return tuning.map { range.contains(Double($0)) } ?? false
    }
    return number > 0 && range.contains(number)
  }
}

extension TrackColumns {
  /// Columns of some tracks, whose ids are ten times their ordinals.
  init(_ tracks: [SampleTrack]) {
    self.init()
    present = TrackSet(capacity: tracks.count) { _ in true }
    var artists = NamesMaker()
    var credits = NamesMaker()
    var albumArtists = NamesMaker()
    var albums = NamesMaker()
    var genres = NamesMaker()
    var folders = NamesMaker()
    var formats = NamesMaker()
    for (ordinal, sample) in tracks.enumerated() {
      id.append(Int64(ordinal * 10))
      appendText(sample)
      artists.append(sample.artist)
      credits.append(sample.credit)
      albumArtists.append(sample.albumArtist)
      albums.append(sample.album)
      genres.append(sample.genre)
      folders.append(sample.folder)
      formats.append(sample.format)
      duration.append(sample.duration)
      year.append(sample.year)
      bpm.append(sample.bpm)
      key.append(sample.key)
      track.append(sample.track)
      disc.append(sample.disc)
      rating.append(sample.rating)
      reaction.append(sample.reaction)
      plays.append(sample.plays)
      played.append(sample.played)
      added.append(sample.added)
      modified.append(0)
      bitRate.append(sample.bitRate)
      sampleRate.append(sample.sampleRate)
      flags.append(sample.flags)
      energy.append(sample.energy)
      loudness.append(sample.loudness ?? .min)
      tuning.append(sample.tuning ?? .min)
    }
    artists.fill(&artist)
    credits.fill(&credit)
    albumArtists.fill(&albumArtist)
    albums.fill(&album)
    genres.fill(&genre)
    folders.fill(&folder)
    formats.fill(&format)
  }

  private mutating func appendText(_ sample: SampleTrack) {
    let (whole, part) = (Array(sample.name.utf8), Array(sample.title.utf8))
    let last = whole.count - part.count
    if last >= 0, let start = (0...last).first(where: { whole[$0...].starts(with: part) }) {
      text.append(whole)
      title.append(TitleSpan(start: UInt16(start), count: UInt16(part.count)))
    } else {
      text.append(part + [0x0A] + whole)
      title.append(TitleSpan(start: 0, count: UInt16(part.count)))
    }
  }
}

/// Shared names, each put in once.
private struct NamesMaker {
  private var places: [String: UInt32] = [:]
  private var texts: [String] = []
  private var index: [UInt32] = []

  mutating func append(_ text: String) {
    let place = places[text] ?? UInt32(texts.count)
    if place == texts.count {
      places[text] = place
      texts.append(text)
    }
    index.append(place)
  }

  func fill(_ names: inout TrackColumns.Names) {
    names.index.append(contentsOf: index)
    for text in texts {
      names.folded.append(text.utf8)
      names.shown.append(text.utf8)
    }
  }
}

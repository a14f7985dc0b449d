@testable import Catalog
import CatalogRows
import Music

/// A track with a reference implementation of queries, slow and plain.
@dynamicMemberLookup
struct SampleTrack {
  var title = ""
  var name = ""
  var artist = ""
  var albumCredit = ""
  var albumArtist = ""
  var album = ""
  var genre = ""
  var folder = ""
  var format = "flac"
  var notes = ""
  var comment = ""
  var category = ""
  var tags: [String] = []
  var collection = ""
  var mood = ""
  var numbers = CatalogNumbers(id: 0)

  subscript<Value>(dynamicMember number: WritableKeyPath<CatalogNumbers, Value>) -> Value {
    get { numbers[keyPath: number] }
    set { numbers[keyPath: number] = newValue }
  }

  static let now: Int64 = 1_800_000_000

  func matches(_ query: TrackQuery, isIn playlist: (String) -> Bool) -> Bool {
    switch query {
    case .everything: return true
    case .word(let word):
      let texts = [title, artist, albumCredit, albumArtist, album, path]
      return texts.contains { $0.contains(bytesOf: word) }
    case .text(.tag, let text):
      return text.isEmpty ? !tags.isEmpty : tags.contains { $0.contains(bytesOf: text) }
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
        case .comment: comment
        case .format: format
        case .category: category
        case .tag: ""
        case .collection: collection
        case .mood: mood
        }
      return text.isEmpty ? !own.isEmpty : own.contains(bytesOf: text)
    case .number(let field, let range): return holds(field, range)
    case .time(let field, let range):
      let time = field == .played ? numbers.played : field == .added ? numbers.added : 0
      return switch range {
      case .never: time == 0
      case .before(let seconds): time < SampleTrack.now - seconds
      case .within(let seconds): time > 0 && time >= SampleTrack.now - seconds
      case .between(let start, let end): time > 0 && time >= start && time < end
      }
    case .key(let keys): return numbers.key.map(keys.contains) ?? false
    case .flag(let flag):
      return switch flag {
      case .loved: numbers.reaction == 3
      case .liked: numbers.reaction >= 2
      case .missing: numbers.flags.contains(.missing)
      case .offline: numbers.flags.contains(.offline)
      case .compilation: numbers.flags.contains(.compilation)
      case .faulty: numbers.flags.contains(.faulty)
      case .analyzed: numbers.flags.contains(.analyzed)
      case .unsteady: numbers.flags.contains(.unsteady)
      case .book: numbers.flags.contains(.book)
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
    case .rating: return range.contains(Double(numbers.rating))
    case .plays: return range.contains(Double(numbers.plays))
    case .duration: number = Double(numbers.duration) / 1000
    case .year: number = Double(numbers.year)
    case .bpm: number = Double(numbers.bpm)
    case .track: number = Double(numbers.track)
    case .disc: number = Double(numbers.disc)
    case .bitRate: number = Double(numbers.bitRate)
    case .sampleRate: number = Double(numbers.sampleRate)
    case .energy: number = numbers.energy ?? 0
    case .loudness: return numbers.loudness.map { range.contains($0) } ?? false
    case .tuning: return numbers.tuning.map { range.contains($0) } ?? false
    }
    return number > 0 && range.contains(number)
  }

  fileprivate func row(_ id: Int64) -> CatalogRow {
    var row = CatalogRow(id: id)
    row.numbers = numbers
    row.id = id
    (row.title, row.name, row.artist, row.albumCredit) = (title, name, artist, albumCredit)
    (row.albumArtist, row.album, row.genre, row.format) = (albumArtist, album, genre, format)
    (row.folder, row.searchedFolder) = (FilePath(folder), folder)
    (row.category, row.tags, row.collection, row.mood) = (category, tags, collection, mood)
    return row
  }
}

extension TrackColumns {
  /// Columns of tracks with ids of ten times their ordinals.
  init(_ tracks: [SampleTrack]) {
    let catalog = Catalog()
    catalog.fill { add in
      for (ordinal, track) in tracks.enumerated() { add(track.row(Int64(ordinal * 10))) }
    }
    // Each energy equals its grade.
    catalog.setEnergyGrades((2...10).map { Float($0) })
    self = catalog.columns
  }
}

/// A field in braces: the first choice that has a value is shown.
package struct TemplateField: Hashable, Sendable {
  package var choices: [Choice]

  package enum Choice: Hashable, Sendable {
    case value(GroupTemplate.Placeholder, Detail?)
    /// A text in quotes, which is always present.
    case text(String)

    package var placeholder: GroupTemplate.Placeholder? {
      if case .value(let placeholder, _) = self { placeholder } else { nil }
    }
  }

  /// The detail after the colon.
  package enum Detail: Hashable, Sendable {
    /// The width of a range in beats per minute.
    case width(Int)
    /// A number of initial letters.
    case letters(Int)
    case unit(DateUnit)
  }

  package enum DateUnit: String, CaseIterable, Sendable { case year, month, day }

  package init(_ choices: [Choice]) { self.choices = choices }

  /// Its source text.
  var text: String {
    "{"
      + choices.map { choice in
        switch choice {
        case .text(let text):
          "\"" + text.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : String($1) } + "\""
        case .value(let placeholder, nil): placeholder.rawValue
        case .value(let placeholder, .width(let width)): "\(placeholder.rawValue):\(width)"
        case .value(let placeholder, .letters(let count)): "\(placeholder.rawValue):\(count)"
        case .value(let placeholder, .unit(let unit)): "\(placeholder.rawValue):\(unit.rawValue)"
        }
      }.joined(separator: "|") + "}"
  }
}

extension GroupTemplate {
  /// A value of a track for templates.
  package enum Placeholder: String, CaseIterable, Sendable {
    case artist = "Artist"
    case albumArtist = "AlbumArtist"
    case album = "Album"
    case title = "Title"
    case genre = "Genre"
    case date = "Date"
    case year = "Year"
    case decade = "Decade"
    case folder = "Folder"
    case format = "Format"
    case bpm = "BPM"
    case key = "Key"
    case energy = "Energy"
    case rating = "Rating"
    case added = "Added"
    case disc = "Disc"
    case track = "Track"
    case category = "Category"
    case tag = "Tag"
    case collection = "Collection"
    case mood = "Mood"

    /// Its meaning, in a few words.
    package var summary: String {
      switch self {
      case .artist: "the track's artist; {Artist:1} its first letter"
      case .albumArtist: "whom the album is credited to"
      case .album: "the album; one of another artist is another one"
      case .title: "the title, or the file's name without one"
      case .genre: "the first genre"
      case .date: "the year; of an album from its earliest to its latest"
      case .year: "the same as Date"
      case .decade: "1990s"
      case .folder: "the folder that the file is in"
      case .format: "FLAC, MP3, …"
      case .bpm: "a range of tempos, 120–130; {BPM:5} is 120–125"
      case .key: "the key on the Camelot wheel, 8A"
      case .energy: "how energetic it is in this library, 1 to 10"
      case .rating: "★★★"
      case .added: "the day it came; {Added:month}, {Added:year}"
      case .disc: "the number of the disc"
      case .track: "the number on the disc, 07"
      case .category: "your category of it: demos, ideas, …"
      case .tag: "the first of your own tags"
      case .collection: "your collection that it is in"
      case .mood: "the mood that you gave it"
      }
    }

    /// Whether it is a text with initial letters.
    var isText: Bool {
      switch self {
      case .artist, .albumArtist, .album, .title, .genre, .folder, .category, .tag, .collection,
        .mood:
        true
      default: false
      }
    }

    /// Whether it differs within an album, where it is shown from the earliest to the latest.
    package var isDate: Bool { self == .date || self == .year || self == .decade }
  }
}

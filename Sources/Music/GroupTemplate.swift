/// A text with placeholders that groups the tracks of a list: "{Album} ({Date})".
///
/// The group's key and its text are two things: tracks of one album stay together although
/// their dates differ, and two albums of one name by different artists stay apart.
package struct GroupTemplate: Hashable, Sendable {
  /// As the user wrote it; "" groups nothing.
  package let source: String
  private let pieces: [Piece]

  package enum Placeholder: String, CaseIterable, Sendable {
    case artist = "Artist"
    case albumArtist = "AlbumArtist"
    case album = "Album"
    case genre = "Genre"
    case date = "Date"
    case folder = "Folder"
    case format = "Format"
    case bpm = "BPM"
    case key = "Key"
    case rating = "Rating"
  }

  enum Piece: Hashable, Sendable, ExpressibleByStringLiteral {
    case literal(String)
    case placeholder(Placeholder)
    /// A part in brackets, which vanishes as a whole when nothing in it has a value.
    indirect case bracket(open: Character, [Piece], close: Character)

    init(stringLiteral text: String) { self = .literal(text) }
  }

  /// What is wrong with a template, and where.
  package struct Mistake: Error, Equatable, Sendable {
    /// Counted from 1, in characters.
    package var column: Int
    package var reason: String
  }

  package static let none = GroupTemplate(source: "", pieces: [])

  /// The templates every playlist offers.
  package static let presets: [(name: String, template: GroupTemplate)] = [
    ("No Grouping", .none),
    (
      "Album (Date)",
      preset(
        "{Album} ({Date})",
        [.placeholder(.album), " ", .bracket(open: "(", [.placeholder(.date)], close: ")")])
    ),
    (
      "Artist — Album",
      preset("{AlbumArtist} — {Album}", [.placeholder(.albumArtist), " — ", .placeholder(.album)])
    ),
    ("Artist", preset("{Artist}", [.placeholder(.artist)])),
    ("Album", preset("{Album}", [.placeholder(.album)])),
    ("Genre", preset("{Genre}", [.placeholder(.genre)])),
    ("Folder", preset("{Folder}", [.placeholder(.folder)])),
    ("Format", preset("{Format}", [.placeholder(.format)])),
    ("BPM Range", preset("{BPM} BPM", [.placeholder(.bpm), " BPM"])),
  ]

  /// The name of the preset it equals, else the text itself.
  package var name: String {
    GroupTemplate.presets.first { $0.template == self }?.name ?? source
  }

  package var isEmpty: Bool { pieces.isEmpty }

  /// Characters; brackets nest no deeper than that either.
  private static let longest = 200

  /// Reads a template; a brace without its partner or an unknown name is a mistake.
  package init(_ source: String) throws(Mistake) {
    guard source.count <= GroupTemplate.longest else {
      throw Mistake(
        column: GroupTemplate.longest, reason: "longer than \(GroupTemplate.longest) characters")
    }
    var reader = Reader(text: Array(source))
    pieces = try reader.pieces(until: nil)
    self.source = source
  }

  private init(source: String, pieces: [Piece]) {
    self.source = source
    self.pieces = pieces
  }

  private static func preset(_ source: String, _ pieces: [Piece]) -> GroupTemplate {
    GroupTemplate(source: source, pieces: pieces)
  }

  private var placeholders: [Placeholder] { GroupTemplate.placeholders(in: pieces) }

  private static func placeholders(in pieces: [Piece]) -> [Placeholder] {
    pieces.flatMap { piece -> [Placeholder] in
      switch piece {
      case .literal: []
      case .placeholder(let placeholder): [placeholder]
      case .bracket(_, let inner, _): placeholders(in: inner)
      }
    }
  }
}

extension GroupTemplate {
  /// Reads the text of a template from left to right.
  private struct Reader {
    let text: [Character]
    var index = 0

    static let closing: [Character: Character] = ["(": ")", "[": "]"]

    mutating func pieces(until close: Character?) throws(Mistake) -> [Piece] {
      var pieces: [Piece] = []
      var literal = ""
      while index < text.count, text[index] != close {
        let character = text[index]
        switch character {
        case "{":
          if !literal.isEmpty { pieces.append(.literal(literal)) }
          literal = ""
          pieces.append(.placeholder(try placeholder()))
        case "}":
          throw Mistake(column: index + 1, reason: "a } without its {")
        case "(", "[":
          let end = Reader.closing[character] ?? character
          let column = index + 1
          index += 1
          let inner = try self.pieces(until: end)
          guard index < text.count else {
            throw Mistake(column: column, reason: "a \(character) without its \(end)")
          }
          index += 1
          if !literal.isEmpty { pieces.append(.literal(literal)) }
          literal = ""
          pieces.append(.bracket(open: character, inner, close: end))
        default:
          literal.append(character)
          index += 1
        }
      }
      return literal.isEmpty ? pieces : pieces + [.literal(literal)]
    }

    private mutating func placeholder() throws(Mistake) -> Placeholder {
      let start = index
      index += 1
      var name = ""
      while index < text.count, text[index] != "}" {
        guard text[index] != "{" else {
          throw Mistake(column: index + 1, reason: "a placeholder inside a placeholder")
        }
        name.append(text[index])
        index += 1
      }
      guard index < text.count else {
        throw Mistake(column: start + 1, reason: "a { without its }")
      }
      index += 1
      let wanted = name.lowercased()
      guard let found = Placeholder.allCases.first(where: { $0.rawValue.lowercased() == wanted })
      else {
        let known = Placeholder.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(column: start + 1, reason: "there is no {\(name)}, only \(known)")
      }
      return found
    }
  }
}

extension GroupTemplate {
  /// What decides to which group a track belongs: equal keys, same group.
  package func key(for track: Track) -> String {
    let placeholders = placeholders
    let namesAlbum = placeholders.contains(.album)
    var parts: [String] = []
    for placeholder in placeholders where !(namesAlbum && placeholder == .date) {
      parts.append(SortKey.folded(value(of: placeholder, in: track) ?? ""))
    }
    if namesAlbum, !placeholders.contains(.albumArtist) {
      // The library's credit holds an album together whose tracks are tagged unevenly.
      parts.append(SortKey.folded(track.albumCredit ?? track.tags.albumArtist ?? ""))
    }
    return parts.joined(separator: "\u{1F}")
  }

  /// The header of a group, from its first track and the years of all of them.
  ///
  /// What is missing takes its brackets and separators along; a group of which nothing is known
  /// is called "Unknown".
  package func text(for track: Track, years: ClosedRange<Int>? = nil) -> String {
    rendered(pieces, track: track, years: years).map { $0.trimmingSpace() } ?? "Unknown"
  }

  /// The text of some pieces, or nil when none of their placeholders has a value.
  ///
  /// A literal joins two values: the one before a missing value goes with it, or the one after
  /// it where nothing came before.
  private func rendered(_ pieces: [Piece], track: Track, years: ClosedRange<Int>?) -> String? {
    var text = ""
    var joint = ""
    var hasValue = false
    var isAfterMissing = false
    for piece in pieces {
      let value: String?
      switch piece {
      case .literal(let literal):
        if !(isAfterMissing && !hasValue) { joint += literal }
        continue
      case .placeholder(let placeholder):
        value = self.value(of: placeholder, in: track, years: years)
      case .bracket(let open, let inner, let close):
        value = rendered(inner, track: track, years: years).map { "\(open)\($0)\(close)" }
      }
      if let value {
        text += joint + value
        hasValue = true
        isAfterMissing = false
        joint = ""
      } else {
        if hasValue { joint = "" }
        isAfterMissing = true
      }
    }
    guard hasValue else { return nil }
    return isAfterMissing ? text : text + joint
  }

  private func value(
    of placeholder: Placeholder, in track: Track, years: ClosedRange<Int>? = nil
  ) -> String? {
    let value: String? =
      switch placeholder {
      case .artist: track.tags.artist
      case .albumArtist: track.albumCredit ?? track.tags.albumArtist ?? track.tags.artist
      case .album: track.tags.album
      case .genre: track.tags.genre
      case .date:
        years.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
          ?? track.tags.year.map(String.init) ?? track.tags.date
      case .folder: track.path.parent?.name
      case .format: track.audio.formatName
      case .bpm:
        track.tags.bpm.map { bpm in
          let low = Int(bpm / 10) * 10
          return "\(low)–\(low + 9)"
        }
      case .key: track.tags.key
      case .rating:
        track.rating == .none ? nil : String(repeating: "★", count: track.rating.stars)
      }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension String {
  fileprivate func trimmingSpace() -> String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

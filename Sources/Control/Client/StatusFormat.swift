package import JSON
internal import Music

/// A line about what plays, as a bar shows it: text with fields in braces, and parts in brackets that
/// are left out where all their fields are empty.
package struct StatusFormat: Equatable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case icon, playback, artist, title, album, chapter, position, duration, left, percent
    case volume, speed, rating, reaction, shuffle, `repeat`, place, count, path

    /// Whether it changes while music plays on.
    fileprivate var moves: Bool {
      switch self {
      case .position, .left, .percent: true
      case .icon, .playback, .artist, .title, .album, .chapter, .duration, .volume, .speed,
        .rating, .reaction, .shuffle, .repeat, .place, .count, .path:
        false
      }
    }
  }

  /// Why a text is no format.
  package struct Mistake: Error, Equatable, Sendable {
    package var reason: String
  }

  private enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
    case group([Part])
  }

  private var parts: [Part] = []

  package static let standard = StatusFormat(parts: [
    .field(.icon), .text(" "), .group([.field(.artist), .text(" – ")]), .field(.title),
    .text("  "), .field(.position), .group([.text("/"), .field(.duration)]),
  ])

  private init(parts: [Part]) { self.parts = parts }

  /// Braces and brackets that are meant come twice.
  package init(_ text: String) throws(Mistake) {
    var reader = Reader(text)
    parts = try reader.parts(isGroup: false)
  }

  /// Whether the line of something that plays changes with the time.
  package var ticks: Bool { Self.moves(parts) }

  private static func moves(_ parts: [Part]) -> Bool {
    parts.contains { part in
      switch part {
      case .text: false
      case .field(let field): field.moves
      case .group(let parts): moves(parts)
      }
    }
  }

  /// The line for a status; empty where nothing is current.
  ///
  /// - Parameter elapsed: the time since the status was told.
  package func line(of status: JSONNode, after elapsed: Duration = .zero) -> String {
    guard status["track"] != nil else { return "" }
    return Self.text(parts, StatusValues(status: status, elapsed: elapsed))
  }

  private static func text(_ parts: [Part], _ values: StatusValues) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .field(let field): return values[field]
      case .group(let parts):
        let isEmpty = parts.allSatisfy { part in
          switch part {
          case .text: true
          case .field(let field): values[field].isEmpty
          case .group: text([part], values).isEmpty
          }
        }
        return isEmpty ? "" : text(parts, values)
      }
    }.joined()
  }
}

extension StatusFormat {
  private struct Reader {
    private var rest: Substring
    private var depth = 0

    init(_ text: String) { rest = text[...] }

    mutating func parts(isGroup: Bool) throws(Mistake) -> [Part] {
      var parts: [Part] = []
      var text = ""
      func flushed() -> [Part] { text.isEmpty ? parts : parts + [.text(text)] }
      while let character = rest.popFirst() {
        if "{}[]".contains(character), rest.first == character {
          rest.removeFirst()
          text.append(character)
          continue
        }
        switch character {
        case "{":
          parts = flushed() + [.field(try field())]
          text = ""
        case "[":
          depth += 1
          guard depth <= 8 else { throw Mistake(reason: "too many [ in each other") }
          parts = flushed() + [.group(try self.parts(isGroup: true))]
          depth -= 1
          text = ""
        case "]" where isGroup: return flushed()
        case "}", "]": throw Mistake(reason: "a \(character) without its other half; twice for one")
        default: text.append(character)
        }
      }
      guard !isGroup else { throw Mistake(reason: "a [ without its ]; twice for one") }
      return flushed()
    }

    private mutating func field() throws(Mistake) -> Field {
      guard let end = rest.firstIndex(of: "}") else {
        throw Mistake(reason: "a { without its }; twice for one")
      }
      let name = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      guard let field = Field(rawValue: name) else {
        let names = Field.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(reason: "there is no field {\(name)}; there are \(names)")
      }
      return field
    }
  }
}

import Music

/// Why the text of a field is no value of its option.
package struct BuildFormMistake: Error, Hashable, Sendable {
  package var reason: String

  init(_ reason: String) { self.reason = reason }
}

extension BuildFormField {
  /// The option whose rules hold for the value; nil where any value will do.
  var option: BuildField? {
    switch self {
    case .name: .name
    case .target: .targetPlaylist
    case .artists: .manualArtists
    case .file: .artistsFile
    case .maxArtists: .maxArtists
    case .limit: .limitPerArtist
    case .maxTracks: .maxTracks
    case .notHeard: .notHeardDays
    case .maxMinutes: .maxMinutes
    case .query: .query
    case .catalogue: .service
    case .service, .dateStamp, .destination, .reuse, .truncate, .libraryArtists, .period,
      .followedArtists, .dedupe, .shuffle, .seed, .arrange, .printTracks, .verbose:
      nil
    }
  }
}

// Options as they are typed into the form. Texts of a session are read by the same rules.
extension BuildFormField {
  /// The separators between names of artists.
  static let artistSeparators: Set<Character> = ["\n", "\r\n", ",", ";"]
  /// Characters of all typed names of artists together; long lists are files.
  static let maximumNames = 20_000
  /// Characters of a path, an id or a seed.
  static let maximumText = 4_400

  /// A name as typed; an empty one is that of `BuildOptions.emptyName`.
  static func name(_ text: String) throws(BuildFormMistake) -> String {
    guard text.count <= BuildOptions.maximumName else {
      throw BuildFormMistake("At most \(BuildOptions.maximumName) characters")
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw BuildFormMistake("A name is one line without control characters") }
    return text
  }

  static func number(
    _ text: String, in range: ClosedRange<Int>
  ) throws(BuildFormMistake) -> Int {
    let text = text.trimmed()
    // `Int` would take a plus sign, too.
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), range.contains(number)
    else {
      throw BuildFormMistake(
        "A whole number from \(range.lowerBound.grouped) to \(range.upperBound.grouped)")
    }
    return number
  }

  /// Nil for an empty text.
  static func optionalNumber(
    _ text: String, in range: ClosedRange<Int>
  ) throws(BuildFormMistake) -> Int? {
    if text.trimmed().isEmpty { return nil }
    return try number(text, in: range)
  }

  /// Nil for an empty text.
  static func seed(_ text: String) throws(BuildFormMistake) -> BuildSeed? {
    let text = text.trimmed()
    guard !text.isEmpty else { return nil }
    do throws(BuildSeedError) {
      return try BuildSeed(parsing: text)
    } catch {
      throw BuildFormMistake(error.reason.prefix(1).uppercased() + error.reason.dropFirst())
    }
  }

  /// A path or an id without blanks around it; nil for an empty one.
  static func text(_ text: String) throws(BuildFormMistake) -> String? {
    guard text.count <= maximumText else {
      throw BuildFormMistake("At most \(maximumText.grouped) characters")
    }
    let text = text.trimmed()
    return text.isEmpty ? nil : text
  }

  /// Names of artists as typed.
  static func names(_ text: String) throws(BuildFormMistake) -> String {
    guard text.count <= maximumNames else {
      throw BuildFormMistake("At most \(maximumNames.grouped) characters; a file may have more")
    }
    return text
  }

  /// A query as typed.
  static func query(_ text: String) throws(BuildFormMistake) -> String {
    do throws(QueryError) {
      _ = try TrackQuery(parsing: text)
    } catch {
      throw BuildFormMistake("Column \(error.column): \(error.reason)")
    }
    return text
  }
}

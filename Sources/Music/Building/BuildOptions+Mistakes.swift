/// An option of a build, as a field of its form.
package enum BuildField: String, CaseIterable, Sendable {
  case name, limitPerArtist, maxArtists, maxTracks, manualArtists, artistsFile, targetPlaylist
  case service, destination, notHeardDays, maxMinutes, query
}

/// A value that an option cannot have.
package struct BuildMistake: Equatable, Sendable {
  package var field: BuildField
  package var reason: String

  package init(field: BuildField, reason: String) {
    (self.field, self.reason) = (field, reason)
  }
}

extension BuildOptions {
  /// Characters of a playlist's name, the day included.
  package static let maximumName = 200
  package static let tracksPerArtist = 0...1_000
  package static let artistCounts = 0...10_000
  package static let trackCounts = 0...100_000
  package static let dayCounts = 1...36_500
  package static let minuteCounts = 1...100_000
  /// Artists that are typed, or in a file.
  package static let maximumArtists = 10_000
  private static let maximumText = 1 << 20
  private static let maximumPath = 4_096
  private static let maximumQuery = 4_096
  private static let maximumIdentifier = 256
  /// Characters of a day and the space before it.
  private static let dateStamp = 11

  /// The values that no build can have, in the order of the fields; empty where all is right.
  package var mistakes: [BuildMistake] {
    BuildField.allCases.compactMap { field in
      mistake(in: field).map { BuildMistake(field: field, reason: $0) }
    }
  }

  /// The reason why a field cannot have its value; nil where it can.
  package func mistake(in field: BuildField) -> String? {
    switch field {
    case .name: nameMistake
    case .limitPerArtist: Self.mistake(limitPerArtist, Self.tracksPerArtist)
    case .maxArtists: Self.mistake(maxArtists, Self.artistCounts)
    case .maxTracks: Self.mistake(maxTracks, Self.trackCounts)
    case .manualArtists: artistsMistake
    case .artistsFile: artistsFile.flatMap { Self.mistake($0, "a path", Self.maximumPath) }
    case .targetPlaylist:
      targetPlaylist.flatMap { Self.mistake($0, "the id of a playlist", Self.maximumIdentifier) }
    case .service: serviceMistake
    case .destination: destinationMistake
    case .notHeardDays: local.notHeardDays.flatMap { Self.mistake($0, Self.dayCounts) }
    case .maxMinutes: local.maxMinutes.flatMap { Self.mistake($0, Self.minuteCounts) }
    case .query:
      local.query.isEmpty ? nil : Self.mistake(local.query, "a query", Self.maximumQuery)
    }
  }

  private var nameMistake: String? {
    if name.utf8.count > Self.maximumText {
      return "a name has at most \(Self.maximumName) characters"
    }
    let name = name.pythonStripped()
    if Self.hasControls(name) { return "a name has no control characters; take them out" }
    let maximum = Self.maximumName - (hasDateStamp ? Self.dateStamp : 0)
    guard name.unicodeScalars.count > maximum else { return nil }
    let day = hasDateStamp ? " beside the day" : ""
    return "a name has at most \(maximum) characters\(day)"
  }

  private var artistsMistake: String? {
    if manualArtists.utf8.count > Self.maximumText {
      return "so many artists fit into an artists file only"
    }
    let count = manualArtistNames.count
    guard count > Self.maximumArtists else { return nil }
    return "at most \(Self.maximumArtists) artists, and these are \(count)"
  }

  private var serviceMistake: String? {
    switch service {
    case .local, .spotify: nil
    case .file(let path): Self.mistake(path, "a path", Self.maximumPath)
    }
  }

  private var destinationMistake: String? {
    switch destination {
    case .playlist: return nil
    case .slot(let number) where !(1...3).contains(number): return "the slots are 1, 2 and 3"
    case .slot, .queue:
      return service == .local
        ? nil : "only tracks of your own library go to a slot or to the queue"
    }
  }

  private static func mistake(_ number: Int, _ range: ClosedRange<Int>) -> String? {
    guard !range.contains(number) else { return nil }
    return "a number from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func mistake(_ text: String, _ subject: String, _ maximum: Int) -> String? {
    if text.isEmpty { return "\(subject) is missing" }
    if text.utf8.count > maximum { return "\(subject) has at most \(maximum) bytes" }
    return hasControls(text) ? "\(subject) has no control characters; take them out" : nil
  }

  /// Control characters, line ends, and marks that turn text around.
  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: JSONEscapes.isEscaped)
  }
}

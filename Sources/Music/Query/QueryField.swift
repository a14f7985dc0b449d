/// The field before a colon in a query.
enum QueryField: Equatable {
  case text(TrackQuery.TextField)
  case number(TrackQuery.NumberField)
  case time(TrackQuery.TimeField)
  case flag(TrackQuery.Flag)
  case key
  case playlist
  /// Music or audiobooks.
  case type

  /// The names of the fields, the printed one first.
  static let names: [(name: String, field: QueryField)] =
    [
      ("title", .text(.title)), ("artist", .text(.artist)), ("album", .text(.album)),
      ("albumartist", .text(.albumArtist)), ("genre", .text(.genre)), ("path", .text(.path)),
      ("notes", .text(.notes)), ("format", .text(.format)), ("year", .number(.year)),
      ("bpm", .number(.bpm)), ("key", .key), ("rating", .number(.rating)),
      ("plays", .number(.plays)), ("duration", .number(.duration)), ("track", .number(.track)),
      ("disc", .number(.disc)), ("bitrate", .number(.bitRate)),
      ("samplerate", .number(.sampleRate)), ("energy", .number(.energy)),
      ("loudness", .number(.loudness)), ("tuning", .number(.tuning)), ("played", .time(.played)),
      ("added", .time(.added)),
      ("modified", .time(.modified)), ("in", .playlist),
      ("type", .type), ("category", .text(.category)), ("tag", .text(.tag)),
      ("collection", .text(.collection)), ("mood", .text(.mood)),
      ("comment", .text(.comment)),
    ] + TrackQuery.Flag.allCases.filter { $0 != .book }.map { ($0.rawValue, .flag($0)) }

  /// Other names that people try.
  private static let aliases: [String: QueryField] = [
    "note": .text(.notes), "codec": .text(.format), "folder": .text(.path),
    "file": .text(.path), "tempo": .number(.bpm), "stars": .number(.rating),
    "length": .number(.duration), "time": .number(.duration), "date": .number(.year),
    "playlist": .playlist, "lufs": .number(.loudness), "analysed": .flag(.analyzed),
    "tags": .text(.tag), "comments": .text(.comment),
  ]

  /// By name, ignoring case.
  init?(_ name: String) {
    let name = name.lowercased()
    let found = QueryField.names.first { $0.name == name }?.field ?? QueryField.aliases[name]
    guard let found else { return nil }
    self = found
  }

  var name: String { QueryField.names.first { $0.field == self }?.name ?? "" }

  /// The most similar names for an unknown one, the best first.
  static func suggestions(for name: String) -> [String] {
    let name = name.lowercased()
    let ranked = names.enumerated().map { order, entry in
      (EditDistance.between(name, entry.name), order, entry.name)
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

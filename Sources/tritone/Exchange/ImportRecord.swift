import Library
import Music

/// The result of an import, as JSON and as text.
struct ImportRecord: Encodable {
  struct Playlist: Encodable {
    var name: String
    var tracks, missing: Int
    /// Whether it was there already, with the same entries.
    var known: Bool
  }

  struct Ambiguous: Encodable {
    var playlist: String?
    var line: Int?
    var text: String
    /// The chosen candidate and the others.
    var taken: String
    var candidates: [String]
  }

  struct Missing: Encodable {
    var playlist: String?
    var line: Int?
    var text, path, reason: String
  }

  struct Problem: Encodable {
    var line: Int?
    var reason: String
  }

  var file: String
  var playlists: [Playlist]
  /// Counts by match method.
  var matched: [String: Int]
  var scanned, streams, cues, ratings: Int
  /// Tracks with new reactions, labels or primary variations, and new comments.
  var labels, comments: Int
  var ambiguous: [Ambiguous] = []
  var missing: [Missing] = []
  var problems: [Problem]

  init(_ report: ImportReport, _ library: Library) async throws {
    file = report.source.text
    playlists = report.playlists.map {
      Playlist(name: $0.name, tracks: $0.tracks, missing: $0.missing, known: $0.isKnown)
    }
    matched = Dictionary(
      uniqueKeysWithValues: report.matched.map { ($0.key.rawValue, $0.value) })
    (scanned, streams) = (report.scanned, report.streams)
    (cues, ratings) = (report.cues, report.ratings)
    (labels, comments) = (report.labels, report.comments)
    problems = report.problems.map { Problem(line: $0.line, reason: $0.reason) }
    let paths = try await ImportRecord.paths(of: report, library)
    for issue in report.issues {
      switch issue.kind {
      case .ambiguous(let ids):
        let names = ids.compactMap { paths[$0] }
        ambiguous.append(
          Ambiguous(
            playlist: issue.playlist, line: issue.line, text: issue.text,
            taken: names.first ?? "", candidates: names))
      case .missing(let path, let reason):
        missing.append(
          Missing(
            playlist: issue.playlist, line: issue.line, text: issue.text, path: path.text,
            reason: reason.rawValue))
      }
    }
  }

  /// The paths of the candidates of ambiguous lines.
  static func paths(of report: ImportReport, _ library: Library) async throws
    -> [TrackID: String]
  {
    var wanted: Set<TrackID> = []
    for case .ambiguous(let ids) in report.issues.map(\.kind) { wanted.formUnion(ids) }
    var found: [TrackID: String] = [:]
    for track in try await library.tracks(Array(wanted)) { found[track.id] = track.source.text }
    return found
  }

  // MARK: In words

  /// The most lines of one kind that are listed; more would bury the result.
  private static let maximumReported = 50

  func lines(isDryRun: Bool) -> [String] {
    let (new, known) = (playlists.filter { !$0.known }, playlists.filter(\.known))
    let tracks = new.reduce(0) { $0 + $1.tracks }
    let name = FilePath(file).name
    let counts =
      new.isEmpty && !known.isEmpty
      ? "nothing"
      : new.count.counted("playlist", .plain) + ", " + tracks.counted("track", .plain)
    var lines = ["\(name): \(isDryRun ? "would import" : "imported") \(counts)"]
    if new.count > 1 || new.contains(where: { $0.name != FilePath(file).stem }) {
      lines += told(new) { "  \($0.name): \($0.tracks.counted("track", .plain))" }
    }
    lines += told(known) {
      "  \($0.name) is there already, with the same \($0.tracks.counted("track", .plain))"
    }
    let ways = MatchMethod.allCases.compactMap { way in
      matched[way.rawValue].map { "\($0) by \(way.rawValue)" }
    }
    if !ways.isEmpty { lines.append("  matched: " + ways.joined(separator: ", ")) }
    if streams > 0 { lines.append("  " + streams.counted("stream", .plain)) }
    if scanned > 0 { lines.append("  new in the library: \(scanned)") }
    if cues + ratings > 0 { lines.append("  new cues: \(cues), new ratings: \(ratings)") }
    if labels + comments > 0 {
      lines.append("  newly labelled: \(labels), new comments: \(comments)")
    }
    if !ambiguous.isEmpty {
      lines.append("  ambiguous: \(ambiguous.count), the first was taken of each")
      lines += told(ambiguous) {
        "    \(ImportRecord.linePrefix($0.line))\($0.text): "
          + $0.candidates.joined(separator: " | ")
      }
    }
    if !missing.isEmpty {
      lines.append("  missing: \(missing.count)")
      lines += told(missing) {
        "    \(ImportRecord.linePrefix($0.line))\($0.text): "
          + ($0.reason == MissingReason.notFound.rawValue ? $0.path : "\($0.path) \($0.reason)")
      }
    }
    if !problems.isEmpty {
      lines.append("  not understood: \(problems.count)")
      lines += told(problems) { "    \(ImportRecord.linePrefix($0.line))\($0.reason)" }
    }
    return lines
  }

  private func told<Value>(_ values: [Value], _ text: (Value) -> String) -> [String] {
    let rest = values.count - ImportRecord.maximumReported
    return values.prefix(ImportRecord.maximumReported).map(text)
      + (rest > 0 ? ["    and \(rest) more; --json prints all"] : [])
  }

  private static func linePrefix(_ line: Int?) -> String { line.map { "line \($0): " } ?? "" }
}

internal import Catalog
internal import GRDB
internal import Music

/// Matches the lines of a document with tracks: by their paths in the database, and the rest by
/// names in the catalog, all at once.
///
/// Lives inside one read, on a thread that may wait for a disk.
struct TrackMatcher {
  private let db: Database
  private let places: DocumentPaths
  private let stop: ScanStop
  private let progress: (ImportProgress) -> Void

  /// Ordinals scanned at once, so that lists need not wait for all.
  private static let stride = 100_000
  /// Lines between two checks for cancellation.
  private static let pace = 2_000

  init(
    _ db: Database, _ places: DocumentPaths, stop: ScanStop,
    progress: @escaping (ImportProgress) -> Void
  ) {
    self.db = db
    self.places = places
    self.stop = stop
    self.progress = progress
  }

  /// A line whose path matches nothing.
  private struct Open {
    var index: Int
    var wanted: WantedTrack
    /// The match where its name matches nothing either.
    var otherwise: TrackMatch
  }

  func matches(of tracks: [DocumentTrack], _ builder: ListBuilder) throws -> [TrackMatch] {
    var matches: [TrackMatch] = []
    matches.reserveCapacity(tracks.count)
    var open: [Open] = []
    for (index, track) in tracks.enumerated() {
      if index % TrackMatcher.pace == 0 {
        try stop.check()
        progress(ImportProgress(.matching, index, of: tracks.count))
      }
      let found = try byPath(track)
      if case .missing(let file) = found, file.reason == .notFound {
        open.append(Open(index: index, wanted: WantedTrack(track), otherwise: found))
      }
      matches.append(found)
    }
    let named = try named(open, builder)
    for (count, line) in open.enumerated() {
      if count % TrackMatcher.pace == 0 { try stop.check() }
      matches[line.index] = TrackMatcher.byName(line.wanted, named) ?? line.otherwise
    }
    progress(ImportProgress(.matching, tracks.count, of: tracks.count))
    return matches
  }

  // MARK: Paths

  private func byPath(_ track: DocumentTrack) throws -> TrackMatch {
    if case .stream(let address) = track.location { return .stream(address) }
    let readings = places.readings(of: track)
    var known: Int64?
    for (path, method) in readings {
      guard let (id, isMissing) = try row(at: path) else { continue }
      if !isMissing { return .matched(TrackID(id), method) }
      // A track gone from this path may have been found elsewhere since.
      known = known ?? id
    }
    let expected = readings.first?.path ?? places.expected(track)
    if known == nil { known = try row(at: expected)?.id }
    for (path, method) in readings {
      switch places.look(at: path) {
      case .audio:
        // A link may lead to a file known by another name.
        if let real = path.resolved, real != path, let (id, isMissing) = try row(at: real),
          !isMissing
        {
          return .matched(TrackID(id), method)
        }
        return .unscanned(path)
      case .other(let reason): return missing(path, known, reason)
      case .nothing: continue
      }
    }
    if let file = places.fileOfSheet(track) {
      if let (id, isMissing) = try row(at: file), !isMissing {
        return .matched(TrackID(id), .relativePath)
      }
      return .unscanned(file)
    }
    return missing(expected, known, .notFound)
  }

  private func missing(_ path: FilePath, _ known: Int64?, _ reason: MissingReason) -> TrackMatch {
    .missing(MissingFile(path: path, track: known.map { TrackID($0) }, reason: reason))
  }

  private func row(at path: FilePath) throws -> (id: Int64, isMissing: Bool)? {
    let statement = try db.cachedStatement(sql: "SELECT id, missing FROM tracks WHERE path = ?")
    return try Row.fetchOne(statement, arguments: [path.data]).map {
      (try $0.value(0), try $0.value(1))
    }
  }

  // MARK: Names

  private func named(_ open: [Open], _ builder: ListBuilder) throws -> NamedTracks {
    var named = NamedTracks()
    for line in open {
      if let name = line.wanted.path.last {
        if line.wanted.path.count > 1 { named.want(end: line.wanted.path) }
        named.want(stemOf: name)
      }
      named.want(title: line.wanted.title)
    }
    guard !named.isEmpty else { return named }
    var start = 0
    while true {
      try stop.check()
      let (filled, isLast) = try builder.use { catalog in
        let end = min(catalog.count, start + TrackMatcher.stride)
        var filled = named
        filled.add(start..<max(start, end), of: catalog)
        return (filled, end >= catalog.count)
      }
      named = filled
      guard !isLast else { break }
      start += TrackMatcher.stride
    }
    named.sort()
    return named
  }

  private static func byName(_ wanted: WantedTrack, _ named: NamedTracks) -> TrackMatch? {
    if let name = wanted.path.last {
      if wanted.path.count > 1 {
        let found = named.tracks(end: wanted.path, near: wanted.duration)
        if let match = byEnd(found, wanted) { return match }
      }
      let found = named.tracks(stemOf: name, near: wanted.duration)
      let same = found.filter { $0.name == name && wanted.mayBe($0) }
      if let match = match(same, wanted, .name) { return match }
      // The same recording in another format has another extension, and the same length.
      let others = found.filter { $0.name != name && wanted.duration != nil && wanted.isLike($0) }
      if let match = match(others, wanted, .name) { return match }
    }
    guard !wanted.title.isEmpty else { return nil }
    let found = named.tracks(title: wanted.title, near: wanted.duration).filter {
      wanted.artist.isEmpty
        ? wanted.duration != nil && wanted.isLike($0)
        : $0.artist == wanted.artist && wanted.mayBe($0)
    }
    return match(found, wanted, .title)
  }

  /// Among those in a folder of the same name, the ones whose paths agree longest.
  private static func byEnd(_ found: [NamedTracks.Candidate], _ wanted: WantedTrack) -> TrackMatch?
  {
    let fitting = found.filter { wanted.mayBe($0) || wanted.agreement(with: $0) > 2 }
    let longest = fitting.map { wanted.agreement(with: $0) }.max() ?? 0
    guard longest > 1 else { return nil }
    let best = fitting.filter { wanted.agreement(with: $0) == longest }
    let alike = best.filter(wanted.mayBe)
    return match(alike.isEmpty ? best : alike, wanted, .pathEnd)
  }

  /// The one that matches, or several; equal titles decide between these.
  private static func match(
    _ found: [NamedTracks.Candidate], _ wanted: WantedTrack, _ method: MatchMethod
  ) -> TrackMatch? {
    guard let first = found.first else { return nil }
    if found.count == 1 { return .matched(TrackID(first.id), method) }
    let titled = found.filter {
      !wanted.title.isEmpty && $0.title == wanted.title
        && (wanted.artist.isEmpty || $0.artist == wanted.artist)
    }
    if titled.count == 1, let only = titled.first { return .matched(TrackID(only.id), method) }
    // Copies of one recording are not told apart by length.
    let ranked = (titled.isEmpty ? found : titled).sorted { wanted.rank($0) < wanted.rank($1) }
    return .ambiguous(ranked.prefix(ImportPlan.maximumCandidates).map { TrackID($0.id) })
  }
}

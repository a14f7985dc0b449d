import FoundationEssentials
internal import GRDB
internal import Music

/// Writes the contents of a plan, inside one transaction.
struct PlaylistImporter {
  let db: Database
  private let plan: ImportPlan
  private let scanned: ScannedFiles
  private let options: ImportOptions
  private let stop: ScanStop
  private let progress: (ImportProgress) -> Void
  private let total: Int
  private var done = 0
  private var report: ImportReport
  private var names: PlaylistNames
  private var missing: MissingTracks
  private var marks: ImportedMarks

  private static let pace = 2_000

  init(
    _ db: Database, _ plan: ImportPlan, scanned: ScannedFiles, _ options: ImportOptions,
    stop: ScanStop, progress: @escaping (ImportProgress) -> Void
  ) throws {
    self.db = db
    self.plan = plan
    self.scanned = scanned
    self.options = options
    self.stop = stop
    self.progress = progress
    total = plan.matches.reduce(plan.collection.count) { $0 + $1.count }
    report = ImportReport(source: plan.source)
    report.problems = plan.document.problems
    names = try PlaylistNames(db)
    missing = try MissingTracks(db, places: DocumentPaths(of: plan.source))
    marks = ImportedMarks(db)
  }

  mutating func run() throws -> ImportReport {
    if let merging = options.merging { try remove(merging) }
    var number = 0
    let outer = try options.folder.map { try folder(named: $0, in: nil) }
    try write(plan.document.items, in: outer, depth: 0, &number)
    try fillSlots()
    for (track, match) in zip(plan.document.collection, plan.collection) {
      try step()
      // A missing track outside of playlists is nobody's loss.
      let id: TrackID? =
        switch match {
        case .matched(let id, _): id
        case .ambiguous(let ids): ids.first
        case .unscanned(let path): scanned.tracks[path]
        case .stream, .missing: nil
        }
      if let id { try marks.apply(track, for: try db.current(id)) }
    }
    try marks.gatherVariations(from: plan.source)
    report.cues = marks.cues
    report.ratings = marks.ratings
    report.labels = marks.labelled
    report.comments = marks.comments
    report.scanned = scanned.tracks.count
    if marks.cues + marks.ratings + marks.labelled + marks.comments > 0 {
      try db.bumpRevision(.marks)
    }
    progress(ImportProgress(.writing, total, of: total))
    if options.merging != nil {
      var revision = try ListRevision(db)
      // The edit itself counts at its end.
      revision.lists += 1
      report.revision = revision
    }
    return report
  }

  private mutating func remove(_ merging: ImportOptions.Merging) throws {
    guard try ListRevision(db) == merging.revision else { throw LibraryError.changedMeanwhile }
    for name in merging.removed {
      guard let playlist = names.replaceable(name) else { continue }
      try db.execute(sql: "DELETE FROM playlists WHERE id = ?", arguments: [playlist.id])
      names.remove(playlist.name)
    }
  }

  /// Assigns the mix slots as in the document: empty ones, or all where the import replaces.
  private func fillSlots() throws {
    for (slot, index) in plan.document.slots where report.playlists.indices.contains(index) {
      try db.execute(
        sql: "UPDATE slots SET playlist = ?1 WHERE slot = ?2 AND (playlist IS NULL OR ?3)",
        arguments: [report.playlists[index].id.rawValue, slot.rawValue, options.replaces])
    }
  }

  private mutating func step() throws {
    if done % PlaylistImporter.pace == 0 {
      try stop.check()
      progress(ImportProgress(.writing, done, of: total))
    }
    done += 1
  }

  // MARK: Folders and playlists

  private mutating func write(
    _ items: [PlaylistDocument.Item], in outer: Int64?, depth: Int, _ number: inout Int
  ) throws {
    for item in items {
      switch item {
      case .folder(let name, let inner):
        let inside =
          depth < PlaylistDocument.maximumDepth ? try folder(named: name, in: outer) : outer
        try write(inner, in: inside, depth: depth + 1, &number)
      case .playlist(let playlist):
        defer { number += 1 }
        guard plan.matches.indices.contains(number) else { continue }
        try write(playlist, plan.matches[number], in: outer)
      }
    }
  }

  /// The folder of a name, created when there is none.
  private func folder(named text: String, in outer: Int64?) throws -> Int64 {
    let name = PlaylistNames.tidied(text) ?? "Imported"
    let wanted = SortKey.folded(name)
    let known = try Row.fetchAll(
      db, sql: "SELECT id, name FROM playlist_folders WHERE parent IS ? ORDER BY id",
      arguments: [outer])
    let folder = try known.first { SortKey.folded(try $0.value(1)) == wanted }
    if let folder { return try folder.value(0) }
    try db.execute(
      sql: "INSERT INTO playlist_folders (name, parent) VALUES (?, ?)", arguments: [name, outer])
    return db.lastInsertedRowID
  }

  private mutating func write(
    _ playlist: DocumentPlaylist, _ matches: [TrackMatch], in folder: Int64?
  ) throws {
    let isOnly = plan.matches.count == 1
    let wanted =
      (isOnly ? options.name : nil).flatMap(PlaylistNames.tidied)
      ?? playlist.name.flatMap(PlaylistNames.tidied)
      ?? PlaylistNames.tidied(plan.source.stem) ?? "Imported"
    let before = report.issues.count
    let entries = try entries(of: playlist, matches, named: wanted)
    let id: Int64
    let name: String
    var isKnown = false
    if options.replaces, let known = names.replaceable(wanted) {
      (id, name) = known
      try db.execute(sql: "DELETE FROM entries WHERE playlist = ?", arguments: [id])
    } else if !options.replaces, let known = try same(entries, named: wanted) {
      (id, name, isKnown) = (known.id, known.name, true)
    } else {
      let now = Date.now.unixSeconds
      name = names.free(wanted)
      try db.execute(
        sql: "INSERT INTO playlists (name, folder, created, modified) VALUES (?, ?, ?, ?)",
        arguments: [name, folder, now, now])
      id = db.lastInsertedRowID
    }
    names.insert(name, id)
    for index in before..<report.issues.count { report.issues[index].playlist = name }
    let lost = report.issues[before...].count {
      if case .missing = $0.kind { true } else { false }
    }
    report.playlists.append(
      ImportReport.Imported(
        id: PlaylistID(id), name: name, tracks: playlist.tracks.count, missing: lost,
        isKnown: isKnown))
    guard !isKnown else { return }
    try describe(playlist, id)
    report.noteTemplate(of: playlist, named: name)
    try ImportedEntry.write(entries, to: id, db)
  }

  /// The entries of a playlist of the document, whose tracks are marked as it says.
  private mutating func entries(
    of playlist: DocumentPlaylist, _ matches: [TrackMatch], named name: String
  ) throws -> [ImportedEntry] {
    let presence = try db.cachedStatement(sql: "SELECT 1 FROM tracks WHERE id = ?")
    var entries: [ImportedEntry] = []
    for (index, (track, match)) in zip(playlist.tracks, matches).enumerated() {
      try step()
      guard let found = try resolve(track, match, in: name) else { continue }
      // A scan may have merged the track into another one since the plan was built.
      var id = try db.current(TrackID(found))
      if try Int.fetchOne(presence, arguments: [id]) == nil {
        // The track has left the library since the plan.
        id = try miss(track, missing.places.expected(track), .notFound, in: name)
      }
      entries.append(ImportedEntry(track, id: id, position: index + 1))
      try marks.apply(track, for: id)
    }
    return entries
  }

  /// A playlist of a name, or of it with a number, that has the same entries already.
  private mutating func same(_ entries: [ImportedEntry], named wanted: String) throws
    -> (id: Int64, name: String)?
  {
    try names.namesakes(wanted).first { try ImportedEntry.are(entries, in: $0.id, db) }
  }

  /// Sets the details that the document has; of a merged playlist also those that it lacks.
  private func describe(_ playlist: DocumentPlaylist, _ id: Int64) throws {
    // A template that this version cannot parse would never group.
    let template = playlist.readableTemplate
    try db.execute(
      sql: """
        UPDATE playlists SET notes = iif(?2 = '' AND NOT ?7, notes, ?2),
          color = iif(?7, ?3, coalesce(?3, color)),
          target_bpm = iif(?7, ?4, coalesce(?4, target_bpm)),
          template = iif(?5 = '' AND NOT ?7, template, ?5), modified = ?6
        WHERE id = ?1
        """,
      arguments: [
        id, playlist.notes, playlist.color, playlist.targetBPM.flatMap { $0 > 0 ? $0 : nil },
        template ?? "", Date.now.unixSeconds, options.merging != nil,
      ])
  }

  // MARK: Tracks

  /// The track of a line, or a new missing track; nil for a line that can never be a track.
  private mutating func resolve(_ track: DocumentTrack, _ match: TrackMatch, in playlist: String)
    throws -> Int64?
  {
    switch match {
    case .matched(let id, let way):
      report.matched[way, default: 0] += 1
      return id.rawValue
    case .ambiguous(let ids):
      guard let best = ids.first else { return try miss(track, .notFound, in: playlist) }
      note(track, .ambiguous(ids), in: playlist)
      return best.rawValue
    case .unscanned(let path):
      guard let id = scanned.tracks[path] else {
        let reason: MissingReason = scanned.left.contains(path) ? .outside : .notAudio
        return try miss(track, path, reason, in: playlist)
      }
      report.matched[.path, default: 0] += 1
      return id.rawValue
    case .stream(let address):
      report.streams += 1
      return try db.stream(address, title: track.title)
    case .missing(let file):
      guard file.reason != .itself, file.reason != .playlist else {
        note(track, .missing(file.path, file.reason), in: playlist)
        return nil
      }
      guard let known = file.track else {
        return try miss(track, file.path, file.reason, in: playlist)
      }
      note(track, .missing(file.path, file.reason), in: playlist)
      return known.rawValue
    }
  }

  private mutating func miss(
    _ track: DocumentTrack, _ reason: MissingReason, in playlist: String
  ) throws -> Int64 {
    try miss(track, missing.places.expected(track), reason, in: playlist)
  }

  private mutating func miss(
    _ track: DocumentTrack, _ path: FilePath, _ reason: MissingReason, in playlist: String
  ) throws -> Int64 {
    note(track, .missing(path, reason), in: playlist)
    return try missing.track(track, at: path)
  }

  private mutating func note(
    _ track: DocumentTrack, _ kind: ImportReport.Issue.Kind, in playlist: String
  ) {
    report.issues.append(
      ImportReport.Issue(playlist: playlist, line: track.line, text: track.text, kind: kind))
  }
}

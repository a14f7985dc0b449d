package import Music

/// The result of an import.
package struct ImportReport: Equatable, Sendable {
  /// A playlist that was created or filled, or was there already.
  package struct Imported: Equatable, Sendable {
    package var id: PlaylistID
    package var name: String
    /// Lines of the document for the playlist.
    package var tracks: Int
    /// Lines whose files are missing, and those that name a playlist and got no entry.
    package var missing: Int
    /// Whether it was left as it is, since it has these entries already.
    package var isKnown = false
  }

  /// A line that the user should know about.
  package struct Issue: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      /// The first of these was chosen.
      case ambiguous([TrackID])
      case missing(FilePath, MissingReason)
    }

    /// The name given to the playlist; nil for tracks in none.
    package var playlist: String?
    /// From 1; nil where the format has no lines.
    package var line: Int?
    /// The document's name for the track.
    package var text: String
    package var kind: Kind
  }

  package var source: FilePath
  package var playlists: [Imported] = []
  /// Entries by match method.
  package var matched: [MatchMethod: Int] = [:]
  /// Files scanned into the library for the import, and entries that are streams.
  package var scanned = 0
  package var streams = 0
  /// Cues and ratings added to tracks.
  package var cues = 0
  package var ratings = 0
  /// Tracks with new reactions, labels or primary variations, and new comments.
  package var labels = 0
  package var comments = 0
  /// Ambiguous and missing ones, in the order of the document.
  package var issues: [Issue] = []
  /// Lines and group templates that could not be parsed.
  package var problems: [DocumentProblem] = []
  /// Group templates among them.
  var unreadTemplates = 0

  /// The revision after a merge; nil for an import.
  package var revision: ListRevision?

  package init(source: FilePath) { self.source = source }

  package var tracks: Int { playlists.reduce(0) { $0 + $1.tracks } }
  package var missing: Int { playlists.reduce(0) { $0 + $1.missing } }
}

extension ImportReport {
  /// Reported templates; a document may have as many as playlists.
  private static let maximumTemplates = 1_000

  /// Reports why a playlist's grouping was not imported; nothing where it was.
  mutating func noteTemplate(of playlist: DocumentPlaylist, named name: String) {
    do {
      _ = try GroupTemplate(playlist.template)
    } catch {
      unreadTemplates += 1
      guard unreadTemplates <= ImportReport.maximumTemplates else { return }
      let source =
        playlist.template.count > 80
        ? playlist.template.prefix(80) + "…" : playlist.template[...]
      problems.append(
        DocumentProblem(
          reason: "\(name) is not grouped: the group template \(source) cannot be read, "
            + "column \(error.column): \(error.reason)"))
    }
  }
}

extension DocumentPlaylist {
  /// The source of its group template; nil where this version cannot read it.
  var readableTemplate: String? {
    do { return try GroupTemplate(template).source } catch { return nil }
  }
}

extension DocumentTrack {
  /// The name in a report: artist and title, or the expected path.
  package var text: String {
    if let title { return (artist.map { $0 + " — " } ?? "") + title }
    switch location {
    case .file(let path): return path.name
    case .stream(let address): return address.text
    case .unknown(let name): return name ?? artist ?? "a track without a name"
    }
  }
}

extension ImportPlan {
  /// The report of a dry run.
  package var preview: ImportReport {
    var report = ImportReport(source: source)
    report.problems = document.problems
    for (playlist, tracks) in zip(document.playlists, matches) {
      let name = playlist.name ?? source.stem
      var missing = 0
      for (track, match) in zip(playlist.tracks, tracks) {
        func note(_ kind: ImportReport.Issue.Kind) {
          report.issues.append(
            ImportReport.Issue(playlist: name, line: track.line, text: track.text, kind: kind))
        }
        switch match {
        case .matched(_, let way): report.matched[way, default: 0] += 1
        case .ambiguous(let ids): note(.ambiguous(ids))
        case .unscanned: report.scanned += 1
        case .stream: report.streams += 1
        case .missing(let file):
          missing += 1
          note(.missing(file.path, file.reason))
        }
      }
      report.noteTemplate(of: playlist, named: name)
      report.playlists.append(
        ImportReport.Imported(
          id: PlaylistID(0), name: name, tracks: tracks.count, missing: missing))
    }
    return report
  }
}

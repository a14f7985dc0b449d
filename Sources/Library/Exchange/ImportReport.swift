package import Music

/// What an import did.
package struct ImportReport: Equatable, Sendable {
  /// A playlist that was made or filled.
  package struct Imported: Equatable, Sendable {
    package var id: PlaylistID
    package var name: String
    /// Lines that the document has for it.
    package var tracks: Int
    /// Those whose files are not there, and those that name a playlist and got no entry.
    package var missing: Int
  }

  /// A line that the user should know about.
  package struct Finding: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      /// The first was taken of these.
      case ambiguous([TrackID])
      case missing(FilePath, MissingReason)
    }

    /// The name that the playlist got; nil for what is in none.
    package var playlist: String?
    /// From 1; nil where the format has no lines.
    package var line: Int?
    /// What the document calls the track.
    package var text: String
    package var kind: Kind
  }

  package var source: FilePath
  package var playlists: [Imported] = []
  /// Entries by how their tracks were found.
  package var matched: [MatchMethod: Int] = [:]
  /// Files that became part of the library for it, and entries that are streams.
  package var scanned = 0
  package var streams = 0
  /// Cues and ratings that tracks got.
  package var cues = 0
  package var ratings = 0
  /// Ambiguous and missing ones, in the order of the document.
  package var findings: [Finding] = []
  /// Lines and group templates that were not understood.
  package var problems: [DocumentProblem] = []
  /// Group templates among them.
  var unreadTemplates = 0

  package init(source: FilePath) { self.source = source }

  package var tracks: Int { playlists.reduce(0) { $0 + $1.tracks } }
  package var missing: Int { playlists.reduce(0) { $0 + $1.missing } }
}

extension ImportReport {
  /// Templates that are told of; a document may have as many as playlists.
  private static let maximumTemplates = 1_000

  /// Says that a playlist is not grouped as the document has it, and why; nothing of one that is.
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
  /// What it is called in a report: its artist and title, or where it should be.
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
  /// What an import would say, without its doing anything.
  package var preview: ImportReport {
    var report = ImportReport(source: source)
    report.problems = document.problems
    for (playlist, tracks) in zip(document.playlists, matches) {
      let name = playlist.name ?? source.stem
      var missing = 0
      for (track, match) in zip(playlist.tracks, tracks) {
        func note(_ kind: ImportReport.Finding.Kind) {
          report.findings.append(
            ImportReport.Finding(playlist: name, line: track.line, text: track.text, kind: kind))
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

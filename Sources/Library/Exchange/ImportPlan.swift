package import Music

/// The plan of an import: for each track in a document, the track of the library it matches.
package struct ImportPlan: Equatable, Sendable {
  /// The path of the document.
  package var source: FilePath
  package var document: PlaylistDocument
  /// By playlist, in the order of `document.playlists`, and by its tracks.
  package var matches: [[TrackMatch]]
  /// Matches of the tracks that are in no playlist.
  package var collection: [TrackMatch]
}

/// The match of a document's track in the library.
package enum TrackMatch: Equatable, Sendable {
  case matched(TrackID, MatchMethod)
  /// Several match, the best first; at most `ImportPlan.maximumCandidates`.
  case ambiguous([TrackID])
  /// An existing file that the library does not know: the import scans it.
  case unscanned(FilePath)
  case stream(StreamAddress)
  /// Nothing matches.
  case missing(MissingFile)
}

/// A track of a document that nothing in the library matches.
package struct MissingFile: Equatable, Sendable {
  /// The expected path of the file.
  package var path: FilePath
  /// The missing track at that path, if there is one already.
  package var track: TrackID?
  package var reason: MissingReason

  package init(path: FilePath, track: TrackID?, reason: MissingReason) {
    self.path = path
    self.track = track
    self.reason = reason
  }
}

/// How a track was matched, the surest first.
package enum MatchMethod: String, Sendable, CaseIterable {
  case path
  case relativePath = "relative path"
  /// The ends of two paths agree, the folder included.
  case pathEnd = "end of path"
  case name = "file name"
  case title = "artist and title"
}

/// Why there is no track for a line.
package enum MissingReason: String, Sendable {
  case notFound = "not found"
  case itself = "names the playlist file itself"
  case playlist = "names another playlist file"
  case notAudio = "not a file with music in it"
  case unreadable = "cannot be read"
  case outside = "outside of the library; tritone scan its folder"
}

extension ImportPlan {
  /// Candidates offered for one line.
  package static let maximumCandidates = 8
  /// Tolerance between durations of one recording: programs round them.
  package static let tolerance: Duration = .seconds(2)
}

/// Progress of an import.
package struct ImportProgress: Equatable, Sendable {
  package enum Phase: String, Sendable {
    case matching, scanning, writing
  }

  package var phase: Phase
  package var done: Int
  package var total: Int

  package init(_ phase: Phase, _ done: Int, of total: Int) {
    self.phase = phase
    self.done = done
    self.total = total
  }
}

/// Where and how playlists are imported.
package struct ImportOptions: Equatable, Sendable {
  /// Whether a playlist of the same name is replaced instead of staying beside it.
  package var replaces: Bool
  /// The name of the folder for the playlists, created when there is none.
  package var folder: String?
  /// The name of a document's only playlist, overriding the document's.
  package var name: String?
  /// For a document that was merged with the library; nil for others.
  package var merging: Merging?

  /// The rest of a merge.
  package struct Merging: Equatable, Sendable {
    /// Names of playlists that leave.
    package var removed: [String]
    /// The revision that was merged with: `.changedMeanwhile` is thrown if there is another by now.
    package var revision: ListRevision

    package init(removed: [String], revision: ListRevision) {
      self.removed = removed
      self.revision = revision
    }
  }

  package init(
    replaces: Bool = false, folder: String? = nil, name: String? = nil, merging: Merging? = nil
  ) {
    self.replaces = replaces
    self.folder = folder
    self.name = name
    self.merging = merging
  }
}

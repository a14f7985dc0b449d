package import Music

/// What an import would do: for each track that a document names, the track that it is here.
package struct ImportPlan: Equatable, Sendable {
  /// Where the document is.
  package var source: FilePath
  package var document: PlaylistDocument
  /// By playlist, in the order of `document.playlists`, and by its tracks.
  package var matches: [[TrackMatch]]
  /// Of the tracks that are in no playlist.
  package var collection: [TrackMatch]
}

/// What a track of a document is in the library.
package enum TrackMatch: Equatable, Sendable {
  case matched(TrackID, MatchMethod)
  /// Several fit, the best first; at most `ImportPlan.mostCandidates`.
  case ambiguous([TrackID])
  /// A file that is there and of which the library knows nothing: the import scans it.
  case unscanned(FilePath)
  case stream(StreamAddress)
  /// Nothing fits.
  case missing(MissingFile)
}

/// A track of a playlist's file for which nothing in the library fits.
package struct MissingFile: Equatable, Sendable {
  /// Where it should be.
  package var path: FilePath
  /// The track that stands for what is missing there, if there is one already.
  package var track: TrackID?
  package var reason: MissingReason

  package init(path: FilePath, track: TrackID?, reason: MissingReason) {
    self.path = path
    self.track = track
    self.reason = reason
  }
}

/// By what a track was found, the surest first.
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
  /// Tracks that are offered for one line.
  package static let maximumCandidates = 8
  /// How far durations of one recording may differ: programs round them.
  package static let tolerance: Duration = .seconds(2)
}

/// How far an import has come.
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
  /// Whether a playlist of the same name gets the document's contents instead of staying beside it.
  package var replaces: Bool
  /// The name of the folder of playlists they go into, which is made when there is none.
  package var folder: String?
  /// What a document's only playlist is called, whatever the document says.
  package var name: String?

  package init(replaces: Bool = false, folder: String? = nil, name: String? = nil) {
    self.replaces = replaces
    self.folder = folder
    self.name = name
  }
}

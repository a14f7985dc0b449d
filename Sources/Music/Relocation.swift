/// Where a track whose file is gone may be found again.
package struct Relocation: Equatable, Sendable {
  /// What speaks for a file, the strongest first.
  package enum Evidence: Int, Sendable, Comparable, CaseIterable {
    /// The same audio.
    case audioHash
    /// The same file name and length.
    case name
    /// The same artist, title and length.
    case tags
    /// Others of its folder were found in the folder that it is in.
    case folder

    package static func < (left: Evidence, right: Evidence) -> Bool {
      left.rawValue < right.rawValue
    }

    package var text: String {
      switch self {
      case .audioHash: "same audio"
      case .name: "same name and length"
      case .tags: "same title and length"
      case .folder: "moved with its folder"
      }
    }
  }

  package struct Candidate: Equatable, Sendable {
    package var track: TrackID
    package var path: FilePath
    package var evidence: Evidence

    package init(track: TrackID, path: FilePath, evidence: Evidence) {
      self.track = track
      self.path = path
      self.evidence = evidence
    }
  }

  /// A track that is missing, and the one that it is to become.
  package struct Move: Hashable, Sendable {
    package var from: TrackID
    package var to: TrackID

    package init(from: TrackID, to: TrackID) {
      self.from = from
      self.to = to
    }
  }

  package var track: TrackID
  package var path: FilePath
  package var title: String
  /// At least one, the best first.
  package var candidates: [Candidate]
  /// Whether nothing tells the best one from another.
  package var isAmbiguous: Bool
  /// Whether the best one may be taken unasked.
  package var isSure: Bool

  package init(
    track: TrackID, path: FilePath, title: String, candidates: [Candidate],
    isAmbiguous: Bool = false, isSure: Bool = true
  ) {
    self.track = track
    self.path = path
    self.title = title
    self.candidates = candidates
    self.isAmbiguous = isAmbiguous
    self.isSure = isSure
  }
}

/// What was found of the tracks that are missing.
package struct RelocationPlan: Equatable, Sendable {
  /// In the order of their old paths.
  package var relocations: [Relocation]
  /// The old paths of those that were not found.
  package var unfound: [FilePath]

  package init(relocations: [Relocation] = [], unfound: [FilePath] = []) {
    self.relocations = relocations
    self.unfound = unfound
  }

  /// What may be done unasked.
  package var sureMoves: [Relocation.Move] {
    relocations.compactMap { relocation in
      guard relocation.isSure, let best = relocation.candidates.first else { return nil }
      return Relocation.Move(from: relocation.track, to: best.track)
    }
  }
}

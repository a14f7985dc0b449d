/// Candidates for a missing track.
package struct Relocation: Equatable, Sendable {
  /// The evidence for a file, the strongest first.
  package enum Evidence: Int, Sendable, Comparable, CaseIterable {
    /// The same audio hash.
    case audioHash
    /// The same file name and length.
    case name
    /// The same artist, title and length.
    case tags
    /// The candidate is in the folder where others of the missing track's folder were found.
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

  /// A missing track, and the one it is to be merged into.
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
  /// Whether several candidates are equally good.
  package var isAmbiguous: Bool
  /// Whether the best one may be used without asking.
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

/// Candidates for the missing tracks.
package struct RelocationPlan: Equatable, Sendable {
  /// In the order of their old paths.
  package var relocations: [Relocation]
  /// The old paths of those without a candidate.
  package var unfound: [FilePath]

  package init(relocations: [Relocation] = [], unfound: [FilePath] = []) {
    self.relocations = relocations
    self.unfound = unfound
  }

  /// Moves that need no confirmation.
  package var sureMoves: [Relocation.Move] {
    relocations.compactMap { relocation in
      guard relocation.isSure, let best = relocation.candidates.first else { return nil }
      return Relocation.Move(from: relocation.track, to: best.track)
    }
  }
}

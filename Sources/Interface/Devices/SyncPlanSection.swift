import Music

/// The items of one kind in a plan, with the totals of those that are taken in.
package struct SyncPlanSection: Equatable, Sendable {
  package enum Kind: CaseIterable, Sendable {
    case new, replaced, moved, removed, taken, known, leftOut, marks, playlists, conflicts, notes
  }

  package let kind: Kind
  /// Indices in the plan, of its items or else of its conflicts or notes.
  let indices: [Int]
  package internal(set) var isOpen: Bool
  /// The count of those that are taken in, and their bytes.
  package internal(set) var included = 0
  var bytes: Int64 = 0

  var count: Int { indices.count }

  /// Whether its rows can be left out.
  var isChoice: Bool { kind != .conflicts && kind != .notes }
}

extension SyncPlanSection.Kind {
  init(_ action: SyncAction) {
    switch action {
    case .copy: self = .new
    case .replace: self = .replaced
    case .move: self = .moved
    case .remove: self = .removed
    case .take: self = .taken
    case .adopt: self = .known
    case .exclude: self = .leftOut
    case .marks: self = .marks
    case .playlist: self = .playlists
    }
  }

  /// The heading, with the device's name where that says where things go.
  func title(_ device: String) -> String {
    switch self {
    case .new: "New on \(device)"
    case .replaced: "Replaced, changed here since"
    case .moved: "Moved to another name"
    case .removed: "Removed from \(device), no longer chosen"
    case .taken: "Into the library from \(device)"
    case .known: "On both sides already"
    case .leftOut: "Removed there by hand, and not copied again"
    case .marks: "Plays, ratings and favourites"
    case .playlists: "Playlists"
    case .conflicts: "Changed on both sides"
    case .notes: "Left as it is"
    }
  }

  /// After a number in the totals: "12 new"; nil for a kind that changes no music.
  func total(_ count: Int) -> String? {
    switch self {
    case .new: "\(count.grouped) new"
    case .replaced: "\(count.grouped) replaced"
    case .moved: "\(count.grouped) moved"
    case .removed: "\(count.grouped) removed"
    case .taken: "\(count.grouped) from there"
    case .marks: count.counted("track") + " marked"
    case .playlists: count.counted("playlist")
    case .conflicts: count.counted("conflict")
    case .known, .leftOut, .notes: nil
    }
  }
}

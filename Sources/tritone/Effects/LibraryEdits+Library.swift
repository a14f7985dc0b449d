import FoundationEssentials
import Interface
import Library
import Music

/// Edits of the library's tracks and folders themselves.
extension LibraryEdits {
  func perform(_ edit: LibraryEdit) async throws -> Event? {
    switch edit {
    case .relocate(let moves):
      let count = try await library.relocate(moves)
      guard count > 0 else { return .failed("Nothing is as it was when it was found: look again") }
      return .entries(.relocated(moves))
    case .removeRoots(let paths):
      return .done(.library(.rootsRemoved(try await library.removeRoots(paths))))
    case .dismissRecovery:
      try await library.dismissRecovery()
      return nil
    case .recordPlay(let track):
      try await library.recordPlay(of: track, at: Int64(Date().timeIntervalSince1970))
      return nil
    case .recordFault(let track, let reason):
      // A file on an absent drive is not faulty.
      if reason != nil, let root = try await library.absentRoot(of: track) {
        return .failed("The drive with \(root.text) is not there")
      }
      try await library.markFault(reason, of: track)
      return nil
    case .forgetMissing(let selection):
      var tracks: [TrackID]?
      if let selection { tracks = try await library.trackIDs(of: selection) }
      let (count, isUndoable) = try await library.forgetMissing(tracks)
      return .done(.library(.missingForgotten(count, isUndoable: isUndoable)))
    }
  }
}

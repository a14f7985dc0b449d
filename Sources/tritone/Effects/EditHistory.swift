import Interface
import Library
import Synchronization

/// Undo and redo across queue and library, in the order of the edits. The library stores its own
/// steps; those of the queue belong to the interface, which gets the one to undo.
final class EditHistory: Sendable {
  private let library: Library
  /// Gets the moves in shared playlists that were undone or redone.
  private let follow: @Sendable ([SharedReorder]) -> Void
  private let edits = Mutex(EditTimeline())

  init(library: Library, follow: @escaping @Sendable ([SharedReorder]) -> Void = { _ in }) {
    (self.library, self.follow) = (library, follow)
  }

  func perform(_ order: HistoryEffect) async throws -> Event? {
    switch order {
    case .noteQueueEdit(let number):
      let ends = try await library.historyEnds()
      edits.withLock { $0.record(number, after: ends.latest) }
      return nil
    case .restoreQueueEdit(let edit):
      edits.withLock { $0.revertUndo(edit) }
      return nil
    case .undo:
      let ends = try await library.historyEnds()
      if let edit = edits.withLock({ $0.undo(step: ends.latest, nextStep: ends.next) }) {
        return .queue(.editUndone(edit))
      }
      return .done(.history(.undone(told(try await library.undoStep()))))
    case .redo:
      let ends = try await library.historyEnds()
      if let edit = edits.withLock({ $0.redo(step: ends.latest, nextStep: ends.next) }) {
        return .queue(.editRedone(edit))
      }
      return .done(.history(.redone(told(try await library.redoStep()))))
    }
  }

  /// The name of a step, whose moves are told.
  private func told(_ step: FlippedStep?) -> String? {
    if let reorders = step?.reorders, !reorders.isEmpty { follow(reorders) }
    return step?.name
  }
}

import Interface
import Library
import Synchronization

/// Undo and redo across queue and library, in the order of the edits. The library stores its own
/// steps; those of the queue belong to the interface, which gets the one to undo.
final class EditHistory: Sendable {
  private let library: Library
  private let edits = Mutex(EditTimeline())

  init(library: Library) { self.library = library }

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
      return .done(.history(.undone(try await library.undo())))
    case .redo:
      let ends = try await library.historyEnds()
      if let edit = edits.withLock({ $0.redo(step: ends.latest, nextStep: ends.next) }) {
        return .queue(.editRedone(edit))
      }
      return .done(.history(.redone(try await library.redo())))
    }
  }
}

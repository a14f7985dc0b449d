import Interface
import Library
import Synchronization

/// Undo and redo in the order in which the queue and the library were edited. The library keeps its
/// own steps; those of the queue are the interface's, which is told which of them it is to undo.
final class EditHistory: Sendable {
  private let library: Library
  private let order = Mutex(EditOrder())

  init(library: Library) { self.library = library }

  /// - Returns: Nothing for other effects.
  func perform(_ effect: Effect) async throws -> Event? {
    switch effect {
    case .noteQueueEdit(let number):
      let ends = try await library.historyEnds()
      order.withLock { $0.record(number, after: ends.latest) }
      return nil
    case .keepQueueEdit(let edit):
      order.withLock { $0.keep(edit) }
      return nil
    case .undo:
      let ends = try await library.historyEnds()
      if let edit = order.withLock({ $0.undo(step: ends.latest, nextStep: ends.next) }) {
        return .queueEditUndone(edit)
      }
      return try await LibraryEdits(library).perform(effect)
    case .redo:
      let ends = try await library.historyEnds()
      if let edit = order.withLock({ $0.redo(step: ends.latest, nextStep: ends.next) }) {
        return .queueEditRedone(edit)
      }
      return try await LibraryEdits(library).perform(effect)
    default: return nil
    }
  }
}

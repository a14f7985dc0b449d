/// The common timeline of edits of the queue and of the library: undo reverts the last one.
/// Edits of the queue have numbers of their own; those of the library are known by the increasing
/// numbers of their steps in its history.
package struct EditTimeline: Sendable {
  /// An edit of the queue, and its position among those of the library.
  package struct Edit: Equatable, Sendable {
    package var number: Int
    /// The library's newest step at the time of the edit.
    var step: Int64?
    /// The library's next steps to undo and to redo when the edit was undone.
    var stepsWhenUndone: [Int64?] = []

    package init(_ number: Int) { self.number = number }
  }

  private(set) var done: [Edit] = []
  private(set) var undone: [Edit] = []

  package init() {}

  /// - Parameter step: the library's newest step that is not undone.
  package mutating func record(_ number: Int, after step: Int64?) {
    var edit = Edit(number)
    edit.step = step
    done.append(edit)
    if done.count > QueueEdits.maximumSteps { done.removeFirst() }
    undone = []
  }

  /// The edit of the queue to undo; nil where the last edit is one of the library.
  ///
  /// - Parameters:
  ///   - step: the library's newest step that is not undone.
  ///   - nextStep: the library's next step to redo.
  package mutating func undo(step: Int64?, nextStep: Int64?) -> Edit? {
    guard var edit = done.last, (step ?? .min) <= (edit.step ?? .min) else { return nil }
    done.removeLast()
    edit.stepsWhenUndone = [step, nextStep]
    undone.append(edit)
    return edit
  }

  /// The edit of the queue to redo; nil where the last undone edit is one of the library, or where
  /// the library was edited since.
  package mutating func redo(step: Int64?, nextStep: Int64?) -> Edit? {
    guard var edit = undone.last, edit.stepsWhenUndone == [step, nextStep] else { return nil }
    undone.removeLast()
    edit.step = step
    done.append(edit)
    return edit
  }

  /// Reverts `undo` for an edit whose undo was refused.
  package mutating func revertUndo(_ edit: Edit) {
    undone.removeAll { $0.number == edit.number }
    done.removeAll { $0.number == edit.number }
    done.insert(edit, at: done.firstIndex { $0.number > edit.number } ?? done.endIndex)
  }
}

/// In which order the queue and the library were edited, so that undo takes back what was done last.
/// Edits of the queue have numbers of their own; those of the library are known by the numbers of
/// the steps of its history, which grow.
package struct EditOrder: Sendable {
  /// An edit of the queue, and where it is among those of the library.
  package struct Edit: Equatable, Sendable {
    package var number: Int
    /// The newest step of the library when it was made.
    var step: Int64?
    /// The steps that the library would have undone and done again next when it was undone.
    var stepsWhenUndone: [Int64?] = []

    package init(_ number: Int) { self.number = number }
  }

  private(set) var done: [Edit] = []
  private(set) var undone: [Edit] = []

  package init() {}

  /// - Parameter step: the newest step of the library that stands.
  package mutating func record(_ number: Int, after step: Int64?) {
    var edit = Edit(number)
    edit.step = step
    done.append(edit)
    if done.count > QueueEdits.maximumSteps { done.removeFirst() }
    undone = []
  }

  /// The edit of the queue that was made last of all; nil where that is one of the library.
  ///
  /// - Parameters:
  ///   - step: the newest step of the library that stands.
  ///   - nextStep: the step that the library would do again.
  package mutating func undo(step: Int64?, nextStep: Int64?) -> Edit? {
    guard var edit = done.last, (step ?? .min) <= (edit.step ?? .min) else { return nil }
    done.removeLast()
    edit.stepsWhenUndone = [step, nextStep]
    undone.append(edit)
    return edit
  }

  /// The edit of the queue that was undone last of all; nil where that is one of the library, or
  /// where the library was edited since.
  package mutating func redo(step: Int64?, nextStep: Int64?) -> Edit? {
    guard var edit = undone.last, edit.stepsWhenUndone == [step, nextStep] else { return nil }
    undone.removeLast()
    edit.step = step
    done.append(edit)
    return edit
  }

  /// An edit was not undone after all.
  package mutating func keep(_ edit: Edit) {
    undone.removeAll { $0.number == edit.number }
    done.removeAll { $0.number == edit.number }
    done.insert(edit, at: done.firstIndex { $0.number > edit.number } ?? done.endIndex)
  }
}

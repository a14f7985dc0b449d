import Music

@testable import Interface

/// A stage whose effects go to a history of the queue's and the library's edits, one after the
/// other, as in the program.
struct UndoScene {
  var stage = Stage()
  var timeline = EditTimeline()
  /// The library's steps, and the undone ones.
  var steps: [Int64] = []
  var undone: [Int64] = []
  var said: [String] = []
  /// The requests to the player.
  var plays: [PlayRequest] = []
  /// Whether other edits of the library delay the requested ones.
  var isBusy = false
  private var line: [Effect] = []

  /// Four tracks play, the first of them now.
  static func playing() -> UndoScene {
    var scene = UndoScene()
    scene.send(.search(.foundToPlay(queued(1, 2, 3, 4), start: 0)))
    if let id = scene.plays.last?.id {
      scene.send(.player(.state(.playing(id, scene.stage.clock()))))
      scene.send(.player(.wantsNext(after: id)))
    }
    scene.plays = []
    return scene
  }

  static func queued(_ ids: Int64...) -> [QueuedTrack] { ids.map { QueuedTrack(TrackID($0)) } }

  var tracks: [Int64] { stage.app.queue.tracks.map(\.rawValue) }
  var message: String { stage.app.message?.text ?? "" }

  mutating func press(_ keys: String...) {
    for key in keys { stage.press(key) }
    settle()
  }

  mutating func send(_ event: Event) {
    stage.send(event)
    settle()
  }

  mutating func editLibrary() {
    steps.append((steps + undone).max().map { $0 + 1 } ?? 1)
    undone = []
  }

  private mutating func settle() {
    for effect in stage.receive() {
      switch effect {
      case .history(.noteQueueEdit), .history(.restoreQueueEdit), .history(.undo), .history(.redo):
        line.append(effect)
      case .player(.play(let request, _, _)): plays.append(request)
      default: break
      }
    }
    if !isBusy { work() }
  }

  /// Performs at most so many pending effects, and answers them at once.
  mutating func work(_ most: Int = .max) {
    var done = 0
    while done < most, !line.isEmpty {
      answer(line.removeFirst())
      done += 1
    }
  }

  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .history(.noteQueueEdit(let number)): timeline.record(number, after: steps.last)
    case .history(.restoreQueueEdit(let edit)): timeline.revertUndo(edit)
    case .history(.undo):
      if let edit = timeline.undo(step: steps.last, nextStep: undone.last) {
        send(.queue(.editUndone(edit)))
      } else if let step = steps.popLast() {
        undone.append(step)
        said.append("undid \(step)")
      }
    case .history(.redo):
      if let edit = timeline.redo(step: steps.last, nextStep: undone.last) {
        send(.queue(.editRedone(edit)))
      } else if let step = undone.popLast() {
        steps.append(step)
        said.append("redid \(step)")
      }
    default: break
    }
  }
}

import Music

/// The answer of one of the interface's values: effects, and facts that others go by.
struct Response: Equatable, Sendable, ExpressibleByArrayLiteral {
  enum Fact: Equatable, Sendable {
    /// Words for the user.
    case said(Notice, App.Message.Kind, of: App.Message.Topic? = nil)
    /// The same in other words, wherever it still shows.
    case reworded(String, as: String)
    /// The rows of the queue show something else now.
    case queueChanged
    /// The queue held these items before.
    case itemsChanged(from: [QueueItemID])
    /// An edit of the queue can be undone.
    case queueEdited
    /// A queue that was replaced is back.
    case queueBroughtBack
    /// There is a place to be saved, sooner or later.
    case positionChanged
    case volumeChanged
    /// There is no sound; the text says why.
    case outputFailed(String)
    /// The picker of outputs, or of the sleep timer, is out of date.
    case outputsChanged, sleepChanged
    /// A row came that plays as soon as it is there.
    case rowFound(ListRow, ListQuery)
    /// The music has paused or stopped: its place is saved at once.
    case cameToRest
  }

  var effects: [Effect]
  var facts: [Fact]

  init(_ effects: [Effect] = [], _ facts: Fact...) {
    self.effects = effects
    self.facts = facts
  }

  init(arrayLiteral effects: Effect...) {
    self.effects = effects
    facts = []
  }

  static func saying(
    _ notice: Notice, _ kind: App.Message.Kind = .plain, of topic: App.Message.Topic? = nil
  ) -> Response {
    Response([], .said(notice, kind, of: topic))
  }

  static func + (left: Response, right: Response) -> Response {
    var sum = left
    sum += right
    return sum
  }

  static func += (left: inout Response, right: Response) {
    left.effects += right.effects
    left.facts += right.facts
  }
}

extension App {
  /// Carries the facts of an answer on to the values that they are about.
  ///
  /// - Returns: The effects that are left to do.
  mutating func apply(_ response: Response) -> [Effect] {
    var effects = response.effects
    for fact in response.facts {
      switch fact {
      case .said(let notice, let kind, let topic): say(notice.text(keymap), kind, of: topic)
      case .reworded(let old, let new): messages.reword(old, as: new)
      case .queueChanged: browsing.markQueueStale()
      case .itemsChanged(let before): browsing.keepMarks(in: queue, after: before)
      // An adjustment of a cue that goes on would be undone with what is behind this edit.
      case .queueEdited: cueEditing.endAdjustment()
      case .queueBroughtBack: browsing.showQueue()
      case .positionChanged: saving.need()
      case .volumeChanged: saving.volumeChanged(at: now)
      case .outputFailed(let reason): playing.noteFault(reason)
      case .outputsChanged: refreshOutputs()
      case .sleepChanged: refreshSleep()
      case .rowFound(let row, let query): effects += play(row, of: query)
      case .cameToRest: effects.append(saveSession())
      }
    }
    return effects
  }
}

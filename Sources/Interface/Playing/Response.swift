import Music

/// The response of one of the interface's values: effects, and facts for the other values.
struct Response: Equatable, Sendable, ExpressibleByArrayLiteral {
  enum Fact: Equatable, Sendable {
    /// A message to the user.
    case said(Notice, App.Message.Kind, of: App.Message.Topic? = nil)
    /// Another text for a message that still shows or waits.
    case reworded(String, as: String)
    /// The rows of the queue have changed.
    case queueChanged
    /// The queue's items before an edit.
    case itemsChanged(from: QueueItemIDs)
    /// An edit of the queue can be undone.
    case queueEdited
    /// A replaced queue was restored.
    case queueBroughtBack
    /// The position needs saving, sooner or later.
    case positionChanged
    case volumeChanged
    /// There is no sound; the text gives the reason.
    case outputFailed(String)
    /// The picker of outputs, or of the sleep timer, is out of date.
    case outputsChanged, sleepChanged
    /// The first row of a scan, which is to play at once.
    case rowFound(ListRow, ListQuery)
    /// A jump to the beginning of a name has ended.
    case jumped(ListJump, to: String, ListQuery)
    /// The music has paused or stopped: the position is saved at once.
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
  /// Applies the facts of a response to the values they are about.
  ///
  /// - Returns: The effects to perform.
  mutating func apply(_ response: Response) -> [Effect] {
    var effects = response.effects
    for fact in response.facts {
      switch fact {
      case .said(let notice, let kind, let topic): say(notice.text(keymap), kind, of: topic)
      case .reworded(let old, let new): messages.reword(old, as: new)
      case .queueChanged: browsing.markQueueStale()
      case .itemsChanged(let before): browsing.keepMarks(in: queue, after: before)
      // Continuing a cue adjustment after this edit would join two steps around it.
      case .queueEdited: cueEditing.endAdjustment()
      case .queueBroughtBack: browsing.showQueue()
      case .positionChanged: saving.need()
      case .volumeChanged: saving.volumeChanged(at: now)
      case .outputFailed(let reason): playing.noteFault(reason)
      case .outputsChanged: refreshOutputs()
      case .sleepChanged: refreshSleep()
      case .rowFound(let row, let query): effects += play(row, of: query)
      case .jumped(let end, let text, let query): jumped(end, to: text, in: query)
      case .cameToRest: effects.append(saveSession())
      }
    }
    return effects
  }
}

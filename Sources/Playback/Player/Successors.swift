import Music

/// What follows the current item, as far as that was said.
struct Successors: Equatable, Sendable {
  /// One behind the other; `nothing` can only be the last.
  private(set) var answers: [NextItem] = []
  /// The item whose successor was asked for last.
  private(set) var asked: PlayID?
  /// Whether the current item has been heard to its end and the next one is not there yet.
  var isLate = false
  /// An item that the output had claimed before it could be taken back; another should follow.
  var superseded: PlayID?

  private static let maximumAnswers = 16

  /// What was said to follow the current item.
  var first: NextItem { answers.first ?? .unknown }

  /// Whether as many items are named as are looked ahead to.
  var isFull: Bool { answers.count >= Self.maximumAnswers }

  /// The index among the answers of what follows an item, if that is still to come.
  func index(behind id: PlayID, current: PlayID) -> Int? {
    if id == current { return 0 }
    return answers.firstIndex { $0.item?.id == id }.map { $0 + 1 }
  }

  /// Names what follows an item; what was named behind that is forgotten where it is another one
  /// than before.
  mutating func name(_ answer: NextItem, behind id: PlayID, at index: Int) {
    guard index == answers.count || answers[index] != answer else { return }
    answers = answers.prefix(index) + [answer]
    asked = id
  }

  /// Notes that the successor of an item is asked for; false if it was asked for last already.
  mutating func ask(behind id: PlayID) -> Bool {
    guard asked != id else { return false }
    asked = id
    return true
  }

  /// What was named last cannot be played; false if it is not that item.
  mutating func forget(_ id: PlayID) -> Bool {
    guard answers.last?.item?.id == id else { return false }
    answers.removeLast()
    asked = nil
    return true
  }

  /// The next item is the current one.
  mutating func advance() {
    if !answers.isEmpty { answers.removeFirst() }
    isLate = false
  }

  /// The current item is decoded anew: of what follows, only the first is prepared with it.
  func restarted(behind id: PlayID) -> Successors {
    var new = Successors()
    new.answers = Array(answers.prefix(1))
    // What follows that is asked for again when it is decoded.
    new.asked = answers.isEmpty ? asked : id
    return new
  }
}

extension NextItem {
  var item: PlayItem? { if case .item(let item) = self { item } else { nil } }
}

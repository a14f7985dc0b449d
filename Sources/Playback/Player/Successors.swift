import Music

/// The known successors of the current item.
struct Successors: Equatable, Sendable {
  /// In playing order; `nothing` can only be the last.
  private(set) var answers: [NextItem] = []
  /// The item whose successor was requested last.
  private(set) var asked: PlayID?
  /// Whether the current item has ended before the next one was ready.
  var isLate = false
  /// A replaced successor that the output had claimed already; another one should follow.
  var superseded: PlayID?

  private static let maximumAnswers = 16

  /// The current item's successor.
  var first: NextItem { answers.first ?? .unknown }

  /// Whether the look-ahead is full.
  var isFull: Bool { answers.count >= Self.maximumAnswers }

  /// The index of an item's successor among the answers, if still relevant.
  func index(behind id: PlayID, current: PlayID) -> Int? {
    if id == current { return 0 }
    return answers.firstIndex { $0.item?.id == id }.map { $0 + 1 }
  }

  /// Sets an item's successor; drops the later ones if it changes.
  mutating func name(_ answer: NextItem, behind id: PlayID, at index: Int) {
    guard index == answers.count || answers[index] != answer else { return }
    answers = answers.prefix(index) + [answer]
    asked = id
  }

  /// Records the request for an item's successor; false if it was the last request already.
  mutating func ask(behind id: PlayID) -> Bool {
    guard asked != id else { return false }
    asked = id
    return true
  }

  /// Drops the last successor, which cannot be played; false if another item is last.
  mutating func forget(_ id: PlayID) -> Bool {
    guard answers.last?.item?.id == id else { return false }
    answers.removeLast()
    asked = nil
    return true
  }

  /// Moves on to the next item.
  mutating func advance() {
    if !answers.isEmpty { answers.removeFirst() }
    isLate = false
  }

  /// The successors after a restart: only the first is prepared again.
  func restarted(behind id: PlayID) -> Successors {
    var new = Successors()
    new.answers = Array(answers.prefix(1))
    // The later ones are requested again when it is decoded.
    new.asked = answers.isEmpty ? asked : id
    return new
  }
}

extension NextItem {
  var item: PlayItem? { if case .item(let item) = self { item } else { nil } }
}

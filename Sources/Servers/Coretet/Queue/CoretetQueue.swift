/// The changes of one person that a project does not have yet, and what becomes of them: a value
/// that reads no clock and sends nothing.
///
/// Changes go out one after the other in the order in which they were made. One that was handed out
/// by `next` may have reached the project whatever is known of it: from then on it stays as it is,
/// and is sent until there is an answer. All requests may be sent twice.
package struct CoretetQueue: Equatable, Sendable {
  /// The id of the person, as whom alone the changes are sent.
  package let person: String
  package private(set) var waiting: [Waiting] = []
  /// Changes that the project does not take, with their words.
  package private(set) var refused: [Refused] = []
  /// The id of the change that was handed out last and is not answered yet.
  package private(set) var underWay: String?
  /// Unix time in milliseconds before which nothing is sent.
  package private(set) var pausedUntil: Int64?
  /// The person has to sign in again first.
  package private(set) var needsSignIn = false
  private var failures = 0

  package struct Waiting: Equatable, Sendable, Codable, Identifiable {
    package var change: CoretetChange
    /// Whether it was handed out: the project may have it.
    package var isAttempted = false
    /// Attempts that ended in a fault of the project's own.
    package var faults = 0
    /// Unix time in milliseconds of the server's clock of this person's last change of the same,
    /// which this one follows; 0 for none.
    package var follows: Int64 = 0

    package init(
      change: CoretetChange, isAttempted: Bool = false, faults: Int = 0, follows: Int64 = 0
    ) {
      self.change = change
      self.isAttempted = isAttempted
      self.faults = faults
      self.follows = follows
    }

    package var id: String { change.id }

    /// Whether the project cannot have it.
    fileprivate var isFree: Bool { !isAttempted }
  }

  package struct Refused: Equatable, Sendable, Codable, Identifiable {
    package var change: CoretetChange
    /// The line for the user.
    package var reason: String

    package init(change: CoretetChange, reason: String) {
      self.change = change
      self.reason = reason
    }

    package var id: String { change.id }
  }

  package init(person: String) { self.person = person }

  /// The queue as it was stored; nothing is under way then.
  package init(person: String, waiting: [Waiting], refused: [Refused]) {
    self.person = person
    self.waiting = waiting
    self.refused = refused
  }

  /// Faults of the project's own after which a change is given back to the user, so that the rest
  /// goes on.
  static let mostFaults = 8
  /// Milliseconds: the first pause after a failure, which doubles, and the longest.
  static let (shortestPause, longestPause): (Int64, Int64) = (2_000, 600_000)

  /// Whether something waits and nothing is known to keep it from being sent.
  package var isReady: Bool { !waiting.isEmpty && !needsSignIn && underWay == nil }

  // MARK: Adding

  /// Takes a change in; store the queue before the user is told of it.
  package mutating func add(_ change: CoretetChange) {
    switch change.kind {
    case .rate, .share, .revoke:
      waiting.removeAll { $0.isFree && $0.change.target == change.target }
      forgetRefused(of: change.target)
      append(change)
    case .addComment: append(change)
    case .editComment(let comment, let words): edit(comment, words, change)
    case .deleteComment(let comment): delete(comment, change)
    case .move(_, let entries, _):
      // Only the move right before: others may stand beside entries where that one put them.
      if let last = waiting.indices.last, waiting[last].isFree,
        waiting[last].change.target == change.target,
        case .move(_, entries, _) = waiting[last].change.kind
      {
        waiting.remove(at: last)
      }
      append(change)
    }
  }

  private mutating func append(_ change: CoretetChange) {
    waiting.append(Waiting(change: change))
  }

  private mutating func edit(_ comment: String, _ words: String, _ change: CoretetChange) {
    // A deletion of it that was refused is no longer meant, and has no place for words.
    refused.removeAll { $0.change.target == .comment(comment) && $0.change.words == nil }
    if let index = refused.firstIndex(where: { $0.change.target == .comment(comment) }) {
      // The words are sent anew as what they were.
      retry(refused[index].id, words: words, made: change.made)
      return
    }
    let last = waiting.lastIndex { $0.change.target == .comment(comment) }
    guard let last, waiting[last].isFree, waiting[last].change.words != nil else {
      return append(change)
    }
    waiting[last].change.set(words: words, made: change.made)
  }

  private mutating func delete(_ comment: String, _ change: CoretetChange) {
    forgetRefused(of: .comment(comment))
    var isNew = false
    waiting.removeAll { one in
      guard one.change.target == .comment(comment), one.isFree else { return false }
      if case .addComment = one.change.kind { isNew = true }
      return true
    }
    // The project has never heard of it.
    if !isNew { append(change) }
  }

  private mutating func forgetRefused(of target: CoretetChange.Target) {
    refused.removeAll { $0.change.target == target }
  }

  // MARK: Sending

  /// The change to send now; nil for none. Store the queue before it is sent.
  ///
  /// - Parameters:
  ///   - now: Unix time in milliseconds.
  ///   - person: the id of whoever is signed in.
  package mutating func next(now: Int64, as person: String) -> Waiting? {
    guard person == self.person, isReady, pausedUntil.map({ now >= $0 }) ?? true else {
      return nil
    }
    waiting[0].isAttempted = true
    underWay = waiting[0].id
    return waiting[0]
  }

  /// What came of a change.
  package enum Answer: Equatable, Sendable {
    /// The project has it, by whatever attempt; the time in milliseconds of the server's clock at
    /// which it was written, 0 for unknown.
    case done(written: Int64)
    /// The project has something newer in its place.
    case superseded
    /// It cannot be told now; with the Unix time in milliseconds before which nothing is wanted.
    case later(until: Int64?, isFault: Bool)
    case signInAgain
    /// The project will not take it, for this reason.
    case refused(String)
  }

  /// Notes an answer; store the queue then.
  package mutating func answered(_ id: String, _ answer: Answer, now: Int64) {
    guard underWay == id, let head = waiting.first, head.id == id else { return }
    underWay = nil
    switch answer {
    case .done(let written):
      waiting.removeFirst()
      for index in waiting.indices where waiting[index].change.target == head.change.target {
        waiting[index].follows = max(waiting[index].follows, written)
      }
      succeeded()
    case .superseded:
      succeeded()
      // A newer rating is what the person wanted; words are given back.
      if head.change.words == nil {
        waiting.removeFirst()
      } else {
        refuse("there is a newer text of yours from another machine")
      }
    case .later(let until, let isFault):
      failures += 1
      if isFault { waiting[0].faults += 1 }
      guard waiting[0].faults < Self.mostFaults else {
        succeeded()
        return refuse("the project has a fault of its own each time")
      }
      let pause = min(Self.longestPause, Self.shortestPause << Int64(min(failures - 1, 20)))
      pausedUntil = max(now + pause, until ?? 0)
    case .signInAgain: needsSignIn = true
    case .refused(let reason):
      succeeded()
      refuse(reason)
    }
  }

  private mutating func succeeded() {
    failures = 0
    pausedUntil = nil
  }

  /// Gives the first change back to the user.
  private mutating func refuse(_ reason: String) {
    var change = waiting.removeFirst().change
    if case .addComment(let comment, _, _, _) = change.kind {
      // Later edits have nothing to change, and are what the words are by now.
      waiting.removeAll { one in
        guard case .editComment(comment, let words) = one.change.kind else { return false }
        change.set(words: words, made: one.change.made)
        return true
      }
      // The project may have it by an attempt before, so that its deletion is sent all the same.
      if waiting.contains(where: { $0.change.target == change.target }) { return }
    }
    forgetRefused(of: change.target)
    refused.append(Refused(change: change, reason: reason))
  }

  /// The person has signed in, or the network is back: nothing is waited for.
  package mutating func goOn() {
    needsSignIn = false
    succeeded()
  }

  // MARK: Refused changes

  /// Sends a refused change once more, perhaps with other words.
  package mutating func retry(_ id: String, words: String? = nil, made: Int64) {
    guard let index = refused.firstIndex(where: { $0.id == id }) else { return }
    var change = refused.remove(at: index).change
    change.set(words: words ?? change.words, made: made)
    // An answer may have been lost before: the project may have it all the same.
    waiting.append(Waiting(change: change, isAttempted: true))
  }

  package mutating func discard(_ id: String) { refused.removeAll { $0.id == id } }
}

extension CoretetChange {
  fileprivate mutating func set(words: String?, made: Int64) {
    self.made = made
    guard let words else { return }
    switch kind {
    case .addComment(let comment, let track, let playlist, _):
      kind = .addComment(comment: comment, track: track, playlist: playlist, words: words)
    case .editComment(let comment, _): kind = .editComment(comment: comment, words: words)
    case .rate, .deleteComment, .move, .share, .revoke: break
    }
  }
}

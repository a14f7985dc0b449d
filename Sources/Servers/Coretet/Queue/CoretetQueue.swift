/// The changes of one person that a project does not have yet, and what becomes of them: a value
/// that reads no clock and sends nothing.
///
/// Changes go out one after the other in the order in which they were made. One that was handed out
/// by `next` may have reached the project whatever is known of it: from then on it stays as it is,
/// and is sent until there is an answer. All requests may be sent twice.
///
/// A change whose answer says nothing, again and again, is set aside: later changes of other things
/// overtake it, and it is tried again after a while. Only a refusal gives a change back.
package struct CoretetQueue: Equatable, Sendable {
  /// The id of the person, as whom alone the changes are sent.
  package let person: String
  package private(set) var waiting: [Waiting] = []
  /// Changes that the project does not take, with their words.
  package private(set) var refused: [Refused] = []
  /// The id of the change that was handed out last and is not answered yet.
  package private(set) var underWay: String?
  package private(set) var pause: Pause
  /// The person has to sign in again first.
  package private(set) var needsSignIn = false

  package init(person: String) { self.init(person: person, waiting: [], refused: []) }

  /// The queue as it was stored; nothing is under way then.
  package init(
    person: String, waiting: [Waiting], refused: [Refused], pause: Pause = Pause()
  ) {
    self.person = person
    self.waiting = waiting
    self.refused = refused
    self.pause = pause
  }

  /// Faults of the project's own in a row after which a change is set aside.
  static let mostFaults = 8
  /// Changes in a row with answers that say nothing after which all of them wait: the project is
  /// not what answers then.
  static let mostUnclear = 3
  /// Milliseconds: the first pause after a failure, which doubles, and the longest.
  static let (shortestPause, longestPause): (Int64, Int64) = (2_000, 600_000)
  /// The same of a change that was set aside.
  static let (shortestHold, longestHold): (Int64, Int64) = (60_000, 21_600_000)
  /// The longest pause that a project may ask for.
  static let longestAsked: Int64 = 3_600_000

  // MARK: Adding

  /// Takes a change in, and sends without a pause of ours; store the queue before the user is told
  /// of it.
  package mutating func add(_ change: CoretetChange) {
    pause.until = 0
    switch change.kind {
    case .rate, .share, .revoke:
      waiting.removeAll { $0.isFree && $0.change.target == change.target }
      forgetRefused(of: change.target)
      append(change)
    case .addComment: append(change)
    case .editComment(let comment, let words): edit(comment, words, change)
    case .deleteComment(let comment, _): delete(comment, change)
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
    guard person == self.person, !needsSignIn, underWay == nil, pauseEnd(now) <= now,
      let index = firstDue(now)
    else { return nil }
    waiting[index].isAttempted = true
    underWay = waiting[index].id
    return waiting[index]
  }

  /// Goes on with a change that this queue handed out before it was stored.
  package mutating func resume(_ id: String) {
    guard waiting.contains(where: { $0.id == id && $0.isAttempted }) else { return }
    underWay = id
  }

  /// What came of a change.
  package enum Answer: Equatable, Sendable {
    /// The project has it, by whatever attempt; the time in milliseconds of the server's clock at
    /// which it was written, 0 for unknown.
    case done(written: Int64)
    /// The project has something newer in its place.
    case superseded
    /// It cannot be told now; with the Unix time in milliseconds before which the project wants
    /// nothing, and the line for a fault of its own.
    case later(until: Int64?, fault: String?)
    /// The answer says nothing about the change, for this reason.
    case unclear(String)
    case signInAgain
    /// The project will not take it, for this reason.
    case refused(String)
  }

  /// Notes an answer; store the queue then.
  package mutating func answered(_ id: String, _ answer: Answer, now: Int64) {
    guard underWay == id, let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    underWay = nil
    let change = waiting[index].change
    switch answer {
    case .done(let written):
      waiting.remove(at: index)
      for later in waiting.indices where waiting[later].change.target == change.target {
        waiting[later].follows = max(waiting[later].follows, written)
      }
      pause = Pause()
    case .superseded:
      pause = Pause()
      // A newer rating is what the person wanted; words are given back.
      if change.words == nil {
        waiting.remove(at: index)
      } else {
        refuse(at: index, "there is a newer text of yours from another machine")
      }
    case .later(let until, let fault):
      failed(now)
      wait(now)
      if let until { pause.asked = min(until, now + Self.longestAsked) }
      guard let fault else { return }
      waiting[index].faults += 1
      if waiting[index].faults >= Self.mostFaults { setAside(index, fault, now) }
    case .unclear(let reason):
      failed(now)
      if pause.failures >= Self.mostUnclear { wait(now) }
      waiting[index].faults += 1
      setAside(index, reason, now)
    case .signInAgain: needsSignIn = true
    case .refused(let reason):
      pause = Pause()
      refuse(at: index, reason)
    }
  }

  private mutating func failed(_ now: Int64) { pause.failures = min(pause.failures + 1, 1_000) }

  private mutating func wait(_ now: Int64) {
    pause.until = now + Self.doubled(Self.shortestPause, pause.failures - 1, Self.longestPause)
  }

  private mutating func setAside(_ index: Int, _ reason: String, _ now: Int64) {
    let time = Self.doubled(Self.shortestHold, waiting[index].faults - 1, Self.longestHold)
    waiting[index].hold = Hold(reason: reason, until: now + time)
  }

  private static func doubled(_ first: Int64, _ times: Int, _ longest: Int64) -> Int64 {
    min(longest, first << Int64(min(max(times, 0), 20)))
  }

  /// Gives a change back to the user.
  private mutating func refuse(at index: Int, _ reason: String) {
    var change = waiting.remove(at: index).change
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

  /// The person wants what waits to be sent, has signed in, or the network is back: no pause of ours
  /// counts.
  package mutating func goOn() {
    needsSignIn = false
    pause.failures = 0
    pause.until = 0
    for index in waiting.indices { waiting[index].hold?.until = 0 }
  }

  // MARK: Refused changes, and those that were set aside

  /// Whether a change was refused or set aside, so that the person may do something about it.
  package func isStopped(_ id: String) -> Bool {
    refused.contains { $0.id == id } || waiting.contains { $0.id == id && $0.hold != nil }
  }

  /// Sends a change that is stopped once more, perhaps with other words.
  package mutating func retry(_ id: String, words: String? = nil, made: Int64) {
    pause.until = 0
    if let index = waiting.firstIndex(where: { $0.id == id && $0.hold != nil }) {
      return release(index, words, made)
    }
    guard let index = refused.firstIndex(where: { $0.id == id }) else { return }
    var change = refused.remove(at: index).change
    change.set(words: words ?? change.words, made: made)
    // An answer may have been lost before: the project may have it all the same.
    waiting.append(Waiting(change: change, isAttempted: true))
  }

  private mutating func release(_ index: Int, _ words: String?, _ made: Int64) {
    waiting[index].hold?.until = 0
    let target = waiting[index].change.target
    // An edit that waits behind it has the words that count.
    guard let words, waiting[index].change.words != nil,
      let last = waiting.lastIndex(where: { $0.change.target == target && $0.change.words != nil })
    else { return }
    waiting[last].change.set(words: words, made: made)
  }

  /// Forgets a change that is stopped, and the edits that wait behind a new comment.
  package mutating func discard(_ id: String) {
    refused.removeAll { $0.id == id }
    guard let index = waiting.firstIndex(where: { $0.id == id && $0.hold != nil }) else { return }
    guard case .addComment(let comment, _, _, _) = waiting.remove(at: index).change.kind else {
      return
    }
    // A deletion stays: the project may have the comment by an attempt before.
    waiting.removeAll { one in
      if case .editComment(comment, _) = one.change.kind { true } else { false }
    }
  }
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

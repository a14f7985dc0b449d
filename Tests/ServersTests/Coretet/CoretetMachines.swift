import Music
import Servers
import Testing

/// What a project does with changes, as its rows are: a model of what PostgreSQL is asked to do.
struct CoretetModel: Equatable {
  struct Key: Hashable {
    var person: String
    var track: String
  }
  struct Rating: Equatable {
    var word: String
    var time: Int64
  }
  struct Comment: Equatable {
    var person: String
    var words: String
    var time: Int64
  }

  /// People whose share was revoked.
  var revoked: Set<String> = []
  var ratings: [Key: Rating] = [:]
  var comments: [String: Comment] = [:]
  /// How often each comment was put in.
  var insertions: [String: Int] = [:]

  /// - Parameter now: Unix time in milliseconds.
  mutating func take(
    _ waiting: CoretetQueue.Waiting, of person: String, now: Int64
  ) -> CoretetQueue.Answer {
    let made = min(waiting.change.made, now)
    let limit = max(made + 2_000, waiting.follows + 1)
    let isRevoked = revoked.contains(person)
    switch waiting.change.kind {
    case .rate(let track, _, nil):
      let key = Key(person: person, track: track)
      if let there = ratings[key], there.time < limit { ratings[key] = nil }
      return .done(written: 0)
    case .rate(let track, _, let word?):
      guard !isRevoked else { return .refused("rights") }
      let key = Key(person: person, track: track)
      if let there = ratings[key], there.time >= limit {
        return there.word == word
          ? .done(written: min(there.time, made + 2_000)) : .superseded
      }
      ratings[key] = Rating(word: word, time: made)
      return .done(written: made)
    case .addComment(let comment, _, _, let words):
      guard !isRevoked else { return .refused("rights") }
      if let there = comments[comment] {
        guard there.words != words else { return .done(written: there.time) }
        return edit(comment, words, person, limit: limit, now: now)
      }
      comments[comment] = Comment(person: person, words: words, time: made)
      insertions[comment, default: 0] += 1
      return .done(written: made)
    case .editComment(let comment, let words):
      guard !isRevoked else { return .refused("rights") }
      return edit(comment, words, person, limit: limit, now: now)
    case .deleteComment(let comment, _):
      guard !isRevoked else { return .refused("rights") }
      if let there = comments[comment], there.person == person, there.time < limit {
        comments[comment] = nil
      }
      return .done(written: 0)
    case .move, .share, .revoke: return .done(written: 0)
    }
  }

  private mutating func edit(
    _ comment: String, _ words: String, _ person: String, limit: Int64, now: Int64
  ) -> CoretetQueue.Answer {
    guard let there = comments[comment], there.person == person else { return .refused("gone") }
    guard there.time >= limit else {
      comments[comment] = Comment(person: person, words: words, time: now)
      return .done(written: now)
    }
    return there.words == words ? .done(written: there.time) : .superseded
  }
}

/// Machines of some people, each with a queue on a disk, and what their people have typed.
struct CoretetMachines {
  struct Machine {
    let person: String
    var queue: CoretetQueue
    /// The queue as it lies on the disk.
    var disk: CoretetQueue
    /// The change that is under way, of the machine's present run.
    var sent: CoretetQueue.Waiting?

    mutating func store() { disk = queue }

    /// Begins with what lies on the disk.
    mutating func restart() {
      queue = CoretetQueue(
        person: person, waiting: disk.waiting, refused: disk.refused, pause: disk.pause)
      sent = nil
      disk = queue
    }
  }

  var machines: [Machine]
  private(set) var now: Int64
  private var count = 0
  /// Changes of which an answer was stored that ends them.
  private(set) var acknowledged: Set<String> = []
  /// The newest rating that was typed, with no word for a clearing; and whether one ever was.
  private(set) var ratings: [CoretetModel.Key: (time: Int64, word: String?)] = [:]
  private(set) var cleared: Set<CoretetModel.Key> = []
  /// The newest words of each comment; nil where it was deleted.
  private(set) var comments: [String: (time: Int64, words: String?)] = [:]
  private var authors: [String: String] = [:]
  /// Comments of which somebody has given up what could not be sent.
  private(set) var discarded: Set<String> = []

  /// - Parameter people: of each machine.
  init(_ people: [String], now: Int64) {
    machines = people.map {
      Machine(
        person: $0, queue: CoretetQueue(person: $0), disk: CoretetQueue(person: $0))
    }
    self.now = now
  }

  mutating func pass(_ seconds: Int64) { now += seconds * 1000 }

  // MARK: Typing

  /// Somebody does something on a machine.
  ///
  /// - Parameter id: makes the id of a comment.
  mutating func type(
    on index: Int, _ random: inout SeededGenerator, tracks: [String], playlist: String,
    id: (Int) -> String
  ) {
    count += 1
    let person = machines[index].person
    let known = authors.filter { $0.value == person && isKnown($0.key, on: index) }.map(\.key)
      .sorted()
    let track = tracks.randomElement(using: &random) ?? ""
    let kind: CoretetChange.Kind
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      let reaction = [Reaction.none, .listened, .liked, .loved].randomElement(using: &random)
      kind = CoretetChange.rate(track, in: nil, reaction ?? .none)
      let key = CoretetModel.Key(person: person, track: track)
      ratings[key] = (now, reaction.flatMap { $0 == .none ? nil : "\($0)" })
      if reaction == Reaction.none { cleared.insert(key) }
    case 4..<7:
      let comment = id(count)
      authors[comment] = person
      comments[comment] = (now, "words \(count)")
      kind = .addComment(
        comment: comment, track: track, playlist: playlist, words: "words \(count)")
    case 7..<9:
      guard let comment = known.randomElement(using: &random) else { return }
      comments[comment] = (now, "words \(count)")
      kind = .editComment(comment: comment, words: "words \(count)")
    default:
      guard let comment = known.randomElement(using: &random) else { return }
      comments[comment] = (now, nil)
      kind = .deleteComment(comment: comment, playlist: playlist)
    }
    machines[index].queue.add(CoretetChange(id: "change \(count)", made: now, kind))
    machines[index].store()
    // Further apart than clocks may be.
    pass(3)
  }

  /// Whether a machine shows a comment: one of its own, or one that the project was heard to have.
  private func isKnown(_ comment: String, on index: Int) -> Bool {
    guard let there = comments[comment], there.words != nil else { return false }
    for (other, machine) in machines.enumerated() where other != index {
      let changes = machine.disk.waiting.map(\.change) + machine.disk.refused.map(\.change)
      for change in changes {
        if case .addComment(comment, _, _, _) = change.kind { return false }
      }
    }
    return true
  }

  // MARK: Sending

  /// Hands out the next change of a machine.
  mutating func next(on index: Int) -> CoretetQueue.Waiting? {
    let person = machines[index].person
    guard machines[index].sent == nil,
      let waiting = machines[index].queue.next(now: now, as: person)
    else { return nil }
    #expect(!acknowledged.contains(waiting.id), "a change is sent again that was acknowledged")
    machines[index].store()
    machines[index].sent = waiting
    return waiting
  }

  /// Takes an answer in.
  ///
  /// - Parameter isStored: false where the machine loses power before it has stored that.
  mutating func answered(_ answer: CoretetQueue.Answer, on index: Int, isStored: Bool = true) {
    guard let sent = machines[index].sent else { return }
    machines[index].queue.answered(sent.id, answer, now: now)
    machines[index].sent = nil
    guard isStored else { return machines[index].restart() }
    machines[index].store()
    if case .done = answer { acknowledged.insert(sent.id) }
  }

  /// Somebody does something about a change that is stopped: sends it once more, perhaps with other
  /// words, or forgets it.
  mutating func decide(on index: Int, _ random: inout SeededGenerator) {
    let queue = machines[index].queue
    let changes = queue.refused.map(\.change) + queue.waiting.map(\.change)
    guard machines[index].sent == nil,
      let change = changes.filter({ queue.isStopped($0.id) }).randomElement(using: &random)
    else { return }
    var comment: String?
    if case .comment(let id) = change.target { comment = id }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      if let comment { discarded.insert(comment) }
      if case .rate(let track, _, _) = change.kind {
        cleared.insert(CoretetModel.Key(person: queue.person, track: track))
      }
      machines[index].queue.discard(change.id)
    case 1:
      count += 1
      // What is typed for a comment that was deleted elsewhere is not what was typed last.
      guard change.words != nil, let comment, comments[comment]?.words != nil else { return }
      comments[comment] = (now, "words \(count)")
      machines[index].queue.retry(change.id, words: "words \(count)", made: now)
    default:
      if queue.refused.contains(where: { $0.id == change.id }) { note(change, by: queue.person) }
      machines[index].queue.retry(change.id, made: now)
    }
    machines[index].store()
    pass(3)
  }

  /// What is sent once more is what was wanted last.
  private mutating func note(_ change: CoretetChange, by person: String) {
    switch change.kind {
    case .rate(let track, _, let word):
      ratings[CoretetModel.Key(person: person, track: track)] = (now, word)
    case .addComment(let comment, _, _, let words), .editComment(let comment, let words):
      comments[comment] = (now, words)
    case .deleteComment(let comment, _): comments[comment] = (now, nil)
    case .move, .share, .revoke: break
    }
  }

  // MARK: Judging

  /// Checks that the project has what was typed last, or that a machine has given it back.
  func check(_ model: CoretetModel, seed: UInt64) {
    for machine in machines { #expect(machine.queue.waiting == [], "seed \(seed)") }
    let refused = machines.flatMap(\.queue.refused)
    for (comment, typed) in comments where !discarded.contains(comment) {
      guard let words = typed.words else {
        // Words that reached the project after the deletion was typed are not deleted unseen.
        let isNewer = model.comments[comment].map { $0.time >= typed.time + 2_000 } ?? true
        let isGivenBack = refused.contains { $0.change.target == .comment(comment) }
        #expect(isNewer || isGivenBack, "seed \(seed): \(comment) was deleted")
        continue
      }
      let isHere = model.comments[comment]?.words == words
      let isGivenBack = refused.contains {
        $0.change.target == .comment(comment) && $0.change.words == words
      }
      #expect(isHere || isGivenBack, "seed \(seed): the words of \(comment) are lost")
    }
    #expect(Set(model.comments.keys).isSubset(of: comments.keys))
    #expect(model.insertions.values.allSatisfy { $0 == 1 }, "seed \(seed): said twice")
    for (key, typed) in ratings where !cleared.contains(key) {
      let isHere = model.ratings[key]?.word == typed.word
      let isGivenBack = refused.contains {
        $0.change.target == .rating(track: key.track, playlist: nil)
      }
      #expect(isHere || isGivenBack, "seed \(seed): the rating of \(key) is lost")
    }
  }
}

import Music
import Servers
import Testing

@Suite("The queue of changes for Coretet")
struct CoretetQueueTests {
  private let add = CoretetChange.Kind.addComment(
    comment: "c", track: "t", playlist: "p", words: "one")
  private let delete = CoretetChange.Kind.deleteComment(comment: "c")

  private func edit(_ words: String) -> CoretetChange.Kind {
    .editComment(comment: "c", words: words)
  }

  private func queue(_ kinds: [CoretetChange.Kind]) -> CoretetQueue {
    var queue = CoretetQueue(person: "me")
    for (index, kind) in kinds.enumerated() {
      queue.add(CoretetChange(id: "\(index)", made: Int64(index), kind))
    }
    return queue
  }

  private func kinds(_ queue: CoretetQueue) -> [CoretetChange.Kind] {
    queue.waiting.map(\.change.kind)
  }

  @Test("of changes of the same that were not sent the newest stays")
  func coalescing() {
    let rate = { (track: String, reaction: Reaction) in
      CoretetChange.rate(track, in: nil, reaction)
    }
    let ratings = queue([rate("a", .liked), rate("b", .liked), rate("a", .loved), rate("a", .none)])
    #expect(kinds(ratings) == [rate("b", .liked), rate("a", .none)])
    #expect(
      kinds(queue([add, edit("two"), edit("three")])) == [
        .addComment(comment: "c", track: "t", playlist: "p", words: "three")
      ])
    #expect(kinds(queue([edit("two"), edit("three")])) == [edit("three")])
    #expect(queue([add, edit("two"), delete]).waiting == [])
    #expect(kinds(queue([edit("two"), delete])) == [delete])
    let rights = CoretetRights(canEdit: true, canRate: true)
    let share = CoretetChange.Kind.share(playlist: "p", email: "e", rights: rights)
    let revoke = CoretetChange.Kind.revoke(playlist: "p", email: "e")
    #expect(kinds(queue([share, revoke])) == [revoke])
    let move = { (entry: String, anchor: String) in
      CoretetChange.Kind.move(playlist: "p", entries: [entry], after: anchor)
    }
    #expect(kinds(queue([move("a", "b"), move("a", "c")])) == [move("a", "c")])
    let moves = [move("a", "b"), move("z", "a"), move("a", "c")]
    #expect(kinds(queue(moves)) == moves)
  }

  @Test("a change that was handed out stays as it is, and what follows waits for it")
  func attempted() {
    var queue = queue([add])
    #expect(queue.next(now: 0, as: "other") == nil)
    #expect(queue.next(now: 0, as: "me")?.change.kind == add)
    #expect(queue.next(now: 0, as: "me") == nil)
    queue.add(CoretetChange(id: "e", made: 5, edit("two")))
    queue.add(CoretetChange(id: "f", made: 6, edit("three")))
    #expect(kinds(queue) == [add, edit("three")])
    // An answer to another change is none.
    queue.answered("e", .done(written: 9), now: 0)
    #expect(queue.waiting.count == 2)
    // A restart: nothing is known of it, so that it goes out again.
    queue = CoretetQueue(person: "me", waiting: queue.waiting, refused: queue.refused)
    queue.answered("0", .refused("late"), now: 0)
    #expect(queue.waiting.count == 2 && queue.refused == [])
    #expect(queue.next(now: 0, as: "me")?.change.kind == add)
    queue.answered("0", .done(written: 90), now: 0)
    let next = queue.next(now: 0, as: "me")
    #expect(next?.change.kind == edit("three") && next?.follows == 90)
    queue.add(CoretetChange(id: "g", made: 7, delete))
    #expect(kinds(queue) == [edit("three"), delete])
  }

  @Test("pauses grow, are as long as the project wants, and end when the network is back")
  func pauses() {
    var queue = queue([add])
    var now: Int64 = 1_000_000
    for pause: Int64 in [2_000, 4_000, 8_000, 16_000] {
      #expect(queue.next(now: now, as: "me") != nil)
      queue.answered("0", .later(until: nil, isFault: false), now: now)
      #expect(queue.pausedUntil == now + pause)
      #expect(queue.next(now: now + pause - 1, as: "me") == nil)
      now += pause
    }
    queue.goOn()
    _ = queue.next(now: 0, as: "me")
    queue.answered("0", .later(until: 70_000, isFault: false), now: 0)
    #expect(queue.pausedUntil == 70_000)
    for _ in 0..<100 {
      _ = queue.next(now: .max, as: "me")
      queue.answered("0", .later(until: nil, isFault: false), now: 0)
    }
    #expect(queue.pausedUntil == 600_000 && queue.waiting.count == 1)
    _ = queue.next(now: .max, as: "me")
    queue.answered("0", .signInAgain, now: 0)
    #expect(queue.needsSignIn && queue.next(now: .max, as: "me") == nil)
    queue.goOn()
    #expect(queue.next(now: 0, as: "me") != nil)
  }

  @Test("a refusal keeps the words, the newest of them, and the rest goes on")
  func refusals() {
    var queue = queue([add, CoretetChange.rate("t", in: nil, .liked)])
    _ = queue.next(now: 0, as: "me")
    queue.add(CoretetChange(id: "e", made: 5, edit("two")))
    queue.answered("0", .refused("gone"), now: 0)
    #expect(queue.refused.map(\.change.words) == ["two"] && queue.refused[0].reason == "gone")
    #expect(queue.waiting.map(\.id) == ["1"])
    // Typed once more, it goes out as a new comment.
    queue.add(CoretetChange(id: "f", made: 6, edit("three")))
    #expect(queue.refused == [])
    #expect(
      queue.waiting.last?.change.kind
        == .addComment(
          comment: "c", track: "t", playlist: "p", words: "three"))
    _ = queue.next(now: 0, as: "me")
    queue.answered("1", .refused("no"), now: 0)
    #expect(queue.refused.map(\.id) == ["1"])
    queue.retry("1", made: 7)
    #expect(queue.refused == [] && queue.waiting.count == 2)
    _ = queue.next(now: 0, as: "me")
    queue.answered("0", .superseded, now: 0)
    #expect(queue.refused.map(\.change.words) == ["three"])
    queue.discard("0")
    #expect(queue.refused == [])
    _ = queue.next(now: 0, as: "me")
    queue.answered("1", .superseded, now: 0)
    #expect(queue.refused == [] && queue.waiting == [])
  }

  @Test("a comment that is refused and deleted, meanwhile or later, is deleted all the same")
  func refusedAndDeleted() {
    var queue = queue([add])
    _ = queue.next(now: 0, as: "me")
    queue.add(CoretetChange(id: "d", made: 5, delete))
    queue.answered("0", .refused("gone"), now: 0)
    // The project may have it, by an attempt before.
    #expect(queue.refused == [] && kinds(queue) == [delete])
    var second = self.queue([add])
    _ = second.next(now: 0, as: "me")
    second.answered("0", .refused("gone"), now: 0)
    second.add(CoretetChange(id: "d", made: 5, delete))
    #expect(second.refused == [] && kinds(second) == [delete])
  }

  @Test("a change for which the project has a fault each time does not hold up the others")
  func poison() {
    var queue = queue([add, CoretetChange.rate("t", in: nil, .liked)])
    for _ in 0..<8 {
      #expect(queue.next(now: .max, as: "me")?.id == "0")
      queue.answered("0", .later(until: nil, isFault: true), now: 0)
    }
    #expect(queue.refused.map(\.id) == ["0"])
    #expect(queue.next(now: 0, as: "me")?.id == "1")
  }

  // MARK: Showing

  @Test("lists show what waits and what was refused on top of what the project has")
  func showing() {
    let (me, other) = (CoretetPerson(id: "me", name: "Me"), CoretetPerson(id: "o", name: "O"))
    func stored(_ id: String, _ words: String, _ person: CoretetPerson) -> CoretetComment {
      CoretetComment(
        id: id, track: "t", playlist: "p", person: person, words: words, created: 1, edited: 1)
    }
    var queue = queue([
      CoretetChange.rate("t", in: nil, .liked), add,
      .editComment(comment: "a", words: "changed"), .deleteComment(comment: "b"),
      .addComment(comment: "z", track: "t", playlist: "other", words: "elsewhere"),
    ])
    func shown(_ queue: CoretetQueue) -> [String] {
      let all = [stored("a", "old", me), stored("b", "mine", me), stored("o", "theirs", other)]
      return queue.comments(all, in: "p", by: me).map {
        "\($0.comment.words) \($0.comment.person.name ?? "") \($0.place)"
      }
    }
    #expect(shown(queue) == ["changed Me waiting", "one Me waiting", "theirs O stored"])
    #expect(queue.rating("t", in: nil) == .liked && queue.rating("u", in: nil) == nil)
    _ = queue.next(now: 0, as: "me")
    queue.answered("0", .done(written: 1), now: 0)
    #expect(queue.rating("t", in: nil) == nil)
    _ = queue.next(now: 0, as: "me")
    queue.answered("1", .refused("no"), now: 0)
    #expect(shown(queue).contains(#"one Me refused("no")"#))
    queue.add(CoretetChange(id: "c", made: 9, CoretetChange.rate("t", in: nil, .none)))
    #expect(queue.rating("t", in: nil) == Reaction.none)
    let moves = self.queue([
      .move(playlist: "p", entries: ["3"], after: nil),
      .move(playlist: "q", entries: ["2"], after: nil),
      .move(playlist: "p", entries: ["1"], after: "2"),
    ])
    #expect(moves.order(["1", "2", "3"], of: "p") == ["3", "2", "1"])
  }
}

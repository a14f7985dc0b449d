import Music
import Servers
import Testing

@Suite("The queue of changes for Coretet")
struct CoretetQueueTests {
  private let add = CoretetChange.Kind.addComment(
    comment: "c", track: "t", playlist: "p", words: "one")
  private let delete = CoretetChange.Kind.deleteComment(comment: "c", playlist: "p")

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

  @Test("pauses grow, go on for ever, and end when the person wants something to be sent")
  func pauses() {
    var queue = queue([add])
    var now: Int64 = 1_000_000
    for pause: Int64 in [2_000, 4_000, 8_000, 16_000] {
      #expect(queue.next(now: now, as: "me") != nil)
      queue.answered("0", .later(until: nil, fault: nil), now: now)
      #expect(queue.nextTime(now: now) == now + pause)
      #expect(queue.next(now: now + pause - 1, as: "me") == nil)
      now += pause
    }
    for _ in 0..<100 {
      queue.goOn()
      #expect(queue.next(now: now, as: "me") != nil)
      queue.answered("0", .later(until: nil, fault: nil), now: now)
      #expect(queue.nextTime(now: now) == now + 2_000)
    }
    for _ in 0..<100 {
      now += 600_000
      #expect(queue.next(now: now, as: "me") != nil)
      queue.answered("0", .later(until: nil, fault: nil), now: now)
    }
    #expect(queue.nextTime(now: now) == now + 600_000 && queue.waiting.count == 1)
    // What is typed now is tried now, and the pauses go on where they were.
    queue.add(CoretetChange(id: "e", made: now, CoretetChange.rate("t", in: nil, .liked)))
    #expect(queue.next(now: now, as: "me")?.id == "0")
    queue.answered("0", .later(until: nil, fault: nil), now: now)
    #expect(queue.nextTime(now: now) == now + 600_000)
    // A clock that was wrong stops nothing.
    #expect(queue.nextTime(now: now - 86_400_000) == now - 86_400_000)
    queue.goOn()
    _ = queue.next(now: now, as: "me")
    queue.answered("0", .signInAgain, now: now)
    #expect(queue.needsSignIn && queue.next(now: now, as: "me") == nil)
    queue.goOn()
    #expect(queue.next(now: now, as: "me") != nil)
  }

  @Test("a pause that the project asks for holds whoever asks, also over a restart")
  func asked() {
    var queue = queue([add])
    _ = queue.next(now: 0, as: "me")
    queue.answered("0", .later(until: 70_000, fault: nil), now: 0)
    queue.goOn()
    queue.add(CoretetChange(id: "e", made: 1, CoretetChange.rate("t", in: nil, .liked)))
    queue = CoretetQueue(
      person: "me", waiting: queue.waiting, refused: queue.refused, pause: queue.pause)
    #expect(queue.nextTime(now: 1) == 70_000)
    #expect(queue.next(now: 69_999, as: "me") == nil)
    #expect(queue.next(now: 70_000, as: "me") != nil)
    // None asks for a year.
    queue.answered("0", .later(until: .max, fault: nil), now: 70_000)
    #expect(queue.nextTime(now: 70_000) == 3_670_000)
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

  @Test("an outage gives nothing back, however long; a fault of one change holds up no other")
  func outage() {
    var queue = queue([add, CoretetChange.rate("t", in: nil, .liked)])
    var now: Int64 = 1_000_000
    var tried: [String: Int] = [:]
    for _ in 0..<200 {
      now = queue.nextTime(now: now) ?? 0
      guard let id = queue.next(now: now, as: "me")?.id else { break }
      tried[id, default: 0] += 1
      queue.answered(id, .later(until: nil, fault: "status 503"), now: now)
      // A restart in between.
      queue = CoretetQueue(
        person: "me", waiting: queue.waiting, refused: queue.refused, pause: queue.pause)
    }
    #expect(queue.refused == [] && queue.waiting.count == 2)
    #expect(tried["0", default: 0] > 8 && tried["1", default: 0] > 8)
    #expect(queue.waiting.allSatisfy { $0.hold?.reason == "status 503" })
    // It is over for one of them.
    queue.goOn()
    _ = queue.next(now: now, as: "me")
    queue.answered("0", .later(until: nil, fault: "status 500"), now: now)
    now = queue.nextTime(now: now) ?? 0
    #expect(queue.next(now: now, as: "me")?.id == "1")
    queue.answered("1", .done(written: 1), now: now)
    #expect(queue.waiting.map(\.id) == ["0"])
  }

  @Test("a change whose answer says nothing is set aside with its words, and tried again later")
  func setAside() {
    var queue = queue([add, CoretetChange.rate("t", in: nil, .liked)])
    #expect(queue.next(now: 0, as: "me")?.id == "0")
    queue.add(CoretetChange(id: "2", made: 2, edit("two")))
    queue.answered("0", .unclear("no JSON"), now: 0)
    // The edit may not overtake the comment.
    #expect(queue.next(now: 1, as: "me")?.id == "1")
    queue.answered("1", .done(written: 9), now: 1)
    #expect(queue.next(now: 2, as: "me") == nil)
    #expect(queue.nextTime(now: 2) == 60_000)
    #expect(queue.refused == [] && queue.waiting.first?.hold?.reason == "no JSON")
    #expect(queue.waiting.first?.change.words == "one" && queue.isStopped("0"))
    #expect(queue.next(now: 60_000, as: "me")?.id == "0")
    queue.answered("0", .unclear("no JSON"), now: 60_000)
    #expect(queue.nextTime(now: 60_000) == 180_000)
    // By hand at once, with the newest words.
    queue.retry("0", words: "three", made: 70_000)
    #expect(queue.next(now: 70_000, as: "me")?.id == "0")
    queue.answered("0", .done(written: 80_000), now: 70_000)
    let next = queue.next(now: 70_000, as: "me")
    #expect(next?.change.words == "three" && next?.follows == 80_000)
    queue.answered("2", .unclear("no JSON"), now: 70_000)
    queue.discard("2")
    #expect(queue.waiting == [] && queue.refused == [])
  }

  @Test("a new comment that was set aside is discarded with its edits, and deleted all the same")
  func discarded() {
    for (later, left) in [(edit("two"), []), (delete, [delete])] {
      var queue = queue([add, .editComment(comment: "other", words: "x")])
      _ = queue.next(now: 0, as: "me")
      queue.add(CoretetChange(id: "2", made: 2, later))
      queue.answered("0", .unclear("no JSON"), now: 0)
      queue.discard("0")
      #expect(kinds(queue) == [.editComment(comment: "other", words: "x")] + left)
      #expect(queue.refused == [])
    }
  }

  @Test("where no answer says anything, not all changes are tried one after the other")
  func portal() {
    var queue = queue(["a", "b", "c", "d", "e"].map { CoretetChange.rate($0, in: nil, .liked) })
    var count = 0
    while let id = queue.next(now: 0, as: "me")?.id {
      queue.answered(id, .unclear("a web page"), now: 0)
      count += 1
    }
    #expect(count == 3 && queue.waiting.count == 5)
  }

}

import Music
import Testing

@Suite("Items of the play queue")
struct QueueModelTests {
  /// A queue and its model with the same edits.
  private struct Pair {
    var queue = PlayQueue()
    var model = QueueModel()
    /// Tracks of all items so far.
    var tracks: [QueueItemID: TrackID] = [:]
    var passed: Set<QueueItemID> = []
    var count: Int64 = 0

    mutating func new(_ number: Int) -> QueuedTracks {
      defer { count += Int64(number) }
      return QueuedTracks((count..<count + Int64(number)).map { TrackID($0) })
    }

    /// Upcoming items in playback order.
    var upcoming: [QueueItemID] {
      var rest = queue
      rest.setRepeat(.off)
      var ids: [QueueItemID] = []
      while let next = rest.upNext, ids.count <= queue.ids.count {
        ids.append(rest.ids[next])
        rest.go(to: next)
      }
      return ids
    }

    mutating func step(_ generator: inout SeededGenerator) {
      let indices = queue.ids.indices
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        let (before, ahead) = (queue.ids, Set(upcoming))
        queue.append(new(Int.random(in: 1...3, using: &generator)))
        let added = Array(queue.ids.dropFirst(before.count))
        #expect(Set(upcoming) == ahead.union(added))
        let heard = model.shuffled.map { Array($0.order[..<$0.heard]) } ?? []
        model.append(added, order: heard + upcoming)
      case 1:
        let before = Set(queue.ids)
        queue.insertNext(new(Int.random(in: 1...3, using: &generator)))
        model.insertNext(queue.ids.filter { !before.contains($0) })
      case 2, 3:
        var gone = Set(indices.filter { _ in Int.random(in: 0..<6, using: &generator) == 0 })
        // The current item is removed often, or its removal would hardly ever be tested.
        if let current = queue.current, Bool.random(using: &generator) { gone.insert(current) }
        model.remove(Set(gone.map { queue.ids[$0] }))
        queue.remove(at: gone)
      case 4, 5:
        guard let from = indices.randomElement(using: &generator),
          let target = indices.randomElement(using: &generator)
        else { return }
        model.move(queue.ids[from], to: target)
        queue.move(from: from, to: target)
      case 6:
        queue.setShuffle(seed: queue.isShuffled ? nil : UInt64(count))
        guard queue.isShuffled else {
          model.shuffled = nil
          return
        }
        let order = (model.current.map { [$0] } ?? []) + upcoming
        #expect(order.count == queue.ids.count && Set(order) == Set(queue.ids))
        model.shuffled = (order, model.current == nil ? 0 : 1)
      case 7:
        queue.setRepeat(queue.repeating.next)
        model.repeating = queue.repeating
      case 8:
        if let id = queue.ids.randomElement(using: &generator) { passed.insert(id) }
      default:
        // The current item ends, and its successor plays.
        guard let next = queue.successor(without: passed) else { return }
        model.go(to: queue.ids[next])
        queue.go(to: next)
        passed = []
      }
    }

    mutating func check() {
      #expect(queue.ids == QueueItemIDs(model.items))
      #expect(queue.current.map { queue.ids[$0] } == model.current)
      #expect(
        queue.successor(without: passed).map { queue.ids[$0] } == model.next(passing: passed))
      for index in queue.ids.indices {
        let known = tracks.updateValue(queue.tracks[index], forKey: queue.ids[index])
        #expect(known == nil || known == queue.tracks[index])
        #expect(queue.index(of: queue.ids[index]) == index)
      }
    }
  }

  @Test(
    "whatever is queued, removed, moved and shuffled, what plays next is what a simple model says",
    arguments: 0..<60)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pair = Pair()
    for _ in 0..<150 {
      pair.step(&generator)
      pair.check()
    }
  }

  @Test("a queue in which what plays was removed goes on behind it once a row has moved")
  func removedThenMoved() {
    var queue = PlayQueue(tracks: (0..<6).map { TrackID($0) }, current: 2)
    queue.remove(at: [2])
    queue.move(from: 4, to: 3)
    #expect(queue.tracks.map(\.rawValue) == [0, 1, 3, 5, 4])
    #expect(queue.upNext.map { queue.tracks[$0].rawValue } == 3)
    queue.setShuffle(seed: 9)
    queue.setShuffle(seed: nil)
    #expect(queue.upNext.map { queue.tracks[$0].rawValue } == 3)
    #expect(queue.previousTarget.map { queue.tracks[$0].rawValue } == 1)
  }

  @Test("the same tracks again stay the same items, others are new ones")
  func replaced() {
    var queue = PlayQueue(tracks: (0..<4).map { TrackID($0) }, current: 1)
    let ids = queue.ids
    queue.replace(with: queue.queued, startingAt: 3)
    #expect(queue.ids == ids && queue.current == 3)
    queue.replace(with: (1..<5).map { TrackID($0) }, startingAt: 0)
    #expect(Set(queue.ids).isDisjoint(with: ids))
    let playing = queue.ids[0]
    queue.complete(with: QueuedTracks((0..<9).map { TrackID($0) }))
    #expect(queue.current == 1 && queue.ids[1] == playing)
    #expect(Set(queue.ids).count == 9)
  }

  @Test("completing a queue with the same track twice gives no id twice")
  func completedTwice() {
    var queue = PlayQueue(tracks: [TrackID(1), TrackID(1)], current: 1)
    let ids = queue.ids
    queue.complete(with: queue.queued)
    #expect(queue.ids == ids && queue.current == 1)
    queue.complete(with: QueuedTracks([1, 2, 1].map { TrackID($0) }))
    #expect(queue.current == 2 && queue.ids[2] == ids[1])
    #expect(Set(queue.ids).count == 3)
  }

  @Test(
    "a moment in which nothing that was heard is has nothing current", arguments: [false, true])
  func restoredUnheard(isReplacement: Bool) {
    let older = PlayQueue(tracks: [TrackID(1), TrackID(2)], current: 0)
    var queue = older
    queue.insertNext([TrackID(6)])
    queue.go(to: 1)
    queue.setShuffle(seed: 3)
    queue.restore(older, playing: queue.ids[1], isReplacement: isReplacement)
    #expect(queue.tracks.count == 2 && queue.current == (isReplacement ? 0 : nil))
    #expect(queue.remaining == (isReplacement ? 1 : 2))
  }

  @Test("an older moment comes back around what plays, and no id is given twice", arguments: 0..<30)
  func restored(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pair = Pair()
    var moments: [PlayQueue] = []
    for _ in 0..<80 {
      let before = pair.queue
      pair.step(&generator)
      if before.ids != pair.queue.ids { moments.append(before) }
      guard Int.random(in: 0..<4, using: &generator) == 0, let moment = moments.popLast() else {
        continue
      }
      let (queue, playing) = (pair.queue, pair.queue.current.map { pair.queue.ids[$0] })
      pair.queue.restore(moment, playing: playing, isReplacement: false)
      #expect(pair.queue.ids == moment.ids && pair.queue.tracks == moment.tracks)
      #expect(pair.queue.repeating == queue.repeating)
      #expect(pair.queue.isShuffled == queue.isShuffled)
      if let playing, moment.ids.contains(playing) {
        #expect(pair.queue.current.map { pair.queue.ids[$0] } == playing)
      } else if playing != nil {
        #expect(pair.queue.current == nil)
      }
      // New items must not reuse ids of undone ones.
      let known = Set(queue.ids).union(pair.queue.ids)
      let count = pair.queue.ids.count
      pair.queue.append(pair.new(1))
      #expect(!known.contains(pair.queue.ids[count]))
      return
    }
  }
}

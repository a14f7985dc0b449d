import Music
import Testing

@Suite("Play queue")
struct PlayQueueTests {
  private func queue(_ count: Int, at index: Int? = 0) -> PlayQueue {
    PlayQueue(tracks: (0..<count).map { TrackID(Int64($0)) }, current: index)
  }

  /// Indices in playback order, starting with the current one.
  private func order(_ queue: PlayQueue, limit: Int = 1000) -> [Int] {
    var queue = queue
    var order = queue.current.map { [$0] } ?? []
    while order.count < limit, let next = queue.upNext {
      queue.go(to: next)
      order.append(next)
    }
    return order
  }

  @Test("plays in order and ends")
  func inOrder() { #expect(order(queue(4)) == [0, 1, 2, 3]) }

  @Test("repeat all begins again, repeat one stays, and next leaves it")
  func repeats() {
    var queue = queue(3)
    queue.setRepeat(.all)
    #expect(order(queue, limit: 5) == [0, 1, 2, 0, 1])
    queue.setRepeat(.one)
    #expect(queue.upNext == 0)
    #expect(queue.skipTarget == 1)
  }

  @Test("shuffle plays everything once before anything twice", arguments: 0..<20)
  func shuffle(seed: UInt64) {
    var queue = queue(50, at: 7)
    queue.setShuffle(seed: seed)
    let played = order(queue)
    #expect(played.first == 7)
    #expect(played.sorted() == Array(0..<50))
  }

  @Test("the same seed shuffles alike, another one differently")
  func seeds() {
    var (first, second, third) = (queue(30), queue(30), queue(30))
    first.setShuffle(seed: 5)
    second.setShuffle(seed: 5)
    third.setShuffle(seed: 6)
    #expect(order(first) == order(second))
    #expect(order(first) != order(third))
  }

  @Test("shuffle off goes on from the current track in the order of the list")
  func shuffleOff() {
    var queue = queue(5)
    queue.setShuffle(seed: 1)
    if let next = queue.upNext { queue.go(to: next) }
    let current = queue.current ?? 0
    queue.setShuffle(seed: nil)
    #expect(order(queue) == Array(current..<5))
  }

  @Test("what is put next is heard next, also when shuffled")
  func insertNext() {
    for seed in [nil, UInt64(3)] {
      var queue = queue(10, at: 4)
      queue.setShuffle(seed: seed)
      queue.insertNext([TrackID(100), TrackID(101)])
      let next = order(queue).dropFirst().prefix(2).map { queue.tracks[$0].rawValue }
      #expect(next == [100, 101])
    }
  }

  @Test("removing the playing track moves on to the one that followed")
  func removeCurrent() {
    var queue = queue(4, at: 1)
    queue.remove(at: [1])
    #expect(queue.current == nil)
    #expect(queue.upNext.map { queue.tracks[$0].rawValue } == 2)
  }

  @Test("removing and moving others keeps the playing track")
  func editAround() {
    var queue = queue(6, at: 3)
    queue.remove(at: [0, 5])
    #expect(queue.currentTrack == TrackID(3))
    queue.move(from: 0, to: 3)
    #expect(queue.currentTrack == TrackID(3))
    #expect(queue.tracks.map(\.rawValue) == [2, 3, 4, 1])
  }

  @Test(
    "random edits keep the order a permutation and the current track current", arguments: 0..<30)
  func randomEdits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = queue(8)
    for step in 0..<200 {
      let current = queue.currentTrack
      var keeps = true
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: queue.append([TrackID(Int64(1000 + step))])
      case 1: queue.insertNext([TrackID(Int64(2000 + step))])
      case 2 where queue.tracks.count > 2:
        let index = Int.random(in: 0..<queue.tracks.count, using: &generator)
        keeps = index != queue.current
        queue.remove(at: [index])
      case 3 where queue.tracks.count > 1:
        let indices = queue.tracks.indices
        queue.move(
          from: .random(in: indices, using: &generator), to: .random(in: indices, using: &generator)
        )
      case 4: queue.setShuffle(seed: step.isMultiple(of: 2) ? UInt64(step) : nil)
      case 5:
        if let next = queue.upNext {
          queue.go(to: next)
          keeps = false
        }
      default: queue.setRepeat(queue.repeating.next)
      }
      if keeps { #expect(queue.currentTrack == current) }
      var plain = queue
      plain.setRepeat(.off)
      let left = order(plain)
      #expect(Set(left).count == left.count)
      #expect(left.allSatisfy { queue.tracks.indices.contains($0) })
    }
  }

  @Test("entries that cannot be opened are passed over")
  func passing() {
    let (long, short) = (queue(5), queue(3))
    #expect(long.successor(without: Set(long.ids[1...2])) == 3)
    #expect(short.successor(without: Set(short.ids[1...2])) == nil)
  }
}

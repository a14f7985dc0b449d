@testable import Interface
import Music
import Testing

@Suite("Items of the queue on the screen")
struct QueueItemTests {
  private static func tracks(_ count: Int64) -> [Track] {
    (1...count).map { Samples.track($0, "t\($0)", "a", "b", nil, 1, seconds: 100) }
  }

  private func stage(_ count: Int64 = 8) -> Stage {
    var stage = Stage(tracks: Self.tracks(count))
    stage.begin(Array(1...count))
    return stage
  }

  @Test("a good one is not skipped when the broken one before it is removed")
  func removed() {
    var stage = stage()
    stage.fail(2)
    #expect(stage.named == 3)
    stage.press("Tab", "Tab", "Tab", "]", "j", "d")
    #expect(stage.app.queue.tracks.prefix(2) == [TrackID(1), TrackID(3)])
    #expect(stage.named == 3)
  }

  @Test("what is queued in front of a broken one is heard, and the broken one still is not")
  func inFront() {
    var stage = stage()
    stage.fail(2)
    stage.send(.search(.foundToQueue([QueuedTrack(TrackID(7))], next: true)))
    #expect(stage.named == 7)
    stage.hear()
    // A broken track is tried again once the queue has gone on.
    #expect(stage.named == 2)
  }

  @Test("ten broken ones ahead leave what plays alone, and the next good one follows its end")
  func tenAhead() {
    var stage = stage(20)
    for broken in Int64(2)...11 {
      #expect(stage.named == broken)
      stage.fail(broken)
    }
    let effects = stage.receive()
    #expect(!effects.contains(.player(.stop)))
    #expect(stage.app.isPlaying && stage.named == nil)
    let playing = stage.app.player.item!
    stage.send(.player(.finished(playing, heard: 1, reachedEnd: true)))
    stage.send(.player(.state(.stopped)))
    let next = stage.receive().compactMap { effect in
      if case .player(.play(let request, _, _)) = effect { request.id.track } else { nil }
    }
    #expect(next == [TrackID(12)])
  }

  @Test("after ten broken ones an edit of the queue names what follows anew")
  func tenAheadAndEdited() {
    var stage = stage(20)
    for broken in Int64(2)...11 { stage.fail(broken) }
    #expect(stage.named == nil)
    stage.send(.search(.foundToQueue([QueuedTrack(TrackID(15))], next: true)))
    #expect(stage.named == 15)
  }

  @Test("marks stay on their items whatever is queued, moved and removed around them")
  func marks() {
    var stage = stage()
    stage.press("Tab", "Tab", "Tab", "]", "j", "j", "j", "v", "v")
    #expect(stage.marked == [4, 5])
    stage.send(.search(.foundToQueue([QueuedTrack(TrackID(8))], next: true)))
    #expect(stage.marked == [4, 5])
    stage.press("d")
    #expect(stage.app.queue.tracks.map(\.rawValue) == [1, 8, 2, 3, 6, 7, 8])
    stage.press("V")
    stage.send(.search(.foundToQueue([QueuedTrack(TrackID(4))], next: false)))
    #expect(stage.marked == [1, 8, 2, 3, 6, 7, 8])
    stage.press("d")
    #expect(stage.app.queue.tracks == [TrackID(4)])
  }

  @Test("what is queued is not marked where two answers are done at once and all was marked")
  func marksOfTwoAnswers() {
    var stage = stage()
    stage.press("Tab", "Tab", "Tab", "]", "V", "Tab")
    let all = stage.marked
    stage.press("e", "j", "e")
    let serials = stage.receive().compactMap { effect in
      if case .find(.toQueue(_, _, let serial)) = effect { serial } else { nil }
    }
    guard serials.count == 2 else {
      Issue.record("two requests must be on their way")
      return
    }
    for (track, serial) in [(Int64(9), serials[1]), (8, serials[0])] {
      let tracks = [QueuedTrack(TrackID(track))]
      stage.send(.search(.foundToQueue(tracks, next: false, serial: serial)))
    }
    #expect(stage.app.queue.tracks.map(\.rawValue).suffix(2) == [8, 9])
    #expect(stage.marked == all)
  }

  @Test("another queue has no marks of the one before")
  func marksOfAnother() {
    var stage = stage()
    stage.press("Tab", "Tab", "Tab", "]", "j", "v")
    stage.send(.search(.foundToPlay([5, 6, 7].map { QueuedTrack(TrackID($0)) }, start: 0)))
    #expect(stage.marked.isEmpty)
  }

  @Test("the cursor stays on its item, and keys that are quicker than the rows mean it")
  func cursor() {
    var stage = stage()
    stage.press("Tab", "Tab", "Tab", "]", "j", "j", "j")
    stage.send(.search(.foundToQueue([QueuedTrack(TrackID(8))], next: true)))
    #expect(stage.app.queueList.selectedRow?.track?.id == TrackID(4))
    stage.holdsLists = true
    stage.press("J", "J", "v", "K", "d")
    #expect(stage.app.queue.tracks.map(\.rawValue) == [1, 8, 2, 3, 5, 6, 7, 8])
  }

  @Test("removing what plays and moving a row does not begin again at the top")
  func removedPlaying() {
    var stage = Stage(tracks: Self.tracks(8))
    stage.begin(Array(1...8), at: 3)
    stage.press("Tab", "Tab", "Tab", "]", "j", "j", "j", "d")
    #expect(stage.app.queue.tracks.map(\.rawValue) == [1, 2, 3, 5, 6, 7, 8])
    #expect(stage.named == 5)
    stage.press("G", "K")
    #expect(stage.named == 5)
    stage.press("s", "s")
    #expect(stage.named == 5)
  }

  @Test(
    "whatever is queued, removed, moved, broken and over, the player is told the right next one",
    arguments: 0..<40)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var stage = stage(30)
    var broken: Set<QueueItemID> = []
    var marked: Set<QueueItemID> = []
    for step in 0..<80 {
      let before = stage.app.queue
      let count = before.ids.count
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1:
        let track = TrackID(.random(in: 1...30, using: &generator))
        stage.send(
          .search(.foundToQueue([QueuedTrack(track)], next: Bool.random(using: &generator))))
      case 2 where count > 4:
        stage.pressInQueue("d", at: .random(in: 0..<count, using: &generator))
        if !marked.isEmpty {
          #expect(Set(before.ids).subtracting(stage.app.queue.ids) == marked)
          marked = []
        }
      case 3 where count > 1:
        stage.pressInQueue(
          Bool.random(using: &generator) ? "J" : "K", at: .random(in: 0..<count, using: &generator))
      case 4 where count > 0:
        let index = Int.random(in: 0..<count, using: &generator)
        stage.pressInQueue("v", at: index)
        if marked.remove(before.ids[index]) == nil { marked.insert(before.ids[index]) }
      case 5: if step.isMultiple(of: 3) { stage.press("s") }
      case 6:
        if let item = stage.namedItem, broken.count < 9 {
          broken.insert(item)
          stage.failNamed()
        }
      default:
        if stage.namedItem != nil {
          stage.hear()
          broken = []
        }
      }
      let queue = stage.app.queue
      marked.formIntersection(queue.ids)
      #expect(stage.app.queueList.marks.rows == Set(marked.map { .queueItem($0) }))
      #expect(stage.namedItem == queue.successor(without: broken).map { queue.ids[$0] })
    }
  }
}

extension Stage {
  /// Tracks play in this order, from one of them on.
  fileprivate mutating func begin(_ tracks: [Int64], at index: Int = 0) {
    send(.search(.foundToPlay(tracks.map { QueuedTrack(TrackID($0)) }, start: index)))
    obey()
  }

  /// The item last prepared as the next.
  fileprivate var namedRequest: PlayRequest? {
    for case .player(.prepareNext(let request, after: _)) in effects.reversed() { return request }
    return nil
  }

  fileprivate var named: Int64? { namedRequest?.id.track.rawValue }
  fileprivate var namedItem: QueueItemID? { app.playing.lookahead.next?.item }

  fileprivate var marked: [Int64] {
    let queue = app.queue
    return queue.ids.indices.filter { app.queueList.marks.contains(.queueItem(queue.ids[$0])) }
      .map { queue.tracks[$0].rawValue }
  }

  /// The player cannot open the prepared item, and requests another.
  fileprivate mutating func failNamed() {
    guard let named = namedRequest, let playing = app.player.item else { return }
    send(.player(.failed(named.id, reason: "it is damaged")))
    send(.player(.wantsNext(after: playing)))
  }

  fileprivate mutating func fail(_ track: Int64) {
    if named == track { failNamed() }
  }

  /// The current item ends, and the prepared one is audible.
  fileprivate mutating func hear() {
    guard let named = namedRequest, let playing = app.player.item else { return }
    send(.player(.finished(playing, heard: 1, reachedEnd: true)))
    send(.player(.state(.playing(named.id, clock()))))
    send(.player(.wantsNext(after: named.id)))
  }

  fileprivate mutating func pressInQueue(_ key: String, at index: Int) {
    app.focus = .playlists
    app.browsing.showQueue()
    press("g")
    for _ in 0..<index { press("j") }
    press(key)
  }
}

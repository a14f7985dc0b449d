import Interface
import Music
import Testing

@Suite("Answers that come late and out of order")
struct LateAnswerTests {
  @Test(
    "whatever order answers come in, the queue is what was asked for in the order of asking",
    arguments: 0..<40)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let orders = (0..<Int.random(in: 2...6, using: &generator)).map { _ in
        (
          row: Int.random(in: 0..<8, using: &generator),
          key: ["Enter", "e", "e", "E"].randomElement(using: &generator) ?? "e"
        )
      }
      var quick = Stage()
      var slow = Stage()
      slow.holdsAnswers = true
      for order in orders {
        for key in ["g"] + Array(repeating: "j", count: order.row) {
          quick.press(key)
          slow.press(key)
        }
        slow.press(order.key)
        quick.holdsAnswers = true
        quick.press(order.key)
        quick.deliver()
      }
      slow.deliver(using: &generator)
      #expect(slow.app.queue.tracks == quick.app.queue.tracks, "\(orders)")
      #expect(slow.app.queue.currentTrack == quick.app.queue.currentTrack, "\(orders)")
    }
  }

  @Test("what was asked for after a slow list is queued at once, and again behind that list")
  func queuedMeanwhile() {
    var stage = Stage()
    stage.press("Enter", "j", "e")
    let serials = stage.receive().compactMap { effect in
      switch effect {
      case .find(.toPlay(_, _, let serial)), .find(.toQueue(_, _, let serial)): serial
      default: nil
      }
    }
    #expect(serials.count == 2)
    let (list, added) = ([3, 4].map { QueuedTrack(TrackID($0)) }, [QueuedTrack(TrackID(2))])
    stage.send(.search(.foundToQueue(added, next: false, serial: serials[1])))
    #expect(Array(stage.app.queue.queued) == added)
    stage.send(.search(.foundToPlay(list, start: 0, serial: serials[0])))
    #expect(Array(stage.app.queue.queued) == list + added)
    // Neither answer counts twice.
    stage.send(.search(.foundToPlay(list, start: 0, serial: serials[0])))
    stage.send(.search(.foundToQueue(added, next: false, serial: serials[1])))
    #expect(Array(stage.app.queue.queued) == list + added)
  }

  @Test("what cannot be found holds nothing up")
  func failure() {
    var stage = Stage()
    stage.press("e", "j", "e")
    let serials = stage.receive().compactMap { effect in
      if case .find(.toQueue(_, _, let serial)) = effect { serial } else { nil }
    }
    let added = [QueuedTrack(TrackID(2))]
    stage.send(.search(.foundToQueue(added, next: false, serial: serials[1])))
    #expect(stage.app.queue.isEmpty)
    stage.send(.search(.notFound(serial: serials[0], "The disk does not answer")))
    #expect(Array(stage.app.queue.queued) == added)
  }

  @Test("an entry of the queue that was chosen since is not replaced by what was asked for before")
  func chosenSince() {
    var stage = Stage()
    stage.send(.search(.foundToPlay([5, 6].map { QueuedTrack(TrackID($0)) }, start: 0)))
    stage.holdsAnswers = true
    stage.press("Enter")
    stage.press("Tab", "Tab", "Tab", "]")
    stage.deliverLists()
    stage.press("j", "Enter")
    #expect(stage.app.queue.currentTrack == TrackID(6))
    stage.deliver()
    #expect(stage.app.queue.tracks == [TrackID(5), TrackID(6)])
  }

  @Test("an older board and older cues do not replace newer ones")
  func boardAndCues() throws {
    var stage = Stage()
    _ = stage.playSelected()
    _ = stage.receive()
    stage.holdsAnswers = true
    for _ in 0..<2 { stage.send(.library(.changed)) }
    let boards = stage.receive().compactMap { effect in
      if case .load(.mixBoard(let serial)) = effect { serial } else { nil }
    }
    let (old, new) = (
      MixBoard(playlists: [.one: Samples.playlist(1, "Old")]),
      MixBoard(playlists: [.one: Samples.playlist(1, "New")])
    )
    stage.send(.playlists(.mixBoardLoaded(new, serial: boards[1])))
    stage.send(.playlists(.mixBoardLoaded(old, serial: boards[0])))
    #expect(stage.app.mix == new)
    let playing = try #require(stage.app.playing.track)
    stage.holdsAnswers = true
    for _ in 0..<2 { stage.send(.track(.loaded(playing))) }
    let serials = stage.held.compactMap { event in
      if case .cues(.loaded(_, _, let serial?)) = event { serial } else { nil }
    }.suffix(2)
    let cue = Cue(time: .seconds(3), kind: .marker)
    stage.send(.cues(.loaded(playing.id, [cue], serial: serials.last)))
    stage.send(.cues(.loaded(playing.id, [], serial: serials.first)))
    #expect(stage.app.cues == [cue])
  }
}

extension Stage {
  /// Delivers the lists alone.
  fileprivate mutating func deliverLists() {
    for event in held { if case .list(.loaded) = event { send(event) } }
  }
}

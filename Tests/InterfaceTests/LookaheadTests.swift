import Interface
import Music
import Testing

@Suite("Looking further ahead than what comes next")
struct LookaheadTests {
  private struct Fault: Error {}

  /// A playing queue, the prepared next item, and the one behind that.
  private func stage() throws -> (Stage, next: PlayID, later: PlayID) {
    var stage = Stage()
    guard stage.playSelected() != nil, let next = prepared(&stage) else { throw Fault() }
    stage.send(.player(.wantsNext(after: next)))
    let last = try upcoming(&stage, after: next)
    return (stage, next, last)
  }

  private func prepared(_ stage: inout Stage) -> PlayID? {
    for case .player(.prepareNext(let request?, after: _)) in stage.receive().reversed() {
      return request.id
    }
    return nil
  }

  private func upcoming(_ stage: inout Stage, after id: PlayID) throws -> PlayID {
    for case .player(.prepareLater(let request?, after: id)) in stage.receive() {
      return request.id
    }
    throw Fault()
  }

  @Test("the one after next is named when the player asks, and becomes the next in turn")
  func named() throws {
    var (stage, next, upcoming) = try stage()
    #expect(upcoming.track == Samples.tracks[2].id)
    stage.send(.player(.state(.playing(next, stage.clock()))))
    #expect(stage.app.queue.current == 1)
    #expect(stage.app.playing.nextTrack?.id == upcoming.track)
    stage.send(.player(.state(.playing(upcoming, stage.clock()))))
    #expect(stage.app.queue.current == 2)
  }

  @Test("an edit of the queue leaves what it does not touch, and names anew what it does")
  func edited() throws {
    var (stage, next, _) = try stage()
    let added = [QueuedTrack(Samples.tracks[0].id)]
    stage.send(.search(.foundToQueue(added, next: false)))
    #expect(!stage.receive().contains { $0.isNaming })
    stage.press("Tab", "Tab", "Tab", "]", "j", "d")
    next = try #require(prepared(&stage))
    stage.send(.player(.wantsNext(after: next)))
    #expect(try upcoming(&stage, after: next).track == Samples.tracks[3].id)
  }

  @Test("one that cannot be played is passed over when the player asks again")
  func failed() throws {
    var (stage, next, last) = try stage()
    stage.send(.player(.failed(last, reason: "it is damaged")))
    _ = stage.receive()
    stage.send(.player(.wantsNext(after: next)))
    #expect(try upcoming(&stage, after: next).track == Samples.tracks[3].id)
  }
}

extension Effect {
  fileprivate var isNaming: Bool {
    switch self {
    case .player(.prepareNext), .player(.prepareLater): true
    default: false
    }
  }
}

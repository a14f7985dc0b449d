import Music
import Testing

@testable import Interface

@Suite("Playing what the command line named")
struct PathPlayingTests {
  private static func queued(_ ids: Int64...) -> [QueuedTrack] {
    ids.map { QueuedTrack(TrackID($0)) }
  }

  /// The first two of four tracks were found, and the first plays.
  private func stage() -> Stage {
    var stage = Stage()
    stage.send(.search(.pathsAdded(Self.queued(1, 2), isComplete: false)))
    stage.obey()
    return stage
  }

  private func complete(_ stage: inout Stage) -> [Int64] {
    stage.send(.search(.pathsAdded(Self.queued(1, 2, 3, 4), isComplete: true)))
    return stage.app.queue.tracks.map(\.rawValue)
  }

  @Test("a queue that another one has taken the place of is left alone")
  func replaced() {
    var stage = stage()
    stage.send(.search(.foundToPlay(Self.queued(6, 7), start: 0)))
    stage.obey()
    #expect(complete(&stage) == [6, 7] && stage.app.queue.current == 0)
    #expect(!stage.receive().contains { if case .session(.saveQueue) = $0 { true } else { false } })
  }

  @Test("a queue that was edited stays as it is, with what was not known yet behind it")
  func edited() {
    var stage = stage()
    stage.send(.search(.foundToQueue(Self.queued(8), next: true)))
    stage.press("Tab", "Tab", "Tab", "]", "G", "d")
    #expect(stage.app.queue.tracks.map(\.rawValue) == [1, 8])
    #expect(complete(&stage) == [1, 8, 3, 4] && stage.app.queue.current == 0)
    #expect(stage.app.playing.edits.done.last?.text == "queued 2 tracks")
  }

  @Test("what was undone of the queue is not done again around the tracks that came since")
  func undone() {
    var stage = stage()
    stage.send(.search(.foundToQueue(Self.queued(8), next: false)))
    stage.send(.queue(.editUndone(EditTimeline.Edit(stage.app.playing.edits.newest))))
    #expect(complete(&stage) == [1, 2, 3, 4])
    #expect(stage.app.playing.edits.undone.isEmpty)
  }

  @Test("what was started before any of the tracks was known goes on, with all of them behind it")
  func startedBefore() {
    var stage = Stage()
    stage.send(.search(.foundToPlay(Self.queued(6, 7), start: 0)))
    stage.obey()
    stage.send(.search(.pathsAdded(Self.queued(1, 2), isComplete: false)))
    #expect(complete(&stage) == [6, 7, 1, 2, 3, 4] && stage.app.queue.current == 0)
    #expect(complete(&stage) == [6, 7, 1, 2, 3, 4])
  }

  @Test("a stream that was refused meanwhile leaves the others in their order")
  func refusedStream() {
    var stage = Stage()
    stage.send(.search(.pathsAdded(Self.queued(90, 3), isComplete: false)))
    stage.obey()
    stage.send(.track(.streamRefused(TrackID(90), title: nil, reason: "it is gone")))
    #expect(complete(&stage) == [1, 2, 3, 4])
    #expect(stage.app.playing.edits.done.isEmpty)
    var alone = Stage()
    alone.send(.search(.pathsAdded(Self.queued(90), isComplete: false)))
    alone.obey()
    alone.send(.track(.streamRefused(TrackID(90), title: nil, reason: "it is gone")))
    _ = alone.receive()
    #expect(complete(&alone) == [1, 2, 3, 4] && alone.app.queue.current == 0)
  }

  @Test("a file that is named twice is two items, of which the one that plays goes on")
  func twice() {
    var stage = Stage()
    stage.send(.search(.pathsAdded(Self.queued(1, 1), isComplete: false)))
    stage.obey()
    stage.press(">")
    stage.obey()
    let playing = stage.app.queue.ids[1]
    stage.send(.search(.pathsAdded(Self.queued(1, 1), isComplete: true)))
    #expect(stage.app.queue.ids[1] == playing && stage.app.queue.current == 1)
    #expect(Set(stage.app.queue.ids).count == 2)
  }
}

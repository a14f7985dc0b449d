import Interface
import Music
import Testing

@Suite("Queues that are kept")
struct QueueHistoryTests {
  private func playing() -> Stage {
    var stage = Stage()
    _ = stage.playSelected()
    _ = stage.receive()
    return stage
  }

  @Test("a queue that another one replaces is kept, and the same one again is not")
  func keeps() {
    var stage = playing()
    let queue = stage.app.queue
    let ids = stage.library.map { QueuedTrack($0.id) }
    stage.send(.search(.foundToPlay(ids, start: 2)))
    #expect(
      !stage.receive().contains { if case .replacedQueues(.keep) = $0 { true } else { false } })
    stage.send(.search(.foundToPlay(Array(ids.prefix(2)), start: 0)))
    let kept = stage.receive().compactMap { effect -> PlayQueue? in
      if case .replacedQueues(.keep(let queue, _)) = effect { queue } else { nil }
    }
    #expect(kept.map(\.tracks) == [queue.tracks])
  }

  @Test("H lists the replaced queues, and Enter goes back to one where it was")
  func goesBack() {
    var stage = playing()
    stage.press("H")
    #expect(stage.receive() == [.replacedQueues(.list)])
    stage.send(.queue(.replacedLoaded([], times: [])))
    #expect(stage.app.overlays.isEmpty && stage.text.contains("No queue was replaced yet"))
    stage.press("H")
    _ = stage.receive()
    let queues = [
      ReplacedQueue(id: 9, time: 100, trackCount: 12, title: "Undertow"),
      ReplacedQueue(id: 4, time: 50, trackCount: 2, title: nil),
    ]
    stage.send(.queue(.replacedLoaded(queues, times: ["21:05", "2026-11-20 18:00"])))
    #expect(stage.text.contains("Undertow") && stage.text.contains("12 tracks  21:05"))
    stage.press("j", "Enter")
    #expect(stage.receive() == [.replacedQueues(.load(4, serial: 2))])
    let old = PlayQueue(tracks: [TrackID(2), TrackID(3)], current: 1)
    stage.send(.queue(.replacedFound(old)))
    let effects = stage.receive()
    #expect(stage.app.queue.tracks == old.tracks && stage.app.queue.current == 1)
    #expect(
      effects.contains {
        if case .player(.play(let request, _, _)) = $0 {
          request.id.track == TrackID(3)
        } else {
          false
        }
      })
    #expect(effects.contains { if case .replacedQueues(.keep) = $0 { true } else { false } })
  }

  @Test("the queue is saved under a name, typed into a window or behind the command")
  func saves() {
    var stage = Stage()
    stage.press("Ctrl-S")
    #expect(stage.app.overlays.isEmpty && stage.text.contains("The queue is empty"))
    stage = playing()
    let all = stage.library.map { QueuedTrack($0.id) }
    stage.press("Ctrl-S")
    stage.type("Tonight")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.saveQueueAs("Tonight", all)))])
    stage.press(":")
    stage.type("save-queue Late")
    stage.press("Enter")
    #expect(stage.receive() == [.edit(.playlists(.saveQueueAs("Late", all)))])
  }
}

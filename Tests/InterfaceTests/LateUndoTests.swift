import Music
import Testing

@testable import Interface

@Suite("Undo whose answer comes late")
struct LateUndoTests {
  @Test("what was queued behind undo stays, and nothing is lost of either history")
  func queuedSince() {
    var scene = UndoScene.playing()
    scene.editLibrary()
    scene.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.isBusy = true
    scene.press("Ctrl-Z")
    scene.send(.search(.foundToQueue(UndoScene.queued(6), next: false)))
    scene.work()
    #expect(scene.tracks == [1, 2, 3, 4, 5, 6])
    #expect(
      scene.message
        == "Nothing was undone: the queue was edited meanwhile; Ctrl-Z takes that back")
    scene.isBusy = false
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4, 5])
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4] && scene.said.isEmpty)
    scene.press("Ctrl-R", "Ctrl-R")
    #expect(scene.tracks == [1, 2, 3, 4, 5, 6])
    scene.press("Ctrl-Z", "Ctrl-Z", "Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4] && scene.said == ["undid 1"])
  }

  @Test("an album that was played behind undo keeps its queue")
  func playedSince() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.isBusy = true
    scene.press("Ctrl-Z")
    scene.send(.search(.foundToPlay(UndoScene.queued(6, 7, 8), start: 0)))
    scene.work()
    #expect(scene.tracks == [6, 7, 8] && scene.stage.app.queue.current == 0)
    scene.isBusy = false
    scene.press("Ctrl-Z", "Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4])
  }

  @Test("what was queued behind doing again ends that, and undo goes on from there")
  func queuedBehindRedo() {
    var scene = UndoScene.playing()
    scene.editLibrary()
    scene.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.press("Ctrl-Z")
    scene.isBusy = true
    scene.press("Ctrl-R")
    scene.send(.search(.foundToQueue(UndoScene.queued(6), next: false)))
    scene.work()
    #expect(scene.tracks == [1, 2, 3, 4, 6])
    #expect(scene.message == "Nothing was done again: the queue was edited meanwhile")
    scene.isBusy = false
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4])
    scene.press("Ctrl-Z")
    #expect(scene.said == ["undid 1"])
  }

  @Test("undo that comes to what is not kept any more takes back nothing that was done since")
  func forgotten() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.press("Ctrl-Z")
    scene.isBusy = true
    scene.press("Ctrl-R")
    scene.send(.search(.foundToQueue(UndoScene.queued(6), next: false)))
    scene.work()
    scene.press("Ctrl-Z", "Ctrl-Z")
    scene.send(.search(.foundToQueue(UndoScene.queued(7), next: false)))
    scene.work()
    #expect(scene.tracks == [1, 2, 3, 4, 6, 7])
  }

  @Test("two undos in a row undo two edits, however late they are answered")
  func twice() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.send(.search(.foundToQueue(UndoScene.queued(6), next: false)))
    scene.isBusy = true
    scene.press("Ctrl-Z", "Ctrl-Z", "Ctrl-R")
    scene.work()
    #expect(scene.tracks == [1, 2, 3, 4, 5])
  }

  @Test(
    "whenever answers come, only undo takes an edit back, and every one that stands can be",
    arguments: 0..<100)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var scene = UndoScene.playing()
    scene.isBusy = true
    for step in 0..<60 {
      let (before, steps) = (scene.tracks, scene.stage.app.playing.edits.done.map(\.number))
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1:
        scene.send(
          .search(
            .foundToQueue(
              UndoScene.queued(Int64(10 + step)), next: .random(using: &generator))))
      case 2:
        scene.send(.search(.foundToPlay(UndoScene.queued(Int64(100 + step), 2), start: 0)))
      case 3: scene.editLibrary()
      case 4, 5:
        scene.press("Ctrl-Z")
        #expect(scene.tracks == before)
      case 6: scene.press("Ctrl-R")
      default:
        scene.work(1)
        let now = scene.stage.app.playing.edits.done.map(\.number)
        // One step is undone or redone, or the queue is unchanged.
        #expect(now == steps || now == Array(steps.dropLast()) || Array(now.dropLast()) == steps)
        #expect(now != steps || scene.tracks == before, "\(seed) \(step)")
      }
    }
    scene.work()
    // The timeline has every edit that the queue can undo, in the same order.
    let numbers = scene.stage.app.playing.edits.done.map(\.number)
    let known = Set(numbers)
    #expect(scene.timeline.done.map(\.number).filter(known.contains) == numbers, "\(seed)")
    scene.isBusy = false
    let count = numbers.count + scene.steps.count
    for _ in 0..<count { scene.press("Ctrl-Z") }
    #expect(scene.stage.app.playing.edits.done.isEmpty && scene.steps.isEmpty, "\(seed)")
    #expect(scene.tracks == [1, 2, 3, 4], "\(seed)")
  }
}

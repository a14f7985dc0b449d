import Music
import Testing

@testable import Interface

@Suite("Undo of queue edits")
struct QueueUndoTests {
  @Test("Ctrl-Z takes back what was queued and says so, Ctrl-R queues it again")
  func queueing() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(5, 6, 7), next: false)))
    scene.send(.search(.foundToQueue(UndoScene.queued(8), next: true)))
    #expect(scene.tracks == [1, 8, 2, 3, 4, 5, 6, 7])
    scene.press("Ctrl-Z")
    #expect(scene.message == "Undid: queued 1 track next")
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4] && scene.message == "Undid: queued 3 tracks")
    scene.press("Ctrl-R")
    #expect(scene.tracks == [1, 2, 3, 4, 5, 6, 7] && scene.message == "Redid: queued 3 tracks")
    scene.press("Ctrl-R")
    #expect(scene.tracks == [1, 8, 2, 3, 4, 5, 6, 7])
    #expect(scene.plays.isEmpty && scene.stage.app.isPlaying)
  }

  @Test("what was removed comes back where it was, and what plays is current again")
  func removing() {
    var scene = UndoScene.playing()
    scene.press("Tab", "Tab", "Tab", "]", "d")
    #expect(scene.tracks == [2, 3, 4] && scene.stage.app.queue.current == nil)
    scene.press("Ctrl-Z")
    #expect(scene.message == "Undid: removed 1 track from the queue")
    #expect(scene.tracks == [1, 2, 3, 4] && scene.stage.app.queue.current == 0)
    #expect(scene.plays.isEmpty)
  }

  @Test("moves of one row in a row are one step")
  func moving() {
    var scene = UndoScene.playing()
    scene.press("Tab", "Tab", "Tab", "]", "J", "J")
    #expect(scene.tracks == [2, 3, 1, 4])
    scene.press("j", "K")
    #expect(scene.tracks == [2, 3, 4, 1])
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [2, 3, 1, 4] && scene.message == "Undid: moved a track in the queue")
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4])
  }

  @Test("undoing a replacement brings the old queue back with what it was at, and where")
  func replacing() {
    var scene = UndoScene.playing()
    let old = scene.stage.app.player.item
    scene.stage.app.now = scene.stage.app.now.advanced(by: .seconds(42))
    scene.send(.search(.foundToPlay(UndoScene.queued(5, 6), start: 1)))
    let new = scene.plays.last?.id
    if let new { scene.send(.player(.state(.playing(new, scene.stage.clock())))) }
    scene.stage.press("Ctrl-Z")
    let number = scene.stage.app.playing.edits.done.last?.number ?? 0
    scene.stage.send(.queue(.editUndone(EditTimeline.Edit(number))))
    #expect(scene.tracks == [1, 2, 3, 4] && scene.stage.app.queue.current == 0)
    #expect(scene.message == "Undid: replaced the queue")
    let plays = scene.stage.receive().compactMap { effect in
      if case .player(.play(let request, let position, let isPaused)) = effect {
        (request.id.track, position, isPaused)
      } else {
        nil
      }
    }
    #expect(plays.count == 1)
    #expect(plays.first.map { $0 == (TrackID(1), .seconds(42), false) } == true)
    #expect(old?.track == TrackID(1))
  }

  @Test("another entry of the same list is a jump, which is no edit")
  func jumping() {
    var scene = UndoScene.playing()
    let ids = scene.stage.app.queue.ids
    let steps = scene.stage.app.playing.edits.done.count
    scene.send(.search(.foundToPlay(UndoScene.queued(1, 2, 3, 4), start: 2)))
    #expect(scene.stage.app.queue.ids == ids && scene.stage.app.playing.edits.done.count == steps)
  }

  @Test("undoing what plays leaves it playing, and the queue goes on where it would have")
  func undoingWhatPlays() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(8), next: true)))
    scene.press(">")
    guard let id = scene.plays.last?.id else { return }
    scene.send(.player(.state(.playing(id, scene.stage.clock()))))
    scene.plays = []
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4] && scene.plays.isEmpty && scene.stage.app.isPlaying)
    #expect(scene.stage.app.playing.nextTrack?.id == TrackID(2))
  }

  @Test("edits of the queue and of the library are undone in the order of their making")
  func chronology() {
    var scene = UndoScene.playing()
    scene.editLibrary()
    scene.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.editLibrary()
    scene.press("Ctrl-Z")
    #expect(scene.said == ["undid 2"] && scene.tracks.count == 5)
    scene.press("Ctrl-Z")
    #expect(scene.said == ["undid 2"] && scene.tracks.count == 4)
    scene.press("Ctrl-Z")
    #expect(scene.said == ["undid 2", "undid 1"])
    scene.press("Ctrl-R", "Ctrl-R")
    #expect(scene.said.last == "redid 1" && scene.tracks.count == 5)
    scene.press("Ctrl-R")
    #expect(scene.said.last == "redid 2")
  }

  @Test("an edit of the library ends what could be done again of the queue")
  func ended() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.press("Ctrl-Z")
    scene.editLibrary()
    scene.press("Ctrl-R")
    #expect(scene.tracks == [1, 2, 3, 4])
    scene.press("Ctrl-Z", "Ctrl-R")
    #expect(scene.said == ["undid 1", "redid 1"] && scene.tracks == [1, 2, 3, 4])
  }

  @Test("an adjustment of a cue behind an edit of the queue is a step of its own")
  func cues() {
    var scene = UndoScene.playing()
    scene.stage.cues = [Cue(id: CueID(1), time: .seconds(30), kind: .intro)]
    scene.stage.send(.cues(.loaded(TrackID(1), scene.stage.cues)))
    scene.stage.press("C", "g", ".")
    scene.stage.send(.search(.foundToQueue(UndoScene.queued(5), next: false)))
    scene.stage.press(".", ".")
    let steps = scene.stage.receive().compactMap { effect in
      if case .edit(.cues(.adjust(_, _, let isContinued))) = effect { isContinued } else { nil }
    }
    #expect(steps == [false, false, true])
  }

  @Test("a stream that was refused comes back neither by undo nor by doing again")
  func refused() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(7, 8), next: false)))
    scene.send(.search(.foundToQueue(UndoScene.queued(9), next: false)))
    scene.press("Ctrl-Z")
    scene.send(.track(.streamRefused(TrackID(7), title: "http://host/x", reason: "no")))
    scene.press("Ctrl-R")
    #expect(scene.tracks == [1, 2, 3, 4, 8, 9])
    scene.press("Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4, 8])
  }

  @Test("where neither what plays nor what was heard is there any more, nothing is current")
  func nothingCurrent() {
    var scene = UndoScene.playing()
    scene.send(.search(.foundToQueue(UndoScene.queued(6), next: true)))
    scene.press(">")
    guard let id = scene.plays.last?.id else { return #expect(Bool(false)) }
    scene.send(.player(.state(.playing(id, scene.stage.clock()))))
    scene.press("s", "Ctrl-Z")
    #expect(scene.tracks == [1, 2, 3, 4] && scene.stage.app.player.item?.track == TrackID(6))
    #expect(scene.stage.app.queue.current == nil && scene.stage.app.queue.upNext != nil)
    #expect(scene.stage.app.queue.remaining == 4)
  }

  @Test("random edits and undos of both are those of one list", arguments: 0..<40)
  func randomOrder(seed: UInt64) {
    enum Edit: Equatable { case queue(Int), library(Int64) }
    var generator = SeededGenerator(seed: seed)
    var order = EditTimeline()
    var (done, undone): ([Edit], [Edit]) = ([], [])
    var (number, step): (Int, Int64) = (0, 0)
    func steps(_ edits: [Edit]) -> [Int64] {
      edits.compactMap { if case .library(let step) = $0 { step } else { nil } }
    }
    for _ in 0..<100 {
      let (latest, next) = (steps(done).max(), steps(undone).min())
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        number += 1
        order.record(number, after: latest)
        done.append(.queue(number))
        undone.removeAll { if case .queue = $0 { true } else { false } }
      case 1:
        step += 1
        done.append(.library(step))
        undone = []
      case 2, 3:
        let edit = order.undo(step: latest, nextStep: next).map { Edit.queue($0.number) }
        let expected = done.popLast()
        #expect(edit ?? latest.map(Edit.library) == expected)
        if let expected { undone.append(expected) }
      default:
        let edit = order.redo(step: latest, nextStep: next).map { Edit.queue($0.number) }
        let expected = undone.popLast()
        #expect(edit ?? next.map(Edit.library) == expected)
        if let expected { done.append(expected) }
      }
    }
  }

  @Test("random edits of the queue come back one by one, and go again", arguments: 0..<30)
  func randomEdits(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var scene = UndoScene.playing()
    var done: [[Int64]] = []
    var undone: [[Int64]] = []
    for _ in 0..<60 {
      let before = scene.tracks
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1:
        let track = Int64.random(in: 1...8, using: &generator)
        let next = Bool.random(using: &generator)
        scene.send(.search(.foundToQueue(UndoScene.queued(track), next: next)))
        done.append(before)
        undone = []
      case 2 where !before.isEmpty:
        scene.stage.app.focus = .playlists
        scene.stage.app.browsing.showQueue()
        scene.press("g")
        for _ in 0..<Int.random(in: 0..<before.count, using: &generator) { scene.press("j") }
        scene.press("d")
        done.append(before)
        undone = []
      case 3: scene.press("s")
      case 4:
        let tracks = (0..<3).map { _ in Int64.random(in: 1...8, using: &generator) }
        guard tracks != before else { continue }
        scene.send(.search(.foundToPlay(tracks.map { QueuedTrack(TrackID($0)) }, start: 0)))
        done.append(before)
        undone = []
      case 5, 6:
        scene.press("Ctrl-Z")
        if let expected = done.popLast() {
          undone.append(before)
          #expect(scene.tracks == expected)
        }
      default:
        scene.press("Ctrl-R")
        if let expected = undone.popLast() {
          done.append(before)
          #expect(scene.tracks == expected)
        }
      }
      // The first replacement, that of the empty queue, is a step as well.
      if done.isEmpty, scene.tracks.isEmpty { return }
    }
  }

  @Test("only so many steps are kept, and the newest whatever its length")
  func bounds() {
    var edits = QueueEdits()
    let moment = QueueMoment(queue: PlayQueue(tracks: [TrackID(1)]), position: .zero)
    for _ in 0..<250 { _ = edits.record("queued 1 track", before: moment) }
    #expect(edits.done.count == QueueEdits.maximumSteps)
    let long = PlayQueue(tracks: Array(repeating: TrackID(1), count: QueueEdits.maximumTracks + 1))
    let number = edits.record("replaced", before: QueueMoment(queue: long, position: .zero))
    #expect(edits.done.map(\.number) == [number])
    #expect(edits.undo(1, now: moment) == .overtaken)
    _ = number.map { edits.undo($0, now: moment) }
    #expect(edits.done.isEmpty && edits.undo(1, now: moment) == .forgotten)
  }
}

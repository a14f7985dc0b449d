import Music
import Testing

@testable import tritone

@Suite("The queue of the analysis")
struct AnalysisQueueTests {
  private func task(_ id: Int64) -> AnalysisTask {
    AnalysisTask(
      track: TrackID(id), path: FilePath("/\(id)"), parts: [.tempo], duration: .seconds(100))
  }

  private let found = AnalysisEnd.found(.found(TrackAnalysis(parts: [.tempo])))
  private let now = ContinuousClock.now

  private func begun(_ queue: inout AnalysisQueue) -> [Int64] {
    var ids: [Int64] = []
    while let next = queue.next(claiming: { _ in true }) { ids.append(next.track.rawValue) }
    return ids
  }

  @Test("tasks are begun in the order of the library's answer, those asked for by hand before")
  func order() {
    var queue = AnalysisQueue()
    queue.add([task(1), task(2), task(3)], asFor: 3)
    queue.ask(for: [task(9), task(2)])
    #expect(begun(&queue) == [9, 2, 1, 3])
    #expect(queue.known == [TrackID(1), TrackID(2), TrackID(3), TrackID(9)])
  }

  @Test("what plays changes what is asked for next, and drops what waits")
  func first() {
    var queue = AnalysisQueue()
    _ = queue.beginAsking()
    queue.add([task(1), task(2)], asFor: 32)
    #expect(!queue.wantsTasks)
    queue.put(first: [TrackID(7)])
    #expect(queue.wantsTasks && queue.waiting.isEmpty)
    #expect(queue.beginAsking().first == [TrackID(7)])
    // The answer to a request from before another track began to play.
    queue.put(first: [TrackID(8)])
    queue.add([task(7)], asFor: 32)
    #expect(queue.waiting.isEmpty && queue.wantsTasks)
  }

  @Test("a change while the library is asked is not lost")
  func change() {
    var queue = AnalysisQueue()
    _ = queue.beginAsking()
    queue.noteChange(clearsSkipped: false)
    queue.add([], asFor: 32)
    #expect(queue.wantsTasks)
  }

  @Test("a pause begins nothing but what is asked for by hand, and takes back what was begun")
  func pause() {
    var queue = AnalysisQueue()
    queue.add([task(1), task(2)], asFor: 32)
    let first = queue.next { _ in true }
    #expect(first == task(1))
    queue.pauses.byUser = true
    #expect(begun(&queue) == [])
    queue.end(task(1), .cancelled, at: now)
    queue.ask(for: [task(5)])
    #expect(begun(&queue) == [5])
    queue.pauses.byUser = false
    #expect(begun(&queue) == [1, 2])
  }

  @Test("what another process is at, or cannot be read just now, is left out until a change")
  func skipped() {
    var queue = AnalysisQueue()
    queue.add([task(1), task(2), task(3)], asFor: 3)
    let second = queue.next { $0 != TrackID(1) }
    #expect(second == task(2))
    queue.end(task(2), .passed("no such file"), at: now)
    #expect(queue.skipped == [TrackID(1), TrackID(2)])
    #expect(queue.known.contains(TrackID(1)))
    queue.noteChange(clearsSkipped: true)
    #expect(queue.skipped.isEmpty && queue.wantsTasks)
  }

  @Test("what somebody else did meanwhile is not named again, unless it was asked for by hand")
  func passed() {
    var queue = AnalysisQueue()
    queue.add([task(1), task(2)], asFor: 2)
    #expect(begun(&queue) == [1, 2])
    queue.ask(for: [task(2)])
    queue.pass(task(1))
    queue.pass(task(2))
    #expect(queue.inHand.isEmpty && queue.wantsTasks)
    queue.add([task(1), task(2)], asFor: 2)
    #expect(begun(&queue) == [2])
    queue.end(task(2), found, at: now)
    let sum = queue.finishRequests(queue.takeResults())
    #expect(sum?.done == 1)
  }

  @Test("a task that comes back though it was kept is not done again, unless its file changed")
  func comingBack() {
    var queue = AnalysisQueue()
    queue.add([task(1)], asFor: 1)
    #expect(begun(&queue) == [1])
    queue.end(task(1), found, at: now)
    queue.noteKept(queue.takeResults())
    queue.add([task(1), task(2)], asFor: 2)
    #expect(begun(&queue) == [2])
    #expect(queue.known.contains(TrackID(1)))
    var changed = task(1)
    changed.file = FileStamp(size: 5, modified: 5)
    queue.add([changed], asFor: 1)
    #expect(queue.waiting == [])
    queue.noteChange(clearsSkipped: true)
    queue.add([changed], asFor: 1)
    #expect(queue.waiting == [changed])
  }

  @Test("results are due after sixteen, after two seconds, and when nothing else is being done")
  func batches() {
    var queue = AnalysisQueue()
    queue.add((1...40).map { task($0) }, asFor: 40)
    #expect(queue.timeToKeep(at: now) == nil)
    let first = queue.next { _ in true }
    #expect(first == task(1))
    queue.end(task(1), found, at: now)
    #expect(queue.timeToKeep(at: now) == .seconds(2))
    #expect(queue.timeToKeep(at: now.advanced(by: .seconds(3))) == .zero)
    for id in Int64(2)...16 {
      _ = queue.next { _ in true }
      queue.end(task(id), found, at: now)
    }
    #expect(queue.timeToKeep(at: now) == .zero)
    #expect(queue.takeResults().map(\.task.track.rawValue) == Array(1...16))
    let rest = begun(&queue)
    #expect(rest == Array(17...40))
    for id in rest { queue.end(task(id), found, at: now) }
    _ = queue.takeResults()
    #expect(queue.isDone && queue.timeToKeep(at: now) == nil)
  }

  @Test("what cannot be kept stops the work before memory fills")
  func trouble() {
    var queue = AnalysisQueue()
    queue.add((1...100).map { task($0) }, asFor: 100)
    for id in Int64(1)...64 {
      _ = queue.next { _ in true }
      queue.end(task(id), found, at: now)
    }
    #expect(queue.next { _ in true } == nil)
    let results = queue.takeResults()
    queue.putBack(results, at: now)
    queue.pauses.isTroubled = true
    #expect(queue.results.count == 64 && queue.timeToKeep(at: now) == nil)
  }

  @Test("of what was asked for by hand the sum is said once, when all of it is kept")
  func asked() {
    var queue = AnalysisQueue()
    queue.ask(for: [task(1), task(2), task(3)])
    #expect(begun(&queue) == [1, 2, 3])
    queue.end(task(1), found, at: now)
    queue.end(task(2), .found(.failed("damaged")), at: now)
    let early = queue.finishRequests(queue.takeResults())
    #expect(early == nil)
    queue.end(task(3), .passed("no such file"), at: now)
    let sum = queue.finishRequests([])
    #expect(sum == RequestedSum(done: 3, failed: 2, reason: "no such file"))
    let again = queue.finishRequests([])
    #expect(again == nil)
  }

  @Test("two processes never claim the same track, and one that lets go gives it free")
  func claims() throws {
    let folder = try Folder()
    let library = folder.path("library.db")
    let (one, two) = (AnalysisClaims(library: library), AnalysisClaims(library: library))
    #expect(one.claim(TrackID(7)) && one.claim(TrackID(8)))
    #expect(!two.claim(TrackID(7)) && two.claim(TrackID(9)))
    one.drop(TrackID(7))
    #expect(two.claim(TrackID(7)))
    let memory = AnalysisClaims(library: FilePath(""))
    #expect(memory.claim(TrackID(7)))
  }

  @Test("the speed is that of late, and nothing before there is anything to tell it from")
  func speed() {
    var speed = AnalysisSpeed(from: now)
    #expect(speed.value(at: now) == nil)
    for second in 1...10 { speed.add(.seconds(200), at: now.advanced(by: .seconds(second))) }
    #expect(speed.value(at: now.advanced(by: .seconds(10))) == 200)
    for second in 11...100 { speed.add(.seconds(50), at: now.advanced(by: .seconds(second))) }
    let late = speed.value(at: now.advanced(by: .seconds(100))) ?? 0
    #expect(abs(late - 50) < 2)
  }
}

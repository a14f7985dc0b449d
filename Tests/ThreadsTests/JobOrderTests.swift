import Testing

@testable import Threads

@Suite("The order of jobs")
struct JobOrderTests {
  @Test("jobs leave a queue as they came, also beyond the room that it keeps")
  func queue() {
    var queue = JobQueue<Int>()
    var (added, taken) = (0, [Int]())
    for round in 1...50 {
      for _ in 0..<(round * 13) {
        queue.append(added)
        added += 1
      }
      for _ in 0..<(round * 11) { queue.popFirst().map { taken.append($0) } }
    }
    #expect(!queue.isEmpty)
    while let job = queue.popFirst() { taken.append(job) }
    #expect(taken == Array(0..<added))
    #expect(queue.isEmpty)
  }

  @Test("jobs come at their times, those of one time as they were added")
  func times() {
    var times = JobTimes<Int>()
    let wanted = (0..<500).map { Int64(($0 * 7919) % 100) }
    for (job, time) in wanted.enumerated() { times.add(job, at: time) }
    #expect(times.next == 0)
    let early = times.popAll(until: 49)
    #expect(times.next == 50)
    times.add(500, at: 10)
    #expect(times.next == 10)
    let late = times.popAll(until: 99)
    #expect(times.next == nil)
    let sorted = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    #expect(early + late.dropFirst() == sorted)
    #expect(late.first == 500)
  }

  @Test("jobs that are taken out before their time leave the others in their order")
  func removal() {
    var times = JobTimes<Int>()
    let wanted = (0..<300).map { Int64(($0 * 7919) % 50) }
    for (job, time) in wanted.enumerated() { times.add(job, at: time) }
    for job in stride(from: 0, to: 300, by: 3) { times.remove { $0 == job } }
    times.remove { $0 == 999 }
    let left = wanted.indices.filter { $0 % 3 != 0 }
    #expect(
      times.popAll(until: 50) == left.sorted { (wanted[$0], $0) < (wanted[$1], $1) })
    times.add(1, at: 5)
    times.remove { $0 == 1 }
    #expect(times.next == nil)
  }
}

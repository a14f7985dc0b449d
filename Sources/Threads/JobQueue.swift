/// Jobs of tasks, first in, first out.
struct JobQueue<Job> {
  private var jobs: [Job] = []
  /// The index of the next job; those before it have been taken.
  private var first = 0

  /// Memory is given back beyond so many jobs.
  private static var room: Int { 256 }

  var isEmpty: Bool { first == jobs.count }

  mutating func append(_ job: Job) { jobs.append(job) }

  mutating func popFirst() -> Job? {
    guard first < jobs.count else { return nil }
    let job = jobs[first]
    first += 1
    if first == jobs.count {
      jobs.removeAll(keepingCapacity: first <= Self.room)
      first = 0
    } else if first >= Self.room, first * 2 >= jobs.count {
      jobs.removeFirst(first)
      first = 0
    }
    return job
  }
}

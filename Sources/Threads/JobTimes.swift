/// Jobs and their times, as a binary heap: the next is the first.
struct JobTimes<Job> {
  private struct Entry {
    let time: Int64
    /// Jobs of the same time come in the order in which they were added.
    let number: UInt64
    let job: Job

    func comes(before other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }

  private var entries: [Entry] = []
  private var added: UInt64 = 0

  /// The time of the next job.
  var next: Int64? { entries.first?.time }

  mutating func add(_ job: Job, at time: Int64) {
    entries.append(Entry(time: time, number: added, job: job))
    added += 1
    rise(from: entries.count - 1)
  }

  /// Takes a job out before its time, if it is there.
  mutating func remove(where isMeant: (Job) -> Bool) {
    guard let index = entries.firstIndex(where: { isMeant($0.job) }) else { return }
    remove(at: index)
  }

  /// Takes the jobs whose time has come, in their order.
  mutating func popAll(until now: Int64) -> [Job] {
    var jobs: [Job] = []
    while let first = entries.first, first.time <= now {
      jobs.append(first.job)
      remove(at: 0)
    }
    return jobs
  }

  private mutating func remove(at index: Int) {
    entries.swapAt(index, entries.count - 1)
    entries.removeLast()
    guard index < entries.count else { return }
    sink(from: index)
    rise(from: index)
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0, entries[index].comes(before: entries[(index - 1) / 2]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && entries[child].comes(before: entries[least]) {
        least = child
      }
      if least == index { return }
      entries.swapAt(index, least)
      index = least
    }
  }
}

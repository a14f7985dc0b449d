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
    var index = entries.count - 1
    while index > 0, entries[index].comes(before: entries[(index - 1) / 2]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes the jobs whose time has come, in their order.
  mutating func popAll(until now: Int64) -> [Job] {
    var jobs: [Job] = []
    while let first = entries.first, first.time <= now {
      jobs.append(first.job)
      removeFirst()
    }
    return jobs
  }

  private mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var index = 0
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

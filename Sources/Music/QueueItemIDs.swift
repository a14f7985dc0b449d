/// The ids of a queue's items in its order: tracks are queued many at a time, and their ids follow
/// one another.
package struct QueueItemIDs: RandomAccessCollection, Equatable, Sendable {
  /// Ids that follow one another.
  private struct Run: Equatable, Sendable {
    /// The index of the first id.
    var start: Int
    var first: Int64
  }

  /// As few as there can be, so that equal ids are equal runs.
  private var runs: [Run] = []
  package private(set) var endIndex = 0
  package var startIndex: Int { 0 }

  package init() {}

  package init(_ ids: Range<Int64>) { append(ids) }

  package init(_ ids: some Sequence<QueueItemID>) {
    for id in ids { append(id.rawValue..<id.rawValue + 1) }
  }

  package subscript(index: Int) -> QueueItemID {
    precondition(indices.contains(index))
    let run = runs[run(at: index)]
    return QueueItemID(run.first + Int64(index - run.start))
  }

  /// The index of an item; nil when it is not among them.
  package func index(of item: QueueItemID) -> Int? {
    for (number, run) in runs.enumerated() {
      let offset = item.rawValue.subtractingReportingOverflow(run.first)
      guard !offset.overflow, offset.partialValue >= 0 else { continue }
      let index = run.start + Int(offset.partialValue)
      if index < end(ofRun: number) { return index }
    }
    return nil
  }

  mutating func insert(_ added: Range<Int64>, at index: Int) {
    guard index < endIndex else { return append(added) }
    var new = part(0..<index)
    new.append(added)
    new.append(self, index..<endIndex)
    self = new
  }

  mutating func move(from index: Int, to target: Int) {
    let moved = self[index].rawValue
    var rest = part(0..<index)
    rest.append(self, index + 1..<endIndex)
    rest.insert(moved..<moved + 1, at: target)
    self = rest
  }

  mutating func replace(at index: Int, with id: QueueItemID) {
    var new = part(0..<index)
    new.append(id.rawValue..<id.rawValue + 1)
    new.append(self, index + 1..<endIndex)
    self = new
  }

  private func part(_ range: Range<Int>) -> QueueItemIDs {
    var part = QueueItemIDs()
    part.append(self, range)
    return part
  }

  private mutating func append(_ ids: Range<Int64>) {
    guard !ids.isEmpty else { return }
    let isNext = runs.last.map { $0.first + Int64(endIndex - $0.start) == ids.lowerBound }
    if isNext != true { runs.append(Run(start: endIndex, first: ids.lowerBound)) }
    endIndex += ids.count
  }

  private mutating func append(_ other: QueueItemIDs, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    for number in other.run(at: range.lowerBound)..<other.runs.count {
      let run = other.runs[number]
      guard run.start < range.upperBound else { return }
      let start = Swift.max(run.start, range.lowerBound)
      let end = Swift.min(other.end(ofRun: number), range.upperBound)
      let first = run.first + Int64(start - run.start)
      append(first..<first + Int64(end - start))
    }
  }

  private func run(at index: Int) -> Int {
    runs.count == 1 ? 0 : runs.partitioningIndex { $0.start > index } - 1
  }

  private func end(ofRun number: Int) -> Int {
    number + 1 < runs.count ? runs[number + 1].start : endIndex
  }
}

import Music
import Testing

@testable import Music

@Suite("Ids of the queue's items")
struct QueueItemIDsTests {
  private static func ids(_ numbers: [Int64]) -> [QueueItemID] { numbers.map { QueueItemID($0) } }

  @Test("runs are what a plain array would be, whatever is put in, moved and named anew")
  func model() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      var (ids, model, next) = (QueueItemIDs(), [Int64](), Int64(0))
      for _ in 0..<60 {
        let count = model.count
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1:
          let added = next..<next + .random(in: 0...4, using: &generator)
          next = added.upperBound
          let index =
            Bool.random(using: &generator) ? count : .random(in: 0...count, using: &generator)
          ids.insert(added, at: index)
          model.insert(contentsOf: added, at: index)
        case 2 where count > 0:
          let (from, target) = (
            Int.random(in: 0..<count, using: &generator),
            Int.random(in: 0..<count, using: &generator)
          )
          ids.move(from: from, to: target)
          model.insert(model.remove(at: from), at: target)
        case 3 where count > 0:
          let index = Int.random(in: 0..<count, using: &generator)
          ids.replace(at: index, with: QueueItemID(next))
          model[index] = next
          next += 1
        default:
          model.removeAll { _ in Int.random(in: 0..<5, using: &generator) == 0 }
          ids = QueueItemIDs(Self.ids(model))
        }
        #expect(Array(ids) == Self.ids(model))
        // Equal ids are equal however they came about.
        #expect(ids == QueueItemIDs(Self.ids(model)))
        for (index, id) in model.enumerated() { #expect(ids.index(of: QueueItemID(id)) == index) }
        #expect(ids.index(of: QueueItemID(next)) == nil && ids.index(of: QueueItemID(-1)) == nil)
      }
    }
  }

  @Test("the ends of all numbers are none of them")
  func ends() {
    let ids = QueueItemIDs(5..<10)
    #expect(ids.index(of: QueueItemID(.max)) == nil && ids.index(of: QueueItemID(.min)) == nil)
    #expect(QueueItemIDs(Int64.min..<Int64.min + 2).index(of: QueueItemID(.max)) == nil)
  }
}

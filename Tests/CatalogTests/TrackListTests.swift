import Music
import Testing

@testable import Catalog

@Suite("Lists of tracks")
struct TrackListTests {
  @Test(
    "all tracks are those of every range, however many there are",
    arguments: [0, 1, 65_536, 150_001])
  func all(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let order = (0..<UInt32(count)).shuffled(using: &generator)
    let list = TrackList(
      Column(order), ids: Column((0..<Int64(count)).map { $0 * 3 + 5 }), duration: 0)
    #expect(list.all.count == count)
    #expect(list.all.map(\.rawValue) == list.ids(0..<count))
    #expect(list.all.map(\.rawValue) == order.map { Int64($0) * 3 + 5 })
  }
}

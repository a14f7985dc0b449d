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

  @Test("ids that follow one another are those of ids with gaps", arguments: [0, 1, 40, 150_000])
  func dense(gap: Int) {
    // A gap behind the last one is none.
    let ids = (0..<150_000).map { Int64($0 < gap || gap == 0 ? $0 : $0 + 1) - 7 }
    let order = (0..<UInt32(150_000)).reversed()
    let list = TrackList(Column(Array(order)), ids: Column(ids), duration: 0)
    #expect(list.all.map(\.rawValue) == ids.reversed())
  }
}

import Catalog
import Testing

struct TrackSetTests {
  @Test("a set of tracks holds what was put into it, across its words")
  func holds() {
    var set = TrackSet(capacity: 130)
    for ordinal in [0, 63, 64, 129] { set[ordinal] = true }
    set[64] = false
    #expect(set.count == 3)
    #expect((0..<130).filter { set[$0] } == [0, 63, 129])
  }
}

import Testing

@testable import Library

@Suite("Sets of ids")
struct IDSetTests {
  @Test("an id of any size is held, and none that was not put in")
  func anySize() {
    let ids: [Int64] = [0, 1, 63, 64, 1_000_000, 1 << 26, 1 << 40, .max, -1, .min]
    var set = IDSet()
    for id in ids { set.insert(id) }
    for id in ids { #expect(set.contains(id)) }
    for id: Int64 in [2, 62, 65, 999_999, (1 << 26) - 1, (1 << 26) + 1, .max - 1, -2] {
      #expect(!set.contains(id))
    }
  }
}

import Music
import Testing

@testable import Catalog

@Suite("Sums of columns")
struct ColumnSumTests {
  @Test(
    "a sum is that of the tracks one by one, also of the greatest values, whatever their number",
    arguments: [0, 1, 63, 64, 65, 1_000, 270_000])
  func sums(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let column = Column<UInt32>(
      (0..<count).map { _ in
        Bool.random(using: &random) ? .max : .random(in: 0...600_000, using: &random)
      })
    for share in [0, 3, 50, 97, 100] {
      let tracks = TrackSet(capacity: count) { _ in
        Int.random(in: 0..<100, using: &random) < share
      }
      var naive: UInt64 = 0
      tracks.forEach { naive += UInt64(column[$0]) }
      #expect(column.sum { tracks.words[$0] } == naive)
    }
  }

  @Test("tracks with a flag are those that have it, whatever others they have")
  func flags() {
    var random = SeededGenerator(seed: 3)
    for count in [0, 1, 7, 8, 9, 64, 200] {
      let column = Column<TrackFlags>(
        (0..<count).map { _ in TrackFlags(rawValue: .random(in: 0...255, using: &random)) })
      for flag in [TrackFlags.missing, .offline, .hasNotes, .book] {
        let tracks = TrackSet(capacity: count) { column[$0].contains(flag) }
        #expect(TrackSet(column, with: flag) == tracks)
      }
    }
  }
}

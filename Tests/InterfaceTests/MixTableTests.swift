import Testing

@testable import Interface

@Suite("Tables of tracks to be mixed")
struct MixTableTests {
  private let kinds: [MixTable.Kind] = [
    .number, .at, .title, .artist, .bpm, .change, .key, .longEnergy, .time, .join, .clash,
  ]
  private let order: [MixTable.Kind] = [
    .longEnergy, .bpm, .at, .artist, .join, .change, .time, .number,
  ]

  @Test("columns stand beside one another within every width, and the title always shows")
  func widths() {
    for width in 20...220 {
      let columns = MixTable(kinds, width: width, givingWay: order).columns
      for (column, next) in zip(columns, columns.dropFirst()) {
        #expect(column.start + column.width < next.start, "\(width)")
      }
      #expect(columns.last.map { $0.start + $0.width <= width } == true, "\(width)")
      #expect(columns.contains { $0.kind == .title && $0.width > 0 }, "\(width)")
    }
  }

  @Test("the least important columns give way first, in their order")
  func givingWay() {
    var before = kinds.count
    for width in (20...220).reversed() {
      let left = MixTable(kinds, width: width, givingWay: order).columns.map(\.kind)
      let gone = kinds.filter { !left.contains($0) }
      #expect(Set(gone) == Set(order.prefix(gone.count)).intersection(gone))
      #expect(gone.allSatisfy(order.contains) && left.count <= before)
      before = left.count
    }
  }

  @Test("tempo differences have a sign, and a minus that is one")
  func changes() {
    let texts = [0.0344, -0.0164, 0, 0.0004, nil].map { MixCells.change($0) }
    #expect(texts == ["+3.4", "−1.6", "0.0", "0.0", "—"])
  }
}

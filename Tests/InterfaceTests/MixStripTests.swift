import Music
import Testing

@testable import Interface

@Suite("Strips of mixes")
struct MixStripTests {
  private func strip(_ timeline: MixTimeline, columns: Int, longest: Duration? = nil) -> MixStrip {
    MixStrip(
      timeline, scale: MixScale(longest: longest ?? timeline.duration, columns: columns))
  }

  /// Blocks without gaps, of one column at least, for all entries in order.
  private func check(_ strip: MixStrip, of timeline: MixTimeline, columns: Int) {
    var (column, entry) = (0, 0)
    for block in strip.blocks {
      #expect(block.columns.lowerBound == column && !block.columns.isEmpty)
      #expect(block.entries.lowerBound >= entry && !block.entries.isEmpty)
      (column, entry) = (block.columns.upperBound, block.entries.upperBound)
    }
    #expect(column <= columns && entry <= timeline.count)
    #expect(strip.columns == column)
  }

  @Test("blocks are as wide as their entries are long, rounded at both ends")
  func widths() {
    let timeline = Mixes.timeline(Mixes.warmUp)
    let strip = strip(timeline, columns: 91)
    check(strip, of: timeline, columns: 91)
    #expect(strip.blocks.map(\.columns.lowerBound) == [0, 8, 18, 28, 35, 45, 55, 65, 77, 83])
    #expect(strip.columns == 91)
  }

  @Test("the longest mix fills the columns, and the others have its scale")
  func scale() {
    let (long, short) = (Mixes.timeline(Mixes.warmUp), Mixes.timeline(Mixes.late))
    let part = short.duration.seconds / long.duration.seconds
    for columns in [20, 57, 91, 180] {
      #expect(strip(long, columns: columns).columns == columns)
      let width = strip(short, columns: columns, longest: long.duration).columns
      #expect(abs(Double(width) - part * Double(columns)) <= 0.5)
    }
  }

  @Test("each join of a mix has a column of its order, with entries fewer or more than columns")
  func joins() {
    let keys = ["8A", "3B", "12A", "5B", "8A"]
    for (count, isEqual) in [(10, false), (150, false), (100, true), (900, false)] {
      let timeline = Mixes.timeline(
        (0..<count).map { (200, isEqual ? "8A" : keys[$0 % keys.count], 5) })
      let scale = MixScale(longest: timeline.duration, columns: 80)
      let strip = MixStrip(timeline, scale: scale)
      let joins = (0...count).compactMap { strip.join(before: $0, in: timeline, scale) }
      #expect(joins.count == count + 1 && joins == joins.sorted())
      for (entry, join) in joins.enumerated() {
        #expect(abs(join - entry * 80 / count) <= 2, "\(entry) of \(count)")
      }
      #expect((0..<count).allSatisfy { strip.block(of: $0) != nil })
    }
  }

  @Test("random mixes fill their columns without gaps", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let parts = (0..<Int.random(in: 0...90, using: &random)).map { _ -> Mixes.Part in
        let key = MusicalKey(number: .random(in: 0...24, using: &random))?.camelot
        return (
          Int.random(in: 0...1, using: &random) * .random(in: 1...900, using: &random), key, 5
        )
      }
      let timeline = Mixes.timeline(parts, rest: Bool.random(using: &random) ? 7 : 0)
      let columns = Int.random(in: 1...120, using: &random)
      let longest = timeline.duration * Double.random(in: 1...4, using: &random)
      check(strip(timeline, columns: columns, longest: longest), of: timeline, columns: columns)
    }
  }

  @Test("entries that are more than the columns join by key; other keys are sampled")
  func many() {
    let alike = Mixes.timeline(Array(repeating: (200, "8A", 5), count: 2_000))
    #expect(strip(alike, columns: 60).blocks.map(\.columns) == [0..<60])
    #expect(strip(alike, columns: 60).blocks.map(\.entries) == [0..<2_000])
    let mixed = Mixes.timeline((0..<2_000).map { (200, $0 % 2 == 0 ? "8A" : "3B", 5) })
    let sampled = strip(mixed, columns: 60)
    check(sampled, of: mixed, columns: 60)
    #expect(sampled.columns == 60)
    let halves = Mixes.timeline((0..<2_000).map { (200, $0 < 1_000 ? "8A" : "3B", 5) })
    #expect(strip(halves, columns: 60).blocks.map(\.columns) == [0..<30, 30..<60])
  }

  @Test("a short entry, a missing file and one of unknown length have a column each")
  func narrow() {
    let timeline = Mixes.timeline([
      (600, "8A", nil), (1, "3B", nil), (0, "5A", nil), (600, nil, nil), (2, "1A", nil),
    ])
    let strip = strip(timeline, columns: 40)
    check(strip, of: timeline, columns: 40)
    #expect(strip.blocks.map(\.columns.count) == [20, 1, 1, 17, 1])
    let keys = ["8A", "3B", "1A"].compactMap { MusicalKey($0) }
    #expect(
      strip.blocks.map(\.kind)
        == [.key(keys[0]), .key(keys[1]), .missingFile, .unknownKey, .key(keys[2])])
  }

  @Test("entries beyond the known ones are one block of their own")
  func rest() {
    let timeline = Mixes.timeline([(300, "8A", nil)], rest: 12, restSeconds: 300)
    let blocks = strip(timeline, columns: 20).blocks
    #expect(blocks.map(\.columns) == [0..<10, 10..<20])
    #expect(blocks.map(\.entries) == [0..<1, 1..<13] && blocks.last?.kind == .rest(12))
  }

  @Test("negative, endless and unordered times draw nothing outside of the columns")
  func hostile() {
    let times: [Duration] = [
      .zero, .seconds(-5), .seconds(Int64.max), .microseconds(Int64.min), .nanoseconds(1),
      .seconds(60),
    ]
    for longest in times {
      for start in times {
        for length in times {
          let entries = (1...3).map {
            MixTimeline.Entry(
              id: EntryID($0), track: TrackID($0), start: start, length: length,
              point: MixPoint(bpm: .nan, key: nil, tuning: .infinity, energy: .max))
          }
          let timeline = MixTimeline(entries: entries, count: 5, duration: longest)
          for columns in [0, 1, 2, 80] {
            let scale = MixScale(longest: longest, columns: columns)
            let strip = MixStrip(timeline, scale: scale)
            check(strip, of: timeline, columns: max(1, columns))
            let energy = MixEnergy(timeline, scale: scale, columns: strip.columns)
            #expect(energy.values.allSatisfy { $0 == 10 })
            #expect(scale.ruler.allSatisfy { $0.column + $0.text.count <= max(1, columns) })
          }
        }
      }
    }
    let empty = MixTimeline(count: 0, duration: .zero)
    #expect(strip(empty, columns: 40).blocks.isEmpty)
    let scale = MixScale(longest: .zero, columns: 40)
    #expect(MixEnergy(empty, scale: scale, columns: 0).bars.isEmpty)
  }

  @Test("neighbours clash as in every list, by key or by tempo")
  func clashes() {
    let tempos: [Double?] = [124, 125, 140, nil]
    let timeline = Mixes.timeline(
      [(300, "8A", nil), (300, "3B", nil), (300, "3B", nil), (300, nil, nil)]
    ) { tempos[$0] }
    let strip = strip(timeline, columns: 40)
    let clashes = strip.blocks.indices.map { strip.clash(after: $0, in: timeline) }
    #expect(clashes[0]?.from?.camelot == "8A" && clashes[0]?.to?.camelot == "3B")
    #expect(clashes[1]?.from == nil && clashes[1]?.jump != nil)
    #expect(clashes[2] == nil && clashes[3] == nil)
  }

  @Test("the ruler's step leaves eight columns between its labels")
  func ruler() {
    func texts(_ minutes: Int, columns: Int) -> [String] {
      MixScale(longest: .seconds(60 * minutes), columns: columns).ruler.map(\.text)
    }
    #expect(texts(54, columns: 91) == (1...10).map { "\($0 * 5):00" })
    #expect(texts(54, columns: 80) == ["10:00", "20:00", "30:00", "40:00", "50:00"])
    #expect(texts(54, columns: 24) == ["20:00", "40:00"])
    #expect(texts(54, columns: 12).isEmpty)
    #expect(texts(600, columns: 80) == (1...9).map { "\($0):00:00" })
    #expect(texts(60 * 24 * 7, columns: 80).count <= 10)
    let hour = MixScale(longest: .seconds(3_600), columns: 60).ruler
    #expect(hour.map(\.column) == [10, 20, 30, 40, 50])
  }

  @Test("the energy goes from entry to entry, and on at both ends")
  func energy() {
    let timeline = Mixes.timeline([
      (100, "8A", 1), (100, "8A", nil), (100, "8A", 10), (100, "8A", 4),
    ])
    let scale = MixScale(longest: timeline.duration, columns: 40)
    let energy = MixEnergy(timeline, scale: scale, columns: 40)
    #expect(energy.values.count == 40 && energy.values[0] == 1 && energy.values[5] == 1)
    #expect(energy.values[25] == 10 && energy.values[39] == 4)
    #expect(Array(energy.values[5...25]) == energy.values[5...25].sorted())
    #expect(energy.bars.first == "▁" && energy.bars.contains("▆") && energy.bars.count == 40)
    let line = energy.line(rows: 2)
    #expect(line.map(\.count) == [40, 40])
    for column in 0..<40 {
      let cells = line.map { Array($0)[column] }
      #expect(cells.contains { $0 != " " })
    }
  }

  @Test("a short mix beside one of hours is stretched to be read, a longer one is not")
  func readable() {
    let short = Mixes.timeline(Mixes.late)
    for columns in [20, 57, 91, 180] {
      let scale = MixScale(longest: .seconds(36_000), columns: columns)
      let stretched = MixStrip(short, scale: scale.readable(short))
      #expect(stretched.columns == min(columns / 3, 16))
      let own = MixScale(longest: short.duration, columns: columns)
      #expect(own.readable(short) == own)
    }
    let empty = MixTimeline(count: 0, duration: .zero)
    let scale = MixScale(longest: .seconds(100), columns: 50)
    #expect(scale.readable(empty) == scale)
  }
}

import Music
import Testing

@testable import Library

/// Contents in blocks, beside the same in an array.
@Suite("The blocks of a playlist's entries")
struct PlaylistContentsTests {
  private static func entry(_ id: Int64, at order: Int64, _ random: inout SeededGenerator)
    -> PlaylistEntry
  {
    PlaylistEntry(
      id: id, track: id % 7, duration: .random(in: 0...20_000_000, using: &random),
      isUnknown: .random(in: 0..<8, using: &random) == 0,
      crossfade: .random(in: 0...15_000_000, using: &random),
      isMissing: .random(in: 0..<5, using: &random) == 0, order: order, isVirtualTrack: false)
  }

  private static func expectEqual(
    _ contents: PlaylistContents, _ entries: [PlaylistEntry], _ comment: Comment
  ) {
    #expect(Array(contents) == entries, comment)
    #expect(contents.count == entries.count && contents.isEmpty == entries.isEmpty, comment)
    #expect(contents.total == PlayingTime.total(entries), comment)
    for index in entries.indices {
      #expect(contents[index] == entries[index], comment)
      #expect(contents.index(of: entries[index].id) == index, comment)
      #expect(contents.total(from: index) == PlayingTime.total(entries[index...]), comment)
    }
    #expect(contents[0..<entries.count / 2] == Array(entries[..<(entries.count / 2)]), comment)
    #expect(contents.index(of: -1) == nil, comment)
  }

  @Test("they follow changes of every kind, also where blocks are split or left without entries")
  func changes() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    var entries: [PlaylistEntry] = []
    var contents = PlaylistContents([], blockSize: 4)
    var last: Int64 = 0
    for number in 0..<150 {
      var changed: [Int64] = []
      var present: [PlaylistEntry] = []
      for entry in entries where Int.random(in: 0..<6, using: &random) == 0 {
        changed.append(entry.id)
        // Some are gone, others are somewhere else, also beside one with the same position.
        guard Bool.random(using: &random) else { continue }
        present.append(Self.entry(entry.id, at: .random(in: 0..<60, using: &random), &random))
      }
      for _ in 0..<Int.random(in: 0..<(number % 20 == 0 ? 30 : 4), using: &random) {
        last += 1
        changed.append(last)
        present.append(Self.entry(last, at: .random(in: 0..<60, using: &random), &random))
      }
      func sorted(_ entries: [PlaylistEntry]) -> [PlaylistEntry] {
        entries.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
      }
      entries = sorted(entries.filter { !changed.contains($0.id) } + present)
      let before = contents
      let copy = Array(before)
      contents = contents.changing(changed, to: sorted(present))
      Self.expectEqual(contents, entries, "seed \(seed), change \(number)")
      #expect(Array(before) == copy, "seed \(seed), change \(number)")
      let wanted = entries.filter { $0.track < 3 }
      #expect(
        contents.indices(of: wanted.map(\.id).reversed() + [-5])
          == entries.indices.filter { entries[$0].track < 3 }, "seed \(seed), change \(number)")
      let list = EntryList(contents) { $0.track < 3 }
      #expect(Array(list) == wanted && list.count == wanted.count)
      #expect(list.total == PlayingTime.total(wanted))
      for (index, entry) in wanted.enumerated() {
        #expect(list[index] == entry && list.index(of: entry.id) == index)
        #expect(entries[list.position(index) - 1] == entry)
      }
      #expect(entries.filter { $0.track >= 3 }.allSatisfy { list.index(of: $0.id) == nil })
    }
    #expect(last > 100)
  }
}

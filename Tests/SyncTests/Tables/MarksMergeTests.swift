import Music
import Sync
import Testing

@Suite("Merging of marks")
struct MarksMergeTests {
  private let clock = MarksMerge.Clock(now: 1_800_000_000, lastSync: 1_700_000_000)

  private func plays(_ base: (Int, Int)?, _ ours: Int, _ theirs: Int, last: Int64? = nil) -> Int {
    merge(
      base.map { (DeviceMarks(plays: $0.0), DeviceMarks(plays: $0.1)) }, DeviceMarks(plays: ours),
      DeviceMarks(plays: theirs, lastPlayed: last)
    ).after.plays
  }

  private func merge(
    _ base: (DeviceMarks, DeviceMarks)?, _ ours: DeviceMarks, _ theirs: DeviceMarks,
    heard: [Int64?] = []
  ) -> MarksMerge {
    MarksMerge(
      ours: ours, theirs: theirs, base: base.map { MarksMerge.Base(ours: $0.0, theirs: $0.1) },
      heard: heard, clock: clock)
  }

  @Test("plays that come with their times are as many as the counter has more")
  func countedTimes() {
    let base = MarksMerge.Base(ours: DeviceMarks(plays: 2), theirs: DeviceMarks(plays: 2))
    let clock = MarksMerge.Clock(now: 1_800_000_000, lastSync: 1_700_000_000)
    let times: [Int64] = [1_700_000_010, 1_700_000_020, 5, 1_700_000_030]
    for (plays, known) in [(4, Array(times[1...].filter { $0 > 5 })), (2, [])] {
      let merge = MarksMerge(
        ours: DeviceMarks(plays: 2),
        theirs: DeviceMarks(plays: plays, lastPlayed: plays > 2 ? 1_700_000_030 : nil), base: base,
        counted: times, clock: clock)
      #expect(merge.plays == plays - 2 && merge.times == known)
      #expect(merge.after.lastPlayed == known.last)
    }
  }

  @Test("plays add up what each side heard since the last sync")
  func counters() {
    #expect(plays((50, 50), 52, 53) == 55)
    #expect(plays((55, 55), 55, 55) == 55)
    #expect(plays((50, 50), 50, 51) == 51)
    #expect(plays(nil, 7, 3) == 7)
    #expect(plays(nil, 3, 7) == 7)
  }

  @Test("a device that counts from 0 anew adds only what was heard since")
  func reset() {
    #expect(plays((50, 50), 52, 3) == 52)
    #expect(plays((50, 50), 52, 3, last: 1_700_000_100) == 55)
    #expect(plays((50, 50), 52, 3, last: 1_600_000_000) == 52)
    // A clock that is years ahead says nothing.
    #expect(plays((50, 50), 52, 3, last: 4_000_000_000) == 52)
    #expect(plays((50, 50), 52, -9) == 52)
    #expect(plays((0, 0), 0, .max) == 10_000_000)
  }

  @Test(
    "a rating that one side changed is taken, and of two the device's",
    arguments: [
      (3, 3, 4, 3, 4, false), (3, 3, 3, 5, 5, false), (3, 3, 4, 5, 5, true),
      (3, 3, 4, 0, 4, true), (3, 3, 3, 0, 0, false), (3, 3, 4, 4, 4, false),
      (3, 3, 3, 99, 5, false),
    ])
  func rating(base: Int, baseTheirs: Int, ours: Int, theirs: Int, after: Int, isConflict: Bool) {
    let merge = merge(
      (DeviceMarks(rating: base), DeviceMarks(rating: baseTheirs)), DeviceMarks(rating: ours),
      DeviceMarks(rating: theirs))
    #expect(merge.after.rating == after)
    #expect(!merge.conflicts.isEmpty == isConflict)
  }

  @Test("at the first sync the device's rating counts where it has one, and either favourite")
  func first() {
    #expect(merge(nil, DeviceMarks(rating: 2), DeviceMarks(rating: 4)).after.rating == 4)
    #expect(merge(nil, DeviceMarks(rating: 2), DeviceMarks()).after.rating == 2)
    #expect(merge(nil, DeviceMarks(isFavorite: true), DeviceMarks()).after.isFavorite)
    #expect(merge(nil, DeviceMarks(), DeviceMarks(isFavorite: true)).after.isFavorite)
  }

  @Test("a favourite that one side has taken back is none")
  func favorite() {
    let base = (DeviceMarks(isFavorite: true), DeviceMarks(isFavorite: true))
    #expect(!merge(base, DeviceMarks(isFavorite: true), DeviceMarks()).after.isFavorite)
    #expect(!merge(base, DeviceMarks(), DeviceMarks(isFavorite: true)).after.isFavorite)
  }

  @Test("plays of a log count once beside the counter, with their known times")
  func heard() {
    let base = (DeviceMarks(plays: 5), DeviceMarks(plays: 5))
    let merge = merge(
      base, DeviceMarks(plays: 5), DeviceMarks(plays: 5),
      heard: [1_750_000_000, nil, 1_000])
    #expect(merge.after.plays == 8)
    #expect(merge.times == [1_750_000_000])
    #expect(merge.after.lastPlayed == 1_750_000_000)
  }

  @Test("the time of the device's last play is that of one of its plays")
  func times() {
    let base = (DeviceMarks(), DeviceMarks())
    let merge = merge(
      base, DeviceMarks(), DeviceMarks(plays: 2, lastPlayed: 1_750_000_000))
    #expect(merge.times == [1_750_000_000] && merge.plays == 2)
    let wrong = self.merge(base, DeviceMarks(), DeviceMarks(plays: 2, lastPlayed: 1_000))
    #expect(wrong.times == [] && wrong.plays == 2 && wrong.after.lastPlayed == nil)
  }
}

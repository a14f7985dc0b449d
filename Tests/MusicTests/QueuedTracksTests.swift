import Testing

@testable import Music

@Suite("Tracks to queue")
struct QueuedTracksTests {
  @Test("tracks keep their entries, and those without any are equal however they were made")
  func entries() {
    let plain = QueuedTracks([TrackID(1), TrackID(2)])
    #expect(plain == QueuedTracks([TrackID(1), TrackID(2)], entries: [nil, nil]))
    #expect(plain == [QueuedTrack(TrackID(1)), QueuedTrack(TrackID(2))])
    var mixed = plain
    mixed.insert([QueuedTrack(TrackID(3), entry: EntryID(9))], at: 1)
    #expect(mixed.map { $0.entry?.rawValue } == [nil, 9, nil])
    mixed.move(from: 1, to: 2)
    #expect(mixed[2] == QueuedTrack(TrackID(3), entry: EntryID(9)))
    mixed.insert(plain, at: 3)
    #expect(mixed.map(\.track.rawValue) == [1, 2, 3, 1, 2])
    #expect(mixed.map { $0.entry?.rawValue } == [nil, nil, 9, nil, nil])
    let isRenamed = mixed.rename([TrackID(2): TrackID(7)])
    #expect(isRenamed && mixed.tracks.map(\.rawValue) == [1, 7, 3, 1, 7])
    let isRenamedAgain = mixed.rename([TrackID(2): TrackID(7)])
    #expect(!isRenamedAgain)
  }

  @Test(
    "a position is found beside the one that plays and far from it, and none of what is not there")
  func positions() {
    let list = PlayOrder(count: 4)
    #expect(list.map(\.self) == [0, 1, 2, 3])
    #expect(list.position(of: 3, near: nil) == 3 && list.position(of: 4, near: 3) == nil)
    let order = PlayOrder(shuffled: [2, 0, 3, 1])
    for near in [nil, 0, 3, 17, -4] {
      for position in order.indices {
        #expect(order.position(of: order[position], near: near) == position)
      }
      #expect(order.position(of: 4, near: near) == nil)
      #expect(order.position(of: -1, near: near) == nil)
    }
    #expect(PlayOrder.isComplete([2, 0, 1]) && PlayOrder.isComplete([]))
    #expect(!PlayOrder.isComplete([0, 0]) && !PlayOrder.isComplete([0, 2]))
  }
}

import Music
import Testing

@testable import Sync

/// A key of which many have the same hash.
private struct CollidingKey: Hashable {
  let number: Int

  func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
}

@Suite("Positions by key")
struct PositionIndexTests {
  @Test("each key is found where it first is, and no other is", arguments: [0, 1, 4, 5, 1_000])
  func found(count: Int) {
    let keys = (0..<count).map { "key \($0 % 700)" }
    let index = PositionIndex(count: count) { keys[$0] }
    for key in Set(keys) { #expect(index[key] == keys.firstIndex(of: key)) }
    #expect(index["key 700"] == nil && index[""] == nil)
  }

  @Test("keys of one hash are told apart")
  func collisions() {
    let index = PositionIndex(count: 300) { CollidingKey(number: $0 * 2) }
    for number in 0..<300 { #expect(index[CollidingKey(number: number * 2)] == number) }
    #expect(index[CollidingKey(number: 1)] == nil)
    #expect(index[CollidingKey(number: 600)] == nil)
  }

  @Test("tracks, rows and files are found by their ids and paths")
  func values() {
    let tracks = (Int64(1)...9).map {
      SyncTrack(id: TrackID($0 * 5), uuid: "u\($0)", path: FilePath("/\($0)"))
    }
    let rows = tracks.map { DeviceTrack(id: $0.uuid, path: $0.path, title: "t") }
    let files = tracks.map { DeviceFile(path: $0.path, size: 1, modified: 1) }
    #expect(PositionIndex(tracks)[TrackID(15)] == 2 && PositionIndex(tracks)[TrackID(3)] == nil)
    #expect(PositionIndex(rows)["u9"] == 8 && PositionIndex(rows)["u10"] == nil)
    #expect(PositionIndex(files)[FilePath("/1")] == 0)
    #expect(PositionIndex(files)[FilePath("1")] == nil)
  }
}

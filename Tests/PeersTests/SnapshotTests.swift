import Foundation
import Music
import Peers
import Sync
import Testing

@Suite("Reading a device")
struct SnapshotTests {
  @Test("audio files are listed, and nothing else")
  func files() async throws {
    let device = try await TestDevice()
    for name in ["B/x.FLAC", "a.mp3", "cover.jpg", "._a.mp3", ".hidden/b.mp3", "B/C/y.opus"] {
      device.music.at(name).write(sound(7))
    }
    device.music.appending([0x62, 0xFF, 0x2E, 0x6D, 0x70, 0x33]).write("x")
    device.music.at(String(repeating: "d/", count: 33) + "deep.mp3").write("x")
    let peer = try await device.peer()
    let snapshot = try await peer.snapshot { _ in }
    #expect(snapshot.files.map(\.path.text) == ["B/C/y.opus", "B/x.FLAC", "a.mp3"])
    #expect(snapshot.files.allSatisfy { $0.size == 7 && $0.modified > 0 })
    #expect(snapshot.contents.faults.contains { $0.contains("UTF-8") })
    #expect(snapshot.contents.faults.contains { $0.contains("too deep") })
    #expect(snapshot.free ?? 0 > 0)
    let facts = try await peer.facts(of: snapshot.files)
    #expect(facts[FilePath("a.mp3")]?.title == "a")
    await peer.close()
  }

  @Test("numbers of space that cannot be are unknown")
  func space() async throws {
    let device = try await TestDevice()
    let absurd: [DeviceSpace?] = [
      nil, DeviceSpace(blockSize: 0, blocks: 0, freeBlocks: 0, availableBlocks: 0),
      DeviceSpace(blockSize: 4096, blocks: .max, freeBlocks: 1, availableBlocks: 1),
      DeviceSpace(blockSize: 4096, blocks: 10, freeBlocks: 5, availableBlocks: 11),
      DeviceSpace(blockSize: 4096, blocks: 1 << 50, freeBlocks: 1, availableBlocks: 1),
    ]
    for space in absurd {
      let peer = try await device.peer { $0.space = { _ in space } }
      #expect(try await peer.snapshot { _ in }.free == nil)
      await peer.close()
    }
    let full = DeviceSpace(blockSize: 512, blocks: 10, freeBlocks: 5, availableBlocks: 0)
    let peer = try await device.peer { $0.space = { _ in full } }
    let snapshot = try await peer.snapshot { _ in }
    #expect(snapshot.free == 0 && snapshot.capacity == 5_120)
    await peer.close()
  }

  @Test("a database that is missing or damaged is read from the copy beside it")
  func recovered() async throws {
    let device = try await TestDevice()
    var contents = DeviceContents()
    func write(_ name: String, _ id: String) {
      contents.syncID = id
      device.root.at("Database/\(name)").write(TestDatabase.bytes(contents))
    }
    func read() async throws -> DeviceContents {
      let peer = try await device.peer()
      let contents = try await peer.snapshot { _ in }.contents
      await peer.close()
      return contents
    }
    #expect(try await read().syncID == nil)
    write("library.db.bak", "old")
    #expect(try await read().syncID == "old")
    write("library.db.new", "new")
    #expect(try await read().syncID == "new")
    device.database.write("{")
    #expect(try await read().syncID == "new")
    #expect(try await read().faults.count == 1)
    write("library.db", "it")
    #expect(try await read().syncID == "it")
    #expect(try await read().faults.isEmpty)
  }

  @Test("a database that is damaged for good is read from the copy on our side")
  func keptHere() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    try await peer.commit(DeviceCommit(syncID: "s1"))
    await peer.close()
    device.database.write("{")
    let again = try await device.peer()
    let contents = try await again.snapshot { _ in }.contents
    #expect(contents.syncID == "s1" && contents.faults.count == 1)
    try await again.commit(DeviceCommit(syncID: "s2"))
    await again.close()
    #expect(try TestDatabase().read(device.database).syncID == "s2")
  }

  @Test("a damaged database without any copy is said to be so")
  func damaged() async throws {
    let device = try await TestDevice()
    device.database.write("{")
    let peer = try await device.peer()
    #expect(
      await fault { () throws(PeerError) in _ = try await peer.snapshot { _ in } }
        == .database("it is damaged"))
    await peer.close()
    #expect(device.database.string == "{")
  }

  @Test("totals and playlists that a phone published count at the first sync")
  func published() async throws {
    let device = try await TestDevice()
    for name in ["A/one.mp3", "A/two.mp3", "A/same.mp3", "B/same.mp3"] {
      device.music.at(name).write(sound(5))
    }
    device.root.at("SyncData/play_counts.json").write(
      """
      [{"fileName": "one.mp3", "playCount": 7, "lastPlayed": 1700000000, "isFavorite": true,
        "rating": 9}, {"fileName": 5}, {"fileName": "same.mp3", "playCount": 3}]
      """)
    device.root.at("Playlists/road.json").write(
      #"{"name": "Road", "tracks": ["two.mp3", "one.mp3", "two.mp3"], "createdDate": 1.5e9}"#)
    device.root.at("Playlists/gone.json").write(#"{"name": "Gone", "tracks": ["none.mp3"]}"#)
    device.root.at("Playlists/deep.json").write(String(repeating: "[", count: 100_000))
    let peer = try await device.peer()
    let contents = try await peer.snapshot { _ in }.contents
    let one = contents.tracks.first { $0.path.text == "A/one.mp3" }
    #expect(
      one?.marks
        == DeviceMarks(plays: 7, lastPlayed: 1_700_000_000, isFavorite: true, rating: 5))
    #expect(!contents.tracks.contains { $0.path.name == "same.mp3" })
    #expect(contents.playlists.map(\.name) == ["Road"])
    #expect(contents.playlists.first?.tracks.count == 2)
    try await peer.commit(DeviceCommit(syncID: "s1"))
    #expect(try await peer.snapshot { _ in }.contents.tracks.isEmpty)
    await peer.close()
  }
}

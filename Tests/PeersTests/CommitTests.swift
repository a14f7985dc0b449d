import Foundation
import Music
import Peers
import Sync
import Testing

@Suite("Committing to a device")
struct CommitTests {
  private static let tracks = ["One", "Two", "Three"].map {
    DeviceTrack(
      id: DeviceTrackID($0.lowercased()), path: FilePath("Sigur Rós/\($0).mp3"), title: $0,
      artist: "Sigur Rós",
      duration: 61.4)
  }

  private static func commit(
    _ id: String, _ lists: [(id: String, name: String, tracks: [DeviceTrackID])]
  ) -> DeviceCommit {
    var commit = DeviceCommit(syncID: id)
    commit.tracks = tracks
    commit.playlists = lists.map { DevicePlaylist(id: $0.id, name: $0.name, tracks: $0.tracks) }
    return commit
  }

  @Test("the database is replaced, the one before stays beside it, and a copy is here")
  func database() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    _ = try await peer.snapshot { _ in }
    try await peer.commit(Self.commit("s1", []))
    device.root.at("Database/library.db-wal").write("a journal of another program")
    try await peer.commit(Self.commit("s2", []))
    await peer.close()
    let codec = TestDatabase()
    #expect(try codec.read(device.database).syncID == "s2")
    #expect(try codec.read(device.root.at("Database/library.db.bak")).syncID == "s1")
    #expect(device.here.path.at("copy/library.db").contents == device.database.contents)
    #expect(
      device.root.at("Database").names
        == ["library.db", "library.db.bak", "sync_state.json", "sync_state.json.bak"])
    let marker = device.root.at("Database/sync_state.json").string ?? ""
    #expect(marker.contains(#""plan_id" : "s2""#) && marker.contains(#""in_progress" : null"#))
  }

  @Test("a damaged database never takes the place of the whole one beside it")
  func damaged() async throws {
    let device = try await TestDevice()
    let backup = device.root.at("Database/library.db.bak")
    var peer = try await device.peer()
    try await peer.commit(Self.commit("s1", []))
    try await peer.commit(Self.commit("s2", []))
    await peer.close()
    device.database.write("garbage")
    device.root.at("Database/.tritone-state.part").write("of a sync that was killed")
    peer = try await device.peer()
    let contents = try await peer.snapshot { _ in }.contents
    #expect(contents.syncID == "s1" && contents.isFromCopy && contents.faults.count == 1)
    try await peer.commit(Self.commit("s3", []))
    let codec = TestDatabase()
    #expect(try codec.read(device.database).syncID == "s3")
    #expect(try codec.read(backup).syncID == "s1")
    #expect(try await peer.snapshot { _ in }.contents.isFromCopy == false)
    try await peer.commit(Self.commit("s4", []))
    #expect(try codec.read(backup).syncID == "s3")
    await peer.close()
    #expect(
      device.root.at("Database").names
        == ["library.db", "library.db.bak", "sync_state.json", "sync_state.json.bak"])
  }

  @Test("a database that changed since it was read is left alone")
  func changed() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    try await peer.commit(Self.commit("s1", []))
    _ = try await peer.snapshot { _ in }
    device.database.write(TestDatabase.bytes(DeviceContents()))
    let commit = Self.commit("s2", [])
    #expect(
      await fault { () throws(PeerError) in try await peer.commit(commit) }
        == .changed(FilePath("Database/library.db")))
    await peer.close()
  }

  @Test("playlists are M3U files with relative paths, written where they differ")
  func lists() async throws {
    let device = try await TestDevice()
    let lists = device.root.at("Playlists")
    lists.at("AC_DC.m3u").write("somebody's own\n")
    let peer = try await device.peer()
    try await peer.commit(
      Self.commit("s1", [("p1", "Road\u{202E}", ["two", "one"]), ("p2", "AC/DC", ["one"])]))
    #expect(lists.names == ["AC_DC (2).m3u", "AC_DC.m3u", "Road.m3u"])
    #expect(
      lists.at("Road.m3u").string == """
        #EXTM3U
        #EXTINF:61,Sigur Rós - Two
        ../Music/Sigur Rós/Two.mp3
        #EXTINF:61,Sigur Rós - One
        ../Music/Sigur Rós/One.mp3

        """)
    let node = lists.at("Road.m3u").status.st_ino
    var second = Self.commit("s2", [])
    second.removedPlaylists = ["p2"]
    try await peer.commit(second)
    #expect(lists.names == ["AC_DC.m3u", "Road.m3u"])
    #expect(lists.at("AC_DC.m3u").string == "somebody's own\n")
    #expect(lists.at("Road.m3u").status.st_ino == node)
    await peer.close()
  }

  @Test("a list that a phone spelled anew stays, and its new order is read")
  func phone() async throws {
    let device = try await TestDevice()
    let road = device.root.at("Playlists/Road.m3u")
    let peer = try await device.peer()
    try await peer.commit(Self.commit("s1", [("p1", "Road", ["two", "one"])]))
    let android = "/storage/1A2B-3C4D/Music/Sigur R\u{6F}\u{301}s/"
    func phone(_ names: [String]) -> String {
      "\u{FEFF}" + names.map { "\(android)\($0).mp3" }.joined(separator: "\r\n")
    }
    road.write(phone(["Two", "One"]))
    #expect(try await peer.snapshot { _ in }.contents.playlists.first?.tracks == ["two", "one"])
    try await peer.commit(Self.commit("s2", [("p1", "Road", ["two", "one"])]))
    #expect(road.string == phone(["Two", "One"]))

    road.write(phone(["One", "Three", "Two"]))
    let read = try await peer.snapshot { _ in }.contents.playlists.first?.tracks
    #expect(read == ["one", "three", "two"])
    // This sync leaves the playlist out: the phone's file stays.
    try await peer.commit(Self.commit("s3", []))
    #expect(road.string == phone(["One", "Three", "Two"]))
    try await peer.commit(Self.commit("s4", [("p1", "Road", ["one", "three", "two"])]))
    #expect(road.string == phone(["One", "Three", "Two"]))
    try await peer.commit(Self.commit("s5", [("p1", "Road", ["three"])]))
    #expect(road.string?.hasPrefix("#EXTM3U\n") == true)

    road.write(phone(["One", "Unknown"]))
    let contents = try await peer.snapshot { _ in }.contents
    #expect(contents.playlists.first?.tracks == ["three"] && contents.faults.count == 1)
    await peer.close()
  }

  @Test("files move to free names, and empty folders go")
  func moved() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    let file = try await device.send(peer, "A/B/a.mp3")
    let other = try await device.send(peer, "other.mp3", part: "abcdef01-2")
    #expect(
      await fault { () throws(PeerError) in
        _ = try await peer.move(file, to: FilePath("other.mp3"))
      } == .exists(FilePath("other.mp3")))
    let moved = try await peer.move(file, to: FilePath("A/C/A.mp3"))
    #expect(device.music.at("A").names == ["C"])
    #expect(
      await fault { () throws(PeerError) in try await peer.remove(file) }
        == .changed(FilePath("A/B/a.mp3")))
    device.music.at("A/cover.jpg").write("x")
    try await peer.remove(moved)
    #expect(device.music.at("A").names == ["cover.jpg"])
    let target = device.here.path.at("new/other.mp3")
    try await peer.fetch(other, to: target) { _ in }
    #expect(target.contents == device.music.at("other.mp3").contents)
    #expect(
      await fault { () throws(PeerError) in try await peer.fetch(other, to: target) { _ in } }
        == .exists(target))
    #expect(device.here.path.at("new").names == ["other.mp3"])
    await peer.close()
  }

  @Test("parts of other syncs go when they are old")
  func oldParts() async throws {
    let device = try await TestDevice()
    for (name, days) in [("1", 8), ("2", 6)] {
      let part = device.music.at(".tritone-99999999-\(name).part")
      part.write("part")
      part.setTime(Int(TestDevice.now) - days * 86_400)
    }
    let peer = try await device.peer()
    _ = try await peer.snapshot { _ in }
    #expect(device.music.names.count == 2)
    try await device.send(peer, "a.mp3")
    #expect(device.music.names == [".tritone-99999999-2.part", "a.mp3"])
    await peer.close()
  }
}

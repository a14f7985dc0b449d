import Foundation
import Music
import Peers
import Sync
import Testing

@Suite("Devices without room", .enabled(if: TestDisk.isPermitted, "mounting needs root"))
struct FullDiskTests {
  /// A device in memory that is written to in its places, as over MTP.
  private func straightDevice(_ bytes: Int) async throws -> (TestDevice, TestDisk) {
    let root = TemporaryFolder.unique
    let disk = try TestDisk(at: root, bytes: bytes)
    let device = try await TestDevice(at: root)
    try await device.peer().close()
    device.makeStraight()
    return (device, disk)
  }

  @Test("a file that finds no room leaves no half file under its name")
  func straightFile() async throws {
    let (device, disk) = try await straightDevice(1 << 20)
    let peer = try await device.peer()
    try await device.send(peer, "a.mp3", sound(100_000))
    let error = await fault { () throws(PeerError) in
      try await device.send(peer, "b.mp3", sound(4_000_000), part: "abcdef01-2")
    }
    #expect(error == .full)
    #expect(device.music.names == ["a.mp3"])
    try await device.send(peer, "c.mp3", sound(600_000), part: "abcdef01-3")
    await peer.close()
    #expect(device.music.names == ["a.mp3", "c.mp3"])
    withExtendedLifetime(disk) {}
  }

  @Test("a database that has room under one name alone is read from there")
  func straightDatabase() async throws {
    let (device, disk) = try await straightDevice(1 << 20)
    let peer = try await device.peer()
    _ = try await peer.snapshot { _ in }
    try await peer.commit(commit("s1", rows: 10))
    let large = commit("s2", rows: 3_500)
    #expect(await fault { () throws(PeerError) in try await peer.commit(large) } == .full)
    await peer.close()
    let again = try await device.peer()
    let contents = try await again.snapshot { _ in }.contents
    let (isFromCopy, count) = (contents.isFromCopy, contents.tracks.count)
    #expect(isFromCopy && contents.syncID == "s2" && count == 3_500)
    await again.close()
    withExtendedLifetime(disk) {}
  }
}

/// A commit with about 200 bytes for each row.
private func commit(_ id: String, rows: Int) -> DeviceCommit {
  var commit = DeviceCommit(syncID: id)
  commit.tracks = (0..<rows).map {
    DeviceTrack(id: "id-\($0)", path: FilePath("\($0).mp3"), title: "Title \($0)")
  }
  return commit
}

@Suite(
  "Disks that fail", .enabled(if: TestDisk.Kind.ext4.isThere, "ext4 on a loop device needs root"))
struct FailingDiskTests {
  @Test("a name for which its folder has no room is told by the flush, and the others get theirs")
  func noRoomForName() async throws {
    let folder = TemporaryFolder()
    let disk = try TestDisk(
      .ext4, at: folder.path.at("stick"), image: folder.path.at("image"), bytes: 8 << 20)
    let device = try await TestDevice(at: disk.folder)
    // Three names and a part fill the one block of the folder so far that a fourth needs another.
    let long = String(repeating: "n", count: 245)
    for number in 1...3 { device.music.at("\(long)\(number).mp3").write([]) }
    let peer = try await device.peer()
    let (target, free) = ("\(long)4.mp3", "a.mp3")
    for (name, part) in [(target, "abcdef01-1"), (free, "abcdef01-2")] {
      _ = try await peer.send(device.transfer(name, sound(5_000), part: part)) { _ in }
    }
    disk.fill()
    #expect(try await peer.flush() == [PeerFileFault(path: FilePath(target), error: .full)])
    #expect(device.music.names.count == 4 && device.music.names.contains(free))
    unlink(disk.folder.at("filler").text)
    try await device.send(peer, target, sound(5_000))
    #expect(device.music.at(target).contents == sound(5_000))
    await peer.close()
  }

  /// Kernels before 5.8 do not tell why the medium did not take a write.
  private func isNoRoom(_ error: PeerError) -> Bool {
    if case .unwritable(_, EIO) = error { return true }
    return error == .full
  }

  /// What flushes tell until one ends well: a medium may fail more than once.
  private func flushed(_ peer: FolderPeer) async throws -> [PeerFileFault] {
    for _ in 0..<3 {
      do throws(PeerError) { return try await peer.flush() } catch {
        guard isNoRoom(error) else { throw error }
      }
    }
    return try await peer.flush()
  }

  @Test("files that do not reach the disk are told by the flush, and get no names")
  func lostWrites() async throws {
    let folder = TemporaryFolder()
    // A medium that has less room than its file system tells, as a forged stick.
    let memory = try TestDisk(at: folder.path.at("memory"), bytes: 16 << 20)
    let disk = try TestDisk(
      .ext4, at: folder.path.at("stick"), image: memory.folder.at("image"), bytes: 64 << 20)
    let device = try await TestDevice(at: disk.folder)
    let peer = try await device.peer()
    _ = try await peer.snapshot { _ in }
    try await peer.commit(commit("s1", rows: 1))
    try await device.send(peer, "a.mp3", sound(5_000))
    let before = device.database.contents
    memory.fill()
    let names = ["b.mp3", "c.mp3"]
    for (number, name) in names.enumerated() {
      let transfer = device.transfer(name, sound(300_000), part: "abcdef01-\(number + 2)")
      _ = try await peer.send(transfer) { _ in }
    }
    let faults = try await flushed(peer)
    #expect(faults.map(\.path.text) == names && faults.allSatisfy { isNoRoom($0.error) })
    #expect(device.music.names == ["a.mp3"])
    let large = commit("s2", rows: 10_000)
    let error = await fault { () throws(PeerError) in try await peer.commit(large) }
    #expect(error.map(isNoRoom) == true)
    let isAsBefore = device.database.contents == before
    #expect(isAsBefore)
    unlink(memory.folder.at("filler").text)
    #expect(try await flushed(peer) == [])
    try await device.send(peer, "b.mp3", sound(300_000), part: "abcdef01-9")
    try await peer.commit(commit("s3", rows: 2))
    #expect(try await peer.snapshot { _ in }.contents.syncID == "s3")
    await peer.close()
    #expect(device.music.names == ["a.mp3", "b.mp3"])
    disk.detach()
  }
}

import Foundation
import Music
import Peers
import Sync
import Testing

@Suite("Devices with faults", .enabled(if: TestDisk.isPermitted, "mounting needs root"))
struct DiskTests {
  @Test("a stick that is pulled out leaves the disk below its mount point alone")
  func unplugged() async throws {
    let folder = TemporaryFolder()
    let root = folder.path.at("stick")
    let disk = try TestDisk(at: root, bytes: 32 << 20)
    let device = try await TestDevice(at: root)
    let peer = try await device.peer()
    let kept = try await device.send(peer, "a.mp3")
    disk.detach()
    #expect(root.names.isEmpty)
    #expect(
      await fault { () throws(PeerError) in
        try await device.send(peer, "b.mp3", part: "abcdef01-2")
      } == .gone)
    #expect(await fault { () throws(PeerError) in try await peer.remove(kept) } == .gone)
    #expect(
      await fault { () throws(PeerError) in
        try await peer.commit(DeviceCommit(syncID: "s"))
      } == .gone)
    #expect(
      await fault { () throws(PeerError) in _ = try await peer.snapshot { _ in } } == .gone)
    await peer.close()
    #expect(root.names.isEmpty)
    let again = FolderPeer(device.setup())
    #expect(await fault { () throws(PeerError) in try await again.open() } == .notTheDevice)
    #expect(root.names.isEmpty)
  }

  @Test("a stick that is pulled out in the middle of a file ends that file")
  func unpluggedInTheMiddle() async throws {
    let folder = TemporaryFolder()
    let root = folder.path.at("stick")
    let disk = try TestDisk(at: root, bytes: 64 << 20)
    let device = try await TestDevice(at: root)
    let peer = try await device.peer()
    let transfer = device.transfer("a.mp3", sound(20_000_000))
    let unmount = root.text
    let error = await fault { () throws(PeerError) in
      _ = try await peer.send(transfer) { _ in umount2(unmount, Int32(MNT_DETACH)) }
    }
    #expect(error == .gone)
    await peer.close()
    #expect(root.names.isEmpty)
    withExtendedLifetime(disk) {}
  }

  @Test("a full device says so, gets its room back and keeps its database")
  func full() async throws {
    let folder = TemporaryFolder()
    let root = folder.path.at("stick")
    let disk = try TestDisk(at: root, bytes: 1 << 20)
    let device = try await TestDevice(at: root)
    let peer = try await device.peer()
    try await peer.commit(DeviceCommit(syncID: "s1"))
    let before = device.database.contents
    #expect(
      await fault { () throws(PeerError) in
        try await device.send(peer, "a.mp3", sound(4_000_000))
      } == .full)
    #expect(device.music.names.isEmpty)
    try await device.send(peer, "b.mp3", sound(800_000))
    var large = DeviceCommit(syncID: "s2")
    large.tracks = (0..<3_000).map {
      DeviceTrack(id: "id-\($0)", path: FilePath("\($0).mp3"), title: "Title \($0)")
    }
    let commit = large
    #expect(await fault { () throws(PeerError) in try await peer.commit(commit) } == .full)
    #expect(device.database.contents == before)
    try await peer.commit(DeviceCommit(syncID: "s3"))
    await peer.close()
    withExtendedLifetime(disk) {}
  }

  @Test("a device that is read-only is read, and not written to")
  func readOnly() async throws {
    let folder = TemporaryFolder()
    let root = folder.path.at("stick")
    let disk = try TestDisk(at: root, bytes: 8 << 20)
    let device = try await TestDevice(at: root)
    device.music.at("a.mp3").write(sound(10))
    try disk.setReadOnly()
    #expect(await FolderDevice.look(at: root) == .readOnly(uuid: device.identity.uuid))
    let peer = try await device.peer()
    let snapshot = try await peer.snapshot { _ in }
    #expect(snapshot.abilities.isReadOnly && snapshot.files.count == 1)
    #expect(
      await fault { () throws(PeerError) in try await device.send(peer, "b.mp3") } == .readOnly)
    await peer.close()
  }

  @Test(
    "the file system of an image keeps files, names and the database",
    arguments: TestDisk.Kind.allCases.filter(\.isThere))
  func images(kind: TestDisk.Kind) async throws {
    let folder = TemporaryFolder()
    let root = folder.path.at("stick")
    let disk = try TestDisk(kind, at: root, image: folder.path.at("image"))
    let device = try await TestDevice(at: root)
    let peer = try await device.peer()
    let abilities = try await peer.snapshot { _ in }.abilities
    switch kind {
    case .exfat:
      #expect(abilities.letterCase == .unicode && abilities.names == .fat)
      #expect(abilities.timeStep == 1_000_000_000)
    case .ntfs:
      #expect(abilities.letterCase == .distinct && abilities.names == .fat)
      #expect(abilities.timeStep == 100)
    case .ext4: #expect(abilities == DeviceAbilities())
    }
    let bytes = sound(3_000_000)
    let first = try await device.send(peer, "The Beatles/Été.mp3", bytes)
    let second = try await device.send(peer, "the beatles/b.mp3", sound(10), part: "abcdef01-2")
    let isFolded = abilities.letterCase == .unicode
    #expect(second.path.text == (isFolded ? "The Beatles/b.mp3" : "the beatles/b.mp3"))
    let moved = try await peer.move(first, to: FilePath("The Beatles/ÉTÉ.mp3"))
    #expect(device.music.at("The Beatles").names.contains("ÉTÉ.mp3"))
    #expect(!device.music.at("The Beatles").names.contains("Été.mp3"))
    let replaced = try await device.send(
      peer, "The Beatles/Été.mp3", sound(20), part: "abcdef01-3", replaced: moved)
    #expect(device.music.at("The Beatles").names.contains("Été.mp3"))
    try await peer.flush()
    for name in ["s1", "s2"] { try await peer.commit(DeviceCommit(syncID: name)) }
    let snapshot = try await peer.snapshot { _ in }
    #expect(Set(snapshot.files) == [replaced, second])
    #expect(snapshot.contents.syncID == "s2")
    await peer.close()
    #expect(root.at("Database").names.contains("library.db.bak"))
    withExtendedLifetime(disk) {}
  }
}

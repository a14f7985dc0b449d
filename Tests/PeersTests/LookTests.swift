import Foundation
import Music
import Peers
import Sync
import Testing

@Suite("Looking at a folder")
struct LookTests {
  @Test("a folder whose mount hangs is unreadable after a while, and holds up nobody")
  func hangs() async throws {
    let device = try await TestDevice()
    let gate = DispatchSemaphore(value: 0)
    let look = await FolderDevice.look(at: device.root, patience: .milliseconds(20)) { _ in
      gate.wait()
      return nil
    }
    #expect(look == .unreadable(code: ETIMEDOUT))
    gate.signal()
    #expect(await FolderDevice.space(at: device.root) != nil)
    #expect(await FolderDevice.space(at: device.root.at("none")) == nil)
  }

  @Test("a folder is told apart by what is in it")
  func kinds() async throws {
    let folder = TemporaryFolder()
    let root = folder.path.at("stick")
    #expect(await FolderDevice.look(at: root) == .absent)
    root.at("Pictures/a.jpg").write("x")
    #expect(await FolderDevice.look(at: root.at("Pictures/a.jpg")) == .notAFolder)
    #expect(await FolderDevice.look(at: root) == .empty)
    #expect(root.names == ["Pictures"])
    root.at("Database/library.db").write("x")
    #expect(await FolderDevice.look(at: root) == .foreign)
    try await FolderDevice.create(
      at: root, DeviceIdentity(uuid: "u-1", name: "S"), version: "1")
    #expect(await FolderDevice.look(at: root) == .device(uuid: "u-1", interruptedBy: nil))
    #expect(root.names == ["Database", "Music", "Pictures", "Playlists"])
    #expect(root.at("Database/library.db").string == "x")
    let readOnly = DeviceSpace(
      blockSize: 1, blocks: 10, freeBlocks: 1, availableBlocks: 1, isReadOnly: true)
    #expect(
      await FolderDevice.look(at: root, space: { _ in readOnly }) == .readOnly(uuid: "u-1"))
  }

  @Test("what another program wrote into the marker stays")
  func others() async throws {
    let folder = TemporaryFolder()
    let marker = folder.path.at("Database/sync_state.json")
    marker.write(#"{"lastSync": 1700000000, "nested": {"a": [1, 2.5, null, true]}}"#)
    #expect(await FolderDevice.look(at: folder.path) == .foreign)
    try await FolderDevice.create(
      at: folder.path, DeviceIdentity(uuid: "u-1", name: "S"), version: "1")
    let text = marker.string ?? ""
    #expect(text.contains(#""lastSync" : 1700000000"#) && text.contains("2.5"))
    #expect(text.contains(#""device_uuid" : "u-1""#))
  }

  @Test("a damaged marker is read from its copy")
  func damaged() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    // Written a second time: the first is the copy.
    try await device.send(peer, "a.mp3")
    await peer.close()
    device.root.at("Database/sync_state.json").write([])
    #expect(
      await FolderDevice.look(at: device.root)
        == .device(uuid: device.identity.uuid, interruptedBy: nil)
        || device.root.at("Database/sync_state.json.bak").exists)
    let again = try await device.peer()
    await again.close()
  }

  @Test("a device with another id is never written to")
  func otherDevice() async throws {
    let device = try await TestDevice()
    let other = DeviceIdentity(uuid: "other", name: "S")
    #expect(
      await fault { () throws(PeerError) in
        try await FolderDevice.create(at: device.root, other, version: "1")
      } == .notTheDevice)
    let peer = FolderPeer(device.setup { $0.device = other })
    #expect(await fault { () throws(PeerError) in try await peer.open() } == .notTheDevice)
    let folder = TemporaryFolder()
    let noDevice = FolderPeer(device.setup { $0.root = folder.path })
    #expect(await fault { () throws(PeerError) in try await noDevice.open() } == .notTheDevice)
    #expect(folder.path.names.isEmpty)
  }

  @Test("one player at a time syncs")
  func locked() async throws {
    let device = try await TestDevice()
    let first = try await device.peer()
    let second = FolderPeer(device.setup())
    guard case .busy = await fault({ () throws(PeerError) in try await second.open() }) else {
      Issue.record("two peers were open at once")
      return
    }
    await first.close()
    #expect(device.root.at("Database").names.allSatisfy { !$0.hasPrefix(".tritone") })
    try await second.open()
    await second.close()
  }

  @Test("a lock that another machine left is taken over when it is old")
  func oldLock() async throws {
    let device = try await TestDevice()
    let lock = device.root.at("Database/.tritone-lock")
    func leave(_ time: Int64) {
      lock.write(#"{"host":"elsewhere","process":1,"boot":"b","time":\#(time),"token":7}"#)
      lock.setTime(Int(time))
    }
    leave(TestDevice.now - 500)
    let peer = FolderPeer(device.setup())
    #expect(
      await fault { () throws(PeerError) in try await peer.open() }
        == .busy("a Tritone on elsewhere syncs with it"))
    leave(TestDevice.now - 700)
    try await peer.open()
    await peer.close()
  }

  @Test("what the probe finds here is what is so here")
  func probe() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    let abilities = try await peer.snapshot { _ in }.abilities
    #expect(abilities == DeviceAbilities())
    await peer.close()
    #expect(device.root.names == ["Database", "Music", "Playlists"])
  }
}

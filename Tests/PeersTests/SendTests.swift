import Foundation
import Music
import Peers
import Sync
import Testing

@Suite("Sending files")
struct SendTests {
  @Test("a file arrives whole, with the time of its original", arguments: [false, true])
  func arrives(byComponent: Bool) async throws {
    let device = try await TestDevice()
    let peer = try await device.peer { $0.opensByComponent = byComponent }
    let bytes = sound(9_000_001)
    var transfer = device.transfer("A/B/song.mp3", bytes)
    transfer.source.setTime(1_600_000_000)
    transfer.target = FilePath("A/B/song.mp3")
    let file = try await peer.send(transfer) { _ in }
    try await peer.flush()
    #expect(device.music.at("A/B/song.mp3").contents == bytes)
    #expect(file.size == 9_000_001 && file.modified == 1_600_000_000_000_000_000)
    #expect(device.music.at("A/B").names == ["song.mp3"])
    try await peer.flush()
    await peer.close()
  }

  @Test(
    "a copy that is not what was sent is found and named, and stays until it is removed",
    arguments: [true, false])
  func verified(verifies: Bool) async throws {
    let device = try await TestDevice()
    let peer = try await device.peer { $0.verifies = verifies }
    let old = try await device.send(peer, "b.mp3", sound(50), part: "abcdef01-2")
    for (target, part) in [("a.mp3", "abcdef01-1"), ("b.mp3", "abcdef01-2")] {
      let transfer = device.transfer(
        target, sound(2_000_000, seed: 3), part: part, replaced: target == "b.mp3" ? old : nil)
      _ = try await peer.send(transfer) { _ in }
    }
    let part = device.music.at(".tritone-abcdef01-2.part")
    var bytes = part.contents ?? []
    bytes[1_500_000] ^= 1
    part.write(bytes)
    let faults = try await peer.flush()
    let name = FilePath("b.mp3")
    let fault = PeerFileFault(path: name, error: .damaged(name), isUnderItsName: true)
    #expect(faults == (verifies ? [fault] : []))
    #expect(device.music.names == ["a.mp3", "b.mp3"])
    #expect(try await peer.flush() == [])
    let damaged = try #require(try await peer.snapshot { _ in }.files.last)
    try await peer.remove(damaged)
    #expect(device.music.names == ["a.mp3"])
    await peer.close()
  }

  @Test("a sync that was stopped reads nothing back")
  func unverified() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer { $0.verifies = true }
    _ = try await peer.send(device.transfer("a.mp3", sound(500))) { _ in }
    device.music.at(".tritone-abcdef01-1.part").write(sound(500, seed: 2))
    #expect(try await peer.flush(verifying: false) == [])
    #expect(try await peer.flush() == [])
    await peer.close()
  }

  @Test("a file whose source changes while it is sent gets no name", arguments: [false, true])
  func sourceChangesAtTheEnd(isStraight: Bool) async throws {
    let device = try await TestDevice()
    if isStraight { device.makeStraight() }
    let peer = try await device.peer { $0.verifies = true }
    let transfer = device.transfer("a.mp3", sound(9_000_000))
    let error = await fault { () throws(PeerError) in
      _ = try await peer.send(transfer) { done in
        // A tagger writes to it once its last block is read.
        if done == transfer.size { transfer.source.setTime(1_600_000_000) }
      }
    }
    #expect(error == .source(transfer.source, code: ESTALE))
    #expect(try await peer.flush() == [])
    #expect(device.music.names.isEmpty)
    await peer.close()
    #expect(device.music.names.isEmpty)
  }

  @Test(
    "a sync that is stopped while files are hashed leaves parts without names",
    .timeLimit(.minutes(1)))
  func cancelledHash() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer { $0.verifies = true }
    let bytes = sound(64_000_000)
    let transfer = device.transfer("a.mp3", bytes)
    let stop = Stop()
    let task = Task { () -> PeerError? in
      await fault { () throws(PeerError) in
        _ = try await peer.send(transfer) { if $0 == transfer.size { stop.now() } }
      }
    }
    stop.set { task.cancel() }
    #expect(await task.value == .cancelled)
    #expect(try await peer.flush() == [])
    #expect(device.music.names == [".tritone-abcdef01-1.part"])
    let file = try await peer.send(transfer) { _ in }
    #expect(try await peer.flush() == [] && file.size == 64_000_000)
    await peer.close()
    #expect(device.music.at("a.mp3").contents == bytes)
  }

  @Test("files that an error leaves without names get them with the next flush")
  func pendingAfterError() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    for (target, part) in [("a.mp3", "abcdef01-1"), ("b.mp3", "abcdef01-2")] {
      _ = try await peer.send(device.transfer(target, sound(500), part: part)) { _ in }
    }
    let marker = device.root.at("Database/sync_state.json")
    let whole = marker.string ?? ""
    marker.write(whole.replacing(device.identity.uuid, with: "another-device"))
    // Another call would have given them their names.
    let error = await fault { () throws(PeerError) in _ = try await peer.snapshot { _ in } }
    #expect(error == .notTheDevice)
    marker.write(whole)
    #expect(try await peer.flush() == [])
    #expect(device.music.names == ["a.mp3", "b.mp3"])
    await peer.close()
  }

  @Test("a name that was taken meanwhile is told by the flush, and holds up no other file")
  func takenMeanwhile() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    for (target, part) in [("a.mp3", "abcdef01-1"), ("b.mp3", "abcdef01-2")] {
      _ = try await peer.send(device.transfer(target, sound(500), part: part)) { _ in }
    }
    device.music.at("a.mp3").write("by hand")
    let name = FilePath("a.mp3")
    // Another call gives the files their names.
    #expect(try await peer.snapshot { _ in }.files.count == 2)
    #expect(try await peer.flush() == [PeerFileFault(path: name, error: .exists(name))])
    #expect(device.music.at("b.mp3").contents == sound(500))
    await peer.close()
    #expect(device.music.at("a.mp3").string == "by hand")
  }

  @Test(
    "paths that lead out are refused",
    arguments: [
      "../a.mp3", "/a.mp3", "a/../../b.mp3", "a//b.mp3", "", ".", "a/./b.mp3", "a\0b.mp3",
      String(repeating: "d/", count: 40) + "a.mp3",
    ])
  func unsafe(path: String) async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    let error = await fault { () throws(PeerError) in try await device.send(peer, path) }
    #expect(error == .unwritable(FilePath(path), code: EINVAL))
    await peer.close()
    #expect(device.music.names.isEmpty)
  }

  @Test("a link in the music folder never leads out", arguments: [false, true])
  func links(byComponent: Bool) async throws {
    let device = try await TestDevice()
    let outside = device.here.path.at("outside")
    outside.at("a.mp3").write("precious")
    symlink(outside.text, device.music.at("Album").text)
    symlink(outside.at("a.mp3").text, device.music.at("a.mp3").text)
    symlink(outside.at("new.mp3").text, device.music.at("dangling.mp3").text)
    symlink(outside.at("part.mp3").text, device.music.at(".tritone-abcdef01-1.part").text)
    let peer = try await device.peer { $0.opensByComponent = byComponent }
    #expect(try await peer.snapshot { _ in }.files.isEmpty)
    for target in ["Album/b.mp3", "a.mp3", "dangling.mp3", "free.mp3"] {
      #expect(await fault { () throws(PeerError) in try await device.send(peer, target) } != nil)
    }
    let linked = DeviceFile(path: FilePath("Album/a.mp3"), size: 8, modified: 0)
    #expect(await fault { () throws(PeerError) in try await peer.remove(linked) } != nil)
    #expect(try await peer.facts(of: [linked]).isEmpty)
    await peer.close()
    #expect(outside.names == ["a.mp3"] && outside.at("a.mp3").string == "precious")
  }

  @Test("a name that is taken stays, and a file is replaced only as it was")
  func replaced() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    let old = try await device.send(peer, "a.mp3", sound(100))
    #expect(
      await fault { () throws(PeerError) in try await device.send(peer, "a.mp3") }
        == .exists(FilePath("a.mp3")))
    let new = try await device.send(peer, "a.mp3", sound(200, seed: 2), replaced: old)
    #expect(device.music.at("a.mp3").contents == sound(200, seed: 2))
    let stale = await fault { () throws(PeerError) in
      try await device.send(peer, "a.mp3", sound(300), replaced: old)
    }
    #expect(stale == .changed(FilePath("a.mp3")))
    try await device.send(peer, "B/b.mp3", sound(300), replaced: new)
    #expect(device.music.names == ["B"])
    await peer.close()
  }

  @Test("a part goes on where its bytes are right", arguments: [5_000_000, 100])
  func resumed(right: Int) async throws {
    let device = try await TestDevice()
    let bytes = sound(6_000_000)
    let part = device.music.at(".tritone-abcdef01-1.part")
    part.write(Array(bytes[..<right]) + sound(500_000, seed: 9))
    let node = part.status.st_ino
    let peer = try await device.peer()
    try await device.send(peer, "a.mp3", bytes)
    await peer.close()
    #expect(device.music.at("a.mp3").contents == bytes)
    #expect(device.music.at("a.mp3").status.st_ino == node)
    #expect(device.music.names == ["a.mp3"])
  }

  @Test("a sync that is cancelled leaves its part, which the next one goes on with")
  func cancelled() async throws {
    let device = try await TestDevice()
    let bytes = sound(16_000_000)
    let transfer = device.transfer("a.mp3", bytes)
    let peer = try await device.peer()
    let stop = Stop()
    let task = Task { () -> PeerError? in
      await fault { () throws(PeerError) in
        _ = try await peer.send(transfer) { if $0 > 5_000_000 { stop.now() } }
      }
    }
    stop.set { task.cancel() }
    #expect(await task.value == .cancelled)
    await peer.close()
    let part = device.music.at(".tritone-abcdef01-1.part")
    #expect(device.music.names == [".tritone-abcdef01-1.part"])
    #expect(part.status.st_size >= 5_000_000 && part.status.st_size < 16_000_000)
    #expect(
      await FolderDevice.look(at: device.root)
        != .device(uuid: device.identity.uuid, interruptedBy: nil))
    let again = try await device.peer()
    _ = try await again.send(transfer) { _ in }
    await again.close()
    #expect(device.music.at("a.mp3").contents == bytes)
    #expect(device.music.names == ["a.mp3"])
  }

  @Test("a source that is not as the plan saw it is left alone")
  func sourceChanged() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    var transfer = device.transfer("a.mp3", sound(10))
    transfer.size = 11
    #expect(
      await fault { () throws(PeerError) in _ = try await peer.send(transfer) { _ in } }
        == .source(transfer.source, code: ESTALE))
    transfer.source = FilePath("/nowhere/a.mp3")
    #expect(
      await fault { () throws(PeerError) in _ = try await peer.send(transfer) { _ in } }
        == .source(transfer.source, code: ENOENT))
    await peer.close()
    #expect(device.music.names.isEmpty)
  }

  @Test("files of a batch get their names together, and each name once")
  func batch() async throws {
    let device = try await TestDevice()
    let peer = try await device.peer()
    var sent: [DeviceFile] = []
    for number in 1...3 {
      sent.append(
        try await peer.send(
          device.transfer("\(number).mp3", sound(number * 100), part: "abcdef01-\(number)")
        ) { _ in })
    }
    let again = device.transfer("2.mp3", sound(5), part: "abcdef01-9")
    #expect(
      await fault { () throws(PeerError) in _ = try await peer.send(again) { _ in } }
        == .exists(FilePath("2.mp3")))
    #expect(device.music.names.allSatisfy { $0.hasPrefix(".tritone-") })
    // A file that somebody put there meanwhile stays; the others get their names.
    device.music.at("1.mp3").write("mine")
    let taken = FilePath("1.mp3")
    #expect(try await peer.flush() == [PeerFileFault(path: taken, error: .exists(taken))])
    #expect(device.music.at("1.mp3").string == "mine")
    let files = try await peer.snapshot { _ in }.files
    #expect(Set(files).isSuperset(of: sent[1...]) && files.count == 3)
    await peer.close()
    #expect(device.music.names == ["1.mp3", "2.mp3", "3.mp3"])
  }

  @Test("where renames do not replace, files go straight to their names")
  func straight() async throws {
    let device = try await TestDevice()
    device.makeStraight()
    let peer = try await device.peer()
    let old = try await device.send(peer, "A/a.mp3", sound(5_000_000))
    _ = try await device.send(peer, "A/a.mp3", sound(400), replaced: old)
    #expect(device.music.at("A/a.mp3").contents == sound(400))
    #expect(device.music.at("A").names == ["a.mp3"])
    #expect(
      await fault { () throws(PeerError) in try await device.send(peer, "A/a.mp3") }
        == .exists(FilePath("A/a.mp3")))
    #expect(device.music.at("A/a.mp3").contents == sound(400))
    try await peer.commit(DeviceCommit(syncID: "s1"))
    await peer.close()
    #expect(device.database.exists && !device.root.at("Database/library.db.new").exists)
  }

  @Test("a half file that a cut sync left under its name is no file of the device")
  func half() async throws {
    let device = try await TestDevice()
    device.makeStraight()
    device.music.at("a.mp3").write(sound(100))
    device.music.at(".tritone-abcdef01-1.part").write(#"{"name":"a.mp3","size":200}"#)
    device.music.at("b.mp3").write(sound(100))
    device.music.at(".tritone-abcdef01-2.part").write(#"{"name":"b.mp3","size":100}"#)
    let peer = try await device.peer()
    #expect(try await peer.snapshot { _ in }.files.map(\.path.text) == ["b.mp3"])
    try await device.send(peer, "a.mp3", sound(200))
    await peer.close()
    #expect(device.music.names == ["a.mp3", "b.mp3"])
    #expect(device.music.at("a.mp3").contents == sound(200))
  }
}

/// Cancels a task from within it.
final class Stop: @unchecked Sendable {
  // because the lock guards all of it
  private let lock = NSLock()
  private var action: (@Sendable () -> Void)?
  private var isDue = false

  func set(_ action: @escaping @Sendable () -> Void) {
    let isDue = lock.withLock {
      self.action = action
      return self.isDue
    }
    if isDue { action() }
  }

  func now() {
    let action = lock.withLock {
      isDue = true
      return self.action
    }
    action?()
  }
}

import Music
import Sync
import Synchronization
import Testing
import Threads

@testable import Peers

@Suite("Devices that are mounted elsewhere")
struct DeviceFinderTests {
  private let uuid = "6f1b6b1c-6a52-4f0e-9f4e-0a3c5f0b7f11"

  private func device(at path: FilePath, uuid: String) async throws {
    try await FolderDevice.create(
      at: path, DeviceIdentity(uuid: uuid, name: "Stick"), version: "1")
  }

  @Test("a device is found where it was, in the same folder of another mount, or at its top")
  func elsewhere() async throws {
    let folder = TemporaryFolder()
    let media = folder.path
    let (old, new, other) = (media.at("OLD"), media.at("NEW 1"), media.at("OTHER"))
    let (deep, moved) = (old.at("music/player"), new.at("music/player"))
    for one in [deep, moved, other] { one.at("a.txt").write("x") }
    let mounts = [other, new, media.at("GONE")]
    let finder = DeviceFinder(mounts: { mounts })
    #expect(await !finder.find(uuid, lastAt: deep).has(uuid))

    try await device(at: moved, uuid: uuid)
    // Another device at the old place is not taken for it.
    try await device(at: deep, uuid: "00000000-6a52-4f0e-9f4e-0a3c5f0b7f11")
    let found = await finder.find(uuid, lastAt: deep)
    #expect(found.path == moved && found.has(uuid))
    #expect(found.capacity ?? 0 > 0)
    #expect(await finder.find(uuid, lastAt: moved).path == moved)
    // The whole stick was the device, and its mount point has another name now.
    try await device(at: other, uuid: "aaaa0000-6a52-4f0e-9f4e-0a3c5f0b7f11")
    #expect(
      await finder.find("aaaa0000-6a52-4f0e-9f4e-0a3c5f0b7f11", lastAt: old).path
        == other)
  }

  @Test("a mount that hangs holds up the look at it alone, and is not looked at twice at once")
  func hanging() async throws {
    let folder = TemporaryFolder()
    let (root, there) = (folder.path, folder.path.at("there"))
    there.at("a.txt").write("x")
    try await device(at: there, uuid: uuid)
    let finder = DeviceFinder(mounts: { [] }, patience: .milliseconds(50))
    let gate = Semaphore()
    let looks = Mutex(0)
    @Sendable func hang() -> Int {
      looks.withLock { $0 += 1 }
      gate.wait()
      return 1
    }
    #expect(await finder.bounded(root, hang) == nil)
    #expect(await finder.bounded(root, hang) == nil)
    #expect(looks.withLock { $0 } == 1)
    gate.post()
    // Other folders are looked at meanwhile.
    #expect(await DeviceFinder(mounts: { [] }).look(at: there).has(uuid))
  }

  @Test("looks at one folder at the same time do not hide it from each other")
  func together() async throws {
    let folder = TemporaryFolder()
    let finder = DeviceFinder(mounts: { [] })
    let (first, second) = (Semaphore(), Semaphore())
    // The first look returns only when the second one is under way.
    async let waiting = finder.bounded(folder.path) {
      first.post()
      second.wait()
      return 1
    }
    first.wait()
    let other = await finder.bounded(folder.path) {
      second.post()
      return 2
    }
    if other == nil { second.post() }
    #expect(await (waiting, other) == (1, 2))
  }

  @Test("of two copies of a device the one that can be written to is taken")
  func copies() {
    let look = FolderDevice.Look.self
    let readOnly = DeviceFinder.Sighting(path: FilePath("/a"), look: .readOnly(uuid: uuid))
    let writable = DeviceFinder.Sighting(
      path: FilePath("/b"), look: look.device(uuid: uuid, interruptedBy: nil))
    #expect(DeviceFinder.best(of: [readOnly, writable]) == writable)
    #expect(DeviceFinder.best(of: [writable, readOnly]) == writable)
    #expect(DeviceFinder.best(of: [readOnly]) == readOnly)
  }

  @Test("file systems of the system are not looked at, nor is the root")
  func table() {
    let table = """
      22 1 8:1 / / rw - ext4 /dev/sda1 rw
      23 22 0:5 / /proc rw - proc proc rw
      24 22 0:6 / /net rw - autofs systemd-1 rw
      25 22 8:17 / /media/ada/MY\\040STICK rw - vfat /dev/sdb1 rw
      26 22 0:50 / /home/ada/phone rw - fuse.jmtpfs jmtpfs rw
      garbage
      27 22 0:7 / /sys rw - sysfs
      """
    #expect(
      DeviceMount.mountPoints(in: Array(table.utf8))
        == [FilePath("/home/ada/phone"), FilePath("/media/ada/MY STICK")])
  }
}

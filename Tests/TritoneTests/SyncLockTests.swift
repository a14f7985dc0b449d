import Music
import Testing

@testable import tritone

@Suite("The lock of a sync")
struct SyncLockTests {
  @Test("a device that is locked is refused, another is not, and the end of the holder frees it")
  func excludes() throws {
    let folder = try Folder()
    let directories = Directories(
      environment: ["XDG_DATA_HOME": folder.path("data").text], current: folder.path("."))
    let stick = Device(
      id: DeviceID(1), uuid: "u-1", name: "Stick", address: .folder(FilePath("/stick")))
    var phone = stick
    phone.uuid = "u-2"
    do {
      let held = try SyncLock(stick, directories)
      // Twice, since a refusal must leave the first holder's descriptor alone.
      for _ in 0..<2 {
        #expect(throws: Failure.self) { try SyncLock(stick, directories) }
      }
      _ = try SyncLock(phone, directories)
      withExtendedLifetime(held) {}
    }
    _ = try SyncLock(stick, directories)
  }
}

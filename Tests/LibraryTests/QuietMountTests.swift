import Music
import Synchronization
import Testing

@testable import Library

@Suite(
  "Mounts in quiet folders", .serialized,
  .enabled(if: MountedDisk.isPermitted, "the kernel does not let this user mount a file system"))
struct QuietMountTests {
  @Test("a file system that is mounted over a folder shows, and its end, too")
  func mounts() async throws {
    let test = try TestLibrary()
    test.write("a/1.flac", [("TITLE", "1")])
    test.write("b/2.flac", [("TITLE", "2")])
    try await test.scan()
    test.library.quietFolders.withLock { $0 = QuietFolders() }
    func update() async throws -> ScanProgress { try await test.library.scan(nil) { _ in } }
    _ = try await update()
    let disk = try MountedDisk(at: test.music.appending("a"))
    test.write("a/3.flac", seconds: 8, [("TITLE", "3")])
    #expect(try await update().added == 1)
    #expect(try await test.rows(ListQuery(.songs, sort: .title)) == ["2", "3"])
    disk.detach()
    #expect(try await update().updated == 1)
    #expect(try await test.rows(ListQuery(.songs, sort: .title)).contains("1"))
  }
}

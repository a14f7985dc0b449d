import Foundation
import Music
import Synchronization
import Testing

@testable import Library

/// Folders that change between the report of the system and their listing.
extension QuietFolderTests {
  @Test("a folder whose listing failed after a change is not quiet")
  func failedListing() throws {
    let folder = TemporaryFolder()
    folder.write("1.flac", [1])
    let quiet = QuietFolders()
    let root = quiet.root(folder.path)
    quiet.willList(root, at: folder.path)
    var listing = try DirectoryListing(folder.path) { _ in true }
    quiet.note(&listing, of: root, at: folder.path)
    #expect(quiet.quietListing(of: root)?.fileCount == 1)
    makeFolder(folder["2"])
    quiet.update([folder.path])
    #expect(quiet.quietListing(of: root) == nil)
    // No listing follows.
    quiet.willList(root, at: folder.path)
    #expect(quiet.quietListing(of: root) == nil)
    quiet.note(&listing, of: root, at: folder.path)
    #expect(quiet.quietListing(of: root)?.fileCount == 1)
  }

  @Test("a folder made anew is listed while a program has the one of that name still open")
  func heldFolder() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(1)
    let folder = test.music.appending("folder")
    makeFolder(folder)
    test.library.quietFolders.withLock { $0 = QuietFolders() }
    _ = try update(test)
    #expect(try update(test).quietCount == 1)
    let held = withCString(folder) { open($0, O_RDONLY | O_DIRECTORY) }
    defer { close(held) }
    #expect(withCString(folder) { rmdir($0) } == 0)
    test.write("folder/2.flac", [("TITLE", "2")])
    #expect(try update(test).progress.added == 1)
    #expect(try await titles(test) == ["1", "2"])
  }

  // MARK: Changes during a scan

  /// Looks for changes in all folders, with a digest missing in the library; `change` runs once
  /// changes have been taken in and the root is done.
  private func update(
    _ test: TestLibrary, during change: @escaping @Sendable () -> Void
  ) async throws -> ScanProgress {
    try test.database.run("UPDATE folders SET digest = NULL")
    let isOver = Atomic(false)
    let scan = Scan(test.library, stop: ScanStop()) { _ in
      if !isOver.exchange(true, ordering: .relaxed) { change() }
    }
    // Progress is reported at the first folder, not only at the end.
    try await Task.sleep(for: .milliseconds(150))
    return try test.library.scanQueue.sync { try scan.run(nil) }
  }

  @Test("of a quiet folder that is deleted during a scan the tracks are missing, and not offline")
  func deletedMeanwhile() async throws {
    let test = try await quiet()
    let folder = test.folder
    let progress = try await update(test) { try? folder.remove("music/artist/2") }
    #expect(progress.missing == 2)
    #expect(progress.offline == 0)
    #expect(try await titles(test) == ["1.1", "1.2"])
  }

  @Test("a quiet folder with a file system that is empty during a scan is offline")
  func unmountedMeanwhile() async throws {
    let test = try await quiet()
    let folder = test.folder
    let path = test.music.appending("artist/2").text
    try test.database.run("UPDATE folders SET is_mount = 1 WHERE path = CAST('\(path)' AS BLOB)")
    let progress = try await update(test) {
      for number in 1...2 { try? folder.remove("music/artist/2/\(number).flac") }
    }
    #expect(progress.missing == 0)
    #expect(progress.offline == 1)
    #expect(try await titles(test) == ["1.1", "1.2", "2.1", "2.2"])
  }
}

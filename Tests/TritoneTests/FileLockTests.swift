import Music
import Testing

@testable import tritone

@Suite("Locks on files")
struct FileLockTests {
  @Test("one holder at a time, which says that it is ending, and no later one seems to")
  func holders() throws {
    let folder = try Folder()
    let path = folder.path("library.db-host")
    do {
      let lock = try #require(try FileLock(path))
      #expect(try FileLock(path) == nil)
      #expect(FileLock.isHeld(path) && !FileLock.isEnding(path))
      lock.noteEnd()
      #expect(FileLock.isHeld(path) && FileLock.isEnding(path))
    }
    #expect(!FileLock.isHeld(path))
    let next = try #require(try FileLock(path))
    #expect(!FileLock.isEnding(path))
    withExtendedLifetime((next, folder)) {}
  }
}

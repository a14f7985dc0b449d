import Foundation
import Library
import Music
import Testing

@testable import tritone

@Suite("The playlists for other machines")
struct SyncFileTests {
  @Test("whoever waits for the end finds the file there, also while it is being written")
  func ends() async throws {
    let folder = try Folder()
    let library = try Library(at: folder.path("library.db"))
    for number in 0..<20 {
      let path = folder.url.appendingPathComponent(SyncFile.name)
      let name = "List \(number)"
      let file = SyncFile(library: library, mailbox: Mailbox())
      try await file.follow(FilePath(folder.url.path))
      _ = try await library.createPlaylist(named: name, in: nil)
      // The first call writes; the others have to wait for that.
      let found = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            await file.finish()
            let written = try String(contentsOf: path, encoding: .utf8)
            return written.contains("\"\(name)\"")
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(found == [true, true, true, true])
    }
  }
}

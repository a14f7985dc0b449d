import Music
import Synchronization
import Testing

@testable import Library

@Suite("Lists that stay open")
struct ListCacheTests {
  @Test("a list read once in between takes no place among those of panes")
  func between() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "A"), ("ALBUM", "One")])
    try await test.scan()
    let library = test.library
    func isKept(_ query: ListQuery) async throws -> Bool {
      try await library.read { db in
        let builder = try ListBuilder(db, library)
        let resolved = try builder.resolved(query)
        return library.lists.withLock { $0.list(resolved, at: builder.revision) } != nil
      }
    }
    let songs = ListQuery(.songs)
    _ = try await library.window(songs, range: 0..<10, anchor: nil)
    for number in 0..<20 {
      let query = ListQuery(.songs, filter: "\(number)")
      let window = try await library.window(query, range: 0..<10, anchor: nil, keepsList: false)
      #expect(window.count == 0)
      #expect(try await !isKept(query))
    }
    #expect(try await isKept(songs))
  }
}

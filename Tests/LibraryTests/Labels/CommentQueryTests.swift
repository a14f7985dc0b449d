import Library
import Music
import Testing

@Suite("Comments in queries")
struct CommentQueryTests {
  @Test("tracks are found by the texts of their comments, with each change of these")
  func found() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    let library = test.library
    let late = try await library.addComment("The bass is LATE\nhere", to: ids[0], at: .seconds(1))
    _ = try await library.addComment("keep", to: ids[0])
    _ = try await library.addComment("Später", to: ids[2], by: "Mira")
    func found(_ filter: String) async throws -> [TrackID] {
      try await library.trackIDs(ListQuery(.songs, filter: filter, sort: .title))
    }
    #expect(try await found("comment:late") == [ids[0]])
    #expect(try await found("comment:\"bass is\" comment:keep") == [ids[0]])
    #expect(try await found("comment:spater OR comment:late") == [ids[0], ids[2]])
    #expect(try await found("comments:\"\"") == [ids[0], ids[2]])
    #expect(try await found("-comment:\"\"") == [ids[1], ids[3]])
    #expect(try await library.searchIDs("comment:late") == [ids[0]])
    // Typed on, and after each edit.
    for text in ["comment:l", "comment:la", "comment:lat"] {
      #expect(try await found(text) == [ids[0]])
    }
    _ = try await library.editComment(late.id, text: "too early")
    #expect(try await found("comment:late") == [])
    #expect(try await library.undo() != nil)
    #expect(try await found("comment:late") == [ids[0]])
    try await library.removeComments([late.id])
    #expect(try await found("comment:late") == [])
    _ = try await library.addComment("late", to: ids[3])
    #expect(try await found("comment:late") == [ids[3]])
  }

  @Test("a smart playlist follows comments")
  func smart() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    let list = try await test.library.createSmartPlaylist(
      PlaylistDetails(name: "Talk"), SmartQuery("comment:\"\"", sort: .title))
    let query = ListQuery(.playlist(list.id))
    #expect(try await test.library.trackIDs(query) == [])
    let comment = try await test.library.addComment("x", to: ids[1])
    #expect(try await test.library.trackIDs(query) == [ids[1]])
    try await test.library.removeComments([comment.id])
    #expect(try await test.library.trackIDs(query) == [])
  }
}

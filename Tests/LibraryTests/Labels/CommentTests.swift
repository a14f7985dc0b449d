import Library
import Music
import Testing

@Suite("Comments")
struct CommentTests {
  @Test("comments are written, changed and deleted, each in one step that comes back")
  func edits() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    let library = test.library
    let first = try await library.addComment(" more bass\r\nhere ", to: ids[0], at: .seconds(2))
    let second = try await library.addComment("all of it", to: ids[0])
    #expect(
      first.text == "more bass\nhere" && first.author == nil && first.created > 1_700_000_000_000)
    #expect(try await library.comments(of: ids[0]) == [first, second])
    let edited = try await library.editComment(first.id, text: "less", place: .set(.seconds(1)))
    #expect(edited.text == "less" && edited.place == .seconds(1) && edited.edited != nil)
    #expect(edited.id == first.id && edited.created == first.created)
    #expect(try await library.comments(of: ids)[ids[0]] == [edited, second])
    #expect(try await library.comments(of: ids)[ids[1]] == nil)
    #expect(try await library.removeComments([first.id, second.id]) == 2)
    #expect(try await library.comments(of: ids[0]) == [])
    #expect(try await library.undo() == "deleted 2 comments on 1")
    #expect(try await library.comments(of: ids[0]) == [edited, second])
    #expect(try await library.undo() == "changed a comment on 1")
    #expect(try await library.comments(of: ids[0]) == [first, second])
    #expect(try await library.undo() == "commented on 1")
    #expect(try await library.undo() == "commented on 1")
    #expect(try await library.comments(of: ids[0]) == [])
    for _ in 1...4 { #expect(try await library.redo() != nil) }
    #expect(try await library.comments(of: ids[0]) == [])
  }

  @Test("a place outside of the track, an empty or endless text, and a gone comment are refused")
  func refused() async throws {
    let test = try TestLibrary()
    let id = try await test.withTracks(1)[0]
    let library = test.library
    await #expect(throws: LibraryError.label(.outside(.seconds(3)))) {
      _ = try await library.addComment("x", to: id, at: .seconds(4))
    }
    await #expect(throws: LibraryError.label(.outside(.seconds(3)))) {
      _ = try await library.addComment("x", to: id, at: .seconds(-1))
    }
    await #expect(throws: LibraryError.label(.empty(.comment))) {
      _ = try await library.addComment("\n\u{2028}\t", to: id)
    }
    await #expect(throws: LibraryError.label(.tooLong(.comment))) {
      _ = try await library.addComment(String(repeating: "x", count: 2_001), to: id)
    }
    await #expect(throws: LibraryError.noSuchTrack) {
      _ = try await library.addComment("x", to: TrackID(99))
    }
    await #expect(throws: LibraryError.label(.noSuchComment)) {
      _ = try await library.editComment(.random(), text: "x")
    }
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["0"])
    let kept = try await library.addComment("a\u{1B}[2Jb\u{0}c", to: id, at: .seconds(3))
    #expect(kept.text == "a\u{FFFD}[2Jb\u{FFFD}c")
  }

  @Test("somebody else's comment is shown, and neither changed nor deleted")
  func others() async throws {
    let test = try TestLibrary()
    let id = try await test.withTracks(1)[0]
    let library = test.library
    let mine = try await library.addComment("mine", to: id)
    let theirs = try await library.addComment("theirs", to: id, by: "Ann\u{7} B.")
    #expect(theirs.author == "Ann B.")
    await #expect(throws: LibraryError.label(.notYours)) {
      _ = try await library.editComment(theirs.id, text: "x")
    }
    await #expect(throws: LibraryError.label(.notYours)) {
      try await library.removeComments([mine.id, theirs.id])
    }
    #expect(try await library.comments(of: id) == [mine, theirs])
  }

  @Test("an edit without a difference is no step")
  func unchanged() async throws {
    let test = try TestLibrary()
    let id = try await test.withTracks(1)[0]
    let comment = try await test.library.addComment("x", to: id, at: .seconds(1))
    let same = try await test.library.editComment(comment.id, text: " x ", place: .set(.seconds(1)))
    #expect(same == comment)
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["1"])
  }

  @Test("comments go with a forgotten track and come back with it")
  func forgotten() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    let comment = try await test.library.addComment("x", to: ids[0])
    try test.folder.remove("music/1.flac")
    try await test.scan()
    #expect(try await test.library.forgetMissing().count == 1)
    #expect(try test.database.run("SELECT count(*) FROM comments") == ["0"])
    #expect(try await test.library.undo() != nil)
    #expect(try await test.library.comments(of: ids[0]) == [comment])
  }
}

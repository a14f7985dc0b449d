import Foundation
import Library
import Music
import Testing

@Suite("Files that cannot be read")
struct UnreadableTests {
  @Test("each is listed with its reason, and no longer once it can be read or is gone")
  func listed() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "One")])
    test.folder.write("music/empty.mp3", [])
    test.folder.write("music/in/text.ogg", Array("no music".utf8))
    #expect(try await test.scan().failed == 2)
    let files = try await test.library.unreadableFiles()
    #expect(files.map(\.path.name) == ["text.ogg", "empty.mp3"])
    #expect(files.map(\.reason) == ["not an audio file", "an empty file"])
    let inside = try await test.library.unreadableFiles(below: [test.music.appending("in")])
    #expect(inside.map(\.path.name) == ["text.ogg"])
    #expect(try await test.library.unreadableFiles(atMost: 1).count == 1)

    try FileManager.default.removeItem(atPath: test.music.appending("in/text.ogg").text)
    test.write("empty.mp3", [("TITLE", "Two")])
    _ = try await test.scan()
    #expect(try await test.library.unreadableFiles().isEmpty)
  }

  @Test("a track whose file is damaged later is listed, too, and stays a track")
  func damagedLater() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "One")])
    _ = try await test.scan()
    test.folder.write("music/a.flac", Array("no music any more".utf8))
    #expect(try await test.scan().failed == 1)
    let files = try await test.library.unreadableFiles()
    let damaged = test.music.appending("a.flac")
    #expect(files == [UnreadableFile(damaged, reason: "there is no audio in it")])
    #expect(try await test.library.trackCount == 1)
  }

  @Test("a file that is no music is refused with its reason, and leaves nothing in the library")
  func refused() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "One")])
    _ = try await test.scan()
    test.folder.write("elsewhere/letter", Array("dear reader".utf8))
    let letter = test.folder["elsewhere/letter"]
    let before = try await test.library.roots()
    let progress = try await test.library.scan([letter]) { _ in }
    #expect(progress.refused == [UnreadableFile(letter, reason: "not an audio file")])
    #expect(try await test.library.roots() == before)
    #expect(try await test.library.unreadableFiles().isEmpty)
    let again = try await test.library.scan(nil) { _ in }
    #expect(again.failed == 0 && again.refused.isEmpty)
  }

  @Test("a file below a folder of the library is refused, and the folder stays as it is")
  func refusedInside() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "One")])
    test.folder.write("music/bad.mp3", Array("no music".utf8))
    _ = try await test.scan()
    let bad = test.music.appending("bad.mp3")
    let progress = try await test.library.scan([bad]) { _ in }
    #expect(progress.refused == [UnreadableFile(bad, reason: "not an audio file")])
    #expect(try await test.library.roots() == [test.music])
    #expect(try await test.library.unreadableFiles().map(\.path) == [bad])
  }

  @Test("a good file beside a bad one is taken, and stays when all is scanned")
  func oneOfTwo() async throws {
    let test = try TestLibrary()
    test.folder.write("loose/good.flac", FlacFile.bytes([("TITLE", "Good")]))
    test.folder.write("loose/bad.flac", Array("no music".utf8))
    let files = ["loose/good.flac", "loose/bad.flac"].map { test.folder[$0] }
    let progress = try await test.library.scan(files) { _ in }
    #expect(progress.added == 1 && progress.refused.map(\.path) == [files[1]])
    #expect(try await test.library.roots() == [files[0]])
    #expect(try await test.library.scan(nil) { _ in }.unchanged == 1)
  }

  @Test("a stream of which nothing was heard is dropped, and not one that means something")
  func streams() async throws {
    let test = try TestLibrary()
    let address = try #require(StreamAddress("http://127.0.0.1:9/x"))
    let refused = try await test.library.addStream(address)
    #expect(try await test.library.dropUnheardStream(refused))
    #expect(try await test.library.tracks([refused]).isEmpty)
    #expect(try await !test.library.dropUnheardStream(refused))
    let kept = try await test.library.addStream(address)
    try await test.library.setRating(Rating(stars: 3), for: [kept])
    #expect(try await !test.library.dropUnheardStream(kept))
    test.write("a.flac", [("TITLE", "One")])
    _ = try await test.scan()
    let file = try #require(try await test.library.track(at: test.music.appending("a.flac")))
    #expect(try await !test.library.dropUnheardStream(file.id))
  }
}

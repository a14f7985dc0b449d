import Library
import Music
import Testing

@Suite("Streams in the library")
struct StreamTests {
  private let address = StreamAddress("http://radio.example/live.ogg")!

  @Test("a stream is a track whose source is its address, added once")
  func adding() async throws {
    let test = try TestLibrary()
    let id = try await test.library.addStream(address)
    #expect(try await test.library.addStream(address) == id)
    let track = try #require(try await test.library.tracks([id]).first)
    #expect(track.source == .stream(address) && track.isStream)
    #expect(track.title == "http://radio.example/live.ogg")
    #expect(track.audio.duration == nil && !track.isMissing)
    #expect(try await test.library.track(of: .stream(address))?.id == id)
    #expect(try await test.library.addStream(address, title: "Radio") == id)
    #expect(try await test.library.tracks([id]).first?.title == "Radio")
    #expect(try await test.rows(ListQuery(.songs, filter: "radio")) == ["Radio"])
  }

  @Test("streams are listed under one folder of their own, and no scan marks them as missing")
  func folders() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "A")])
    test.write("sub/b.flac", [("TITLE", "B")])
    let id = try await test.library.addStream(address, title: "Radio")
    #expect(try await test.rows(ListQuery(.folder(nil))) == ["Streams/ 1"])
    try await test.scan()
    let again = try await test.scan()
    #expect(again.missing == 0)
    #expect(try await test.rows(ListQuery(.folder(nil))) == ["sub/ 1", "Streams/ 1", "A"])
    #expect(try await test.rows(ListQuery(.folder(.streams))) == ["Radio"])
    let inside = try await test.library.trackIDs(of: [.folder(.streams)], in: ListQuery(.songs))
    #expect(inside == [id])
    #expect(try await test.library.tracks([id]).first?.isMissing == false)
    #expect(try await test.library.check().isEmpty)
  }

  @Test("a stream that failed is tried again when it is named again")
  func again() async throws {
    let test = try TestLibrary()
    let id = try await test.library.addStream(address)
    try await test.library.markFault("no answer", of: id)
    _ = try await test.library.addStream(address)
    #expect(try await test.library.tracks([id]).first?.fault == nil)
  }
}

import Music
import Testing

@testable import Exchange

@Suite("Versions in playlists as JSON")
struct SeenVersionsTests {
  private let path = FilePath("/home/me/Sync/tritone.json")

  private func read(_ seen: String) throws(DocumentProblem) -> PlaylistDocument {
    let text = """
      {"format": "tritone-mixboard", "version": 1, "playlists": [], "seen": \(seen)}
      """
    return try TritoneJSONFormat.read([UInt8](text), at: path)
  }

  @Test("versions come back as they were, and a file without any has no key for them")
  func roundTrip() throws {
    var document = PlaylistDocument(seen: VersionVector(["b": 1 << 49, "a": 3]))
    let target = WritingTarget(path)
    let text = String(
      decoding: try TritoneJSONFormat.bytes(of: document, at: target), as: UTF8.self)
    #expect(
      text.contains("\"seen\": {\n    \"a\": 3,\n    \"b\": 562949953421312\n  }"), "\(text)")
    #expect(try TritoneJSONFormat.read([UInt8](text), at: path) == document)
    document.seen = VersionVector()
    let plain = String(
      decoding: try TritoneJSONFormat.bytes(of: document, at: target), as: UTF8.self)
    #expect(!plain.contains("seen"))
  }

  @Test("a playlist keeps its version and says that a query fills it, and only then")
  func playlists() throws {
    var list = DocumentPlaylist(name: "Smart")
    list.version = VersionVector(["a": 2])
    list.isSmart = true
    let document = PlaylistDocument(
      items: [.folder(name: "In", [.playlist(list)]), .playlist(DocumentPlaylist(name: "Plain"))])
    let bytes = try TritoneJSONFormat.bytes(of: document, at: WritingTarget(path))
    #expect(try TritoneJSONFormat.read(bytes, at: path) == document)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.split(separator: "\"smart\"").count == 2)
  }

  @Test("only the playlist with an invalid value is damaged")
  func damaged() throws {
    let text = """
      {"format": "tritone-mixboard", "version": 1, "playlists": [
        {"name": "A", "entries": [{"file": "a.flac", "gain": 99}]},
        {"name": "B", "entries": [{"file": "b.flac"}]},
        {"name": "C", "targetBPM": 0.001, "entries": []}]}
      """
    let document = try TritoneJSONFormat.read([UInt8](text.utf8), at: path)
    #expect(document.playlists.map(\.isDamaged) == [true, false, true])
  }

  @Test(
    "a counter that is none is dropped and named",
    arguments: ["0", "-1", "1.5", "\"x\"", "1e30"])
  func invalid(counter: String) throws {
    let document = try read("{\"a\": \(counter), \"b\": 2}")
    #expect(document.seen == VersionVector(["b": 2]) && document.problems.count == 1)
  }

  @Test("what is no object of counters has no versions")
  func noObject() throws {
    let document = try read("[1]")
    #expect(document.seen.isEmpty && document.problems.count == 1)
  }
}

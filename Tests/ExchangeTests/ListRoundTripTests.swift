import Music
import Testing

@testable import Exchange

@Suite("Playlists that are written and read back")
struct ListRoundTripTests {
  @Test(
    "everything that Tritone says of an entry comes back",
    arguments: [FileFormat.m3u, .m3u8, .xspf, .jspf])
  func own(format: FileFormat) throws {
    var lists = RandomLists(seed: 1)
    for _ in 0..<150 {
      var list = lists.playlist(isOwn: true)
      if format == .m3u8 {
        // A relative path in another encoding or with a line break has no form in this format.
        list.tracks.removeAll { isOddRelative($0) }
      }
      let bytes = try DocumentWriter.bytes(of: list.document, as: format, at: somewhere)
      let path = FilePath("/lists/here.\(format.rawValue)")
      #expect(FileFormat.detected(in: bytes, named: FilePath("/x")) != nil)
      let back = try DocumentReader.read(bytes, at: path)
      #expect(back.withoutLines == list.document)
      if format != .m3u { #expect(String(validating: bytes, as: UTF8.self) != nil) }
    }
  }

  private func isOddRelative(_ track: DocumentTrack) -> Bool {
    guard case .file(let path) = track.location, path.bytes.first != UInt8(ascii: "/") else {
      return false
    }
    return String(validating: path.bytes, as: UTF8.self) == nil || path.bytes.contains(10)
  }

  @Test("PLS brings back places, titles and lengths")
  func pls() throws {
    var lists = RandomLists(seed: 2)
    for _ in 0..<200 {
      var list = lists.playlist(isOwn: false)
      // A relative path that ends in white space is written as an absolute one.
      list.tracks.removeAll { $0.location == .file(FilePath(" blank\(0) ")) }
      list.tracks.removeAll {
        if case .file(let path) = $0.location { path.bytes.last == 0x20 } else { false }
      }
      let bytes = try DocumentWriter.bytes(of: list.document, as: .pls, at: somewhere)
      let back = try DocumentReader.read(bytes, at: FilePath("/lists/x"))
      #expect(back.withoutLines == list.document)
    }
  }

  @Test(
    "paths are written from the list's folder on where that is wanted",
    arguments: [FileFormat.m3u, .m3u8, .pls, .xspf, .jspf, .cue])
  func relative(format: FileFormat) throws {
    let list = DocumentPlaylist(
      tracks: ["/lists/a b.mp3", "/music/c.flac", "/lists/sub/#d.ogg"].map {
        DocumentTrack(.file(FilePath($0)), title: "t")
      })
    let bytes = try DocumentWriter.bytes(
      of: list.document, as: format, at: WritingTarget(somewhere.path, isRelative: true))
    let back = try DocumentReader.read(bytes, at: FilePath("/lists/x.\(format.rawValue)"))
    #expect(
      back.playlists[0].tracks.map(\.location)
        == ["a b.mp3", "../music/c.flac", "sub/#d.ogg"].map { .file(FilePath($0)) })
  }

  @Test(
    "what a format cannot hold at all is refused",
    arguments: [FileFormat.m3u, .m3u8, .pls, .xspf, .jspf, .cue])
  func refused(format: FileFormat) {
    let two = PlaylistDocument(items: [
      .playlist(DocumentPlaylist()), .playlist(DocumentPlaylist()),
    ])
    let nowhere = DocumentPlaylist(tracks: [DocumentTrack(.unknown(name: "lost.mp3"))])
    for document in [two, nowhere.document] {
      #expect(throws: DocumentProblem.self) {
        try DocumentWriter.bytes(of: document, as: format, at: somewhere)
      }
    }
  }

  @Test("XSPF is written as its specification has it")
  func xspfShape() throws {
    final class Shape: XMLVisitor {
      var open: [(name: String, children: [String])] = []
      var wrong: [String] = []
      static let order = [
        "playlist": ["title", "annotation", "meta", "trackList"], "trackList": ["track"],
        "track": [
          "location", "title", "creator", "annotation", "album", "duration", "meta",
        ],
      ]
      func began(_ element: XMLElement) {
        if element.namespace != "http://xspf.org/ns/0/" { wrong.append("namespace") }
        if open.isEmpty, element.attributes != ["version": "1"] { wrong.append("version") }
        if element.name == "meta", element.attributes.keys.sorted() != ["rel"] {
          wrong.append("meta")
        }
        if !open.isEmpty { open[open.count - 1].children.append(element.name) }
        open.append((element.name, []))
      }
      func ended(_ name: String, text: String) {
        let children = open.removeLast().children
        let order = Shape.order[name] ?? []
        let places = children.map { order.firstIndex(of: $0) ?? -1 }
        if places.contains(-1) || places != places.sorted() { wrong.append("order of \(name)") }
        let single = children.filter { $0 != "meta" && $0 != "track" }
        if Set(single).count != single.count { wrong.append("twice in \(name)") }
        if name == "playlist", !children.contains("trackList") { wrong.append("no trackList") }
        if name == "duration", UInt64(text) == nil { wrong.append("duration") }
        if name == "location", !text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) {
          wrong.append("location")
        }
      }
    }
    var lists = RandomLists(seed: 3)
    for _ in 0..<50 {
      let list = lists.playlist(isOwn: true)
      let shape = Shape()
      let bytes = try DocumentWriter.bytes(of: list.document, as: .xspf, at: somewhere)
      try XMLReader.read(bytes, for: shape)
      #expect(shape.wrong == [])
    }
  }
}

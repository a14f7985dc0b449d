import Foundation
import Library
import Music
import Testing

@Suite("Sort tags")
struct SortTagTests {
  private static let artists = ListQuery(.artists, sort: .artist)
  private static let byTitle = ListQuery(.songs, sort: .title)

  private func names(_ test: TestLibrary, _ query: ListQuery) async throws -> [String] {
    try await test.rows(query).map { String($0.prefix { $0 != "/" }).split(separator: " ") }
      .map { $0.dropLast().joined(separator: " ") }
  }

  @Test("artists, albums and songs are where their sort tags say, and change with them")
  func lists() async throws {
    let test = try TestLibrary()
    test.write(
      "a/1.flac",
      [
        ("TITLE", "The End"), ("ARTIST", "The Beatles"), ("ARTISTSORT", "Beatles, The"),
        ("ALBUM", "The One"), ("ALBUMSORT", "One, The"), ("TITLESORT", "End, The"),
      ])
    test.write("b/2.flac", [("TITLE", "Fall"), ("ARTIST", "Cure"), ("ALBUM", "Pqr")])
    test.write("c/3.flac", [("TITLE", "Air"), ("ARTIST", "Air"), ("ALBUM", "Nop")])
    test.write(
      "d/4.flac",
      [
        ("TITLE", "Duo"), ("ARTIST", "The Beatles"), ("ALBUMARTIST", "Zed"),
        ("ALBUMARTISTSORT", "Bed"), ("ALBUM", "Live"),
      ])
    try await test.scan()
    #expect(try await names(test, Self.artists) == ["Air", "The Beatles", "Zed", "Cure"])
    #expect(try await test.rows(Self.byTitle) == ["Air", "Duo", "The End", "Fall"])
    let albums = ListQuery(.albums, sort: .album)
    #expect(
      try await test.rows(albums)
        == ["Zed: Live 0 1", "Air: Nop 0 1", "The Beatles: The One 0 1", "Cure: Pqr 0 1"])
    let byArtist = ListQuery(.albums, sort: .artist)
    #expect(
      try await test.rows(byArtist)
        == ["Air: Nop 0 1", "The Beatles: The One 0 1", "Zed: Live 0 1", "Cure: Pqr 0 1"])
    // The second one's artist follows the first one's tag.
    #expect(
      try await test.rows(ListQuery(.songs, sort: .artist)) == ["Air", "Duo", "The End", "Fall"])
    // Lists and searches use the name.
    #expect(
      try await test.rows(ListQuery(.songs, filter: "the", sort: .title)) == ["Duo", "The End"])
    #expect(try await test.rows(ListQuery(.artist("the beatles"), sort: .artist)).count == 1)
    test.write(
      "a/1.flac", seconds: 4,
      [("TITLE", "The End"), ("ARTIST", "The Beatles"), ("ALBUM", "The One")])
    try await test.scan()
    #expect(try await test.rows(Self.byTitle) == ["Air", "Duo", "Fall", "The End"])
    #expect(
      try await test.rows(byArtist)
        == ["Air: Nop 0 1", "Zed: Live 0 1", "Cure: Pqr 0 1", "The Beatles: The One 0 1"])
    #expect(
      try await test.rows(ListQuery(.songs, sort: .artist)) == ["Air", "Fall", "Duo", "The End"])
  }

  @Test("one sort tag is enough where artist and album artist are the same name")
  func oneTag() async throws {
    let test = try TestLibrary()
    for (number, tag) in ["ARTISTSORT", "ALBUMARTISTSORT"].enumerated() {
      test.write(
        "\(number)/1.flac",
        [
          ("TITLE", "\(number)"), ("ARTIST", "The \(number)"), ("ALBUMARTIST", "The \(number)"),
          (tag, "\(number)"),
        ])
    }
    test.write("2/1.flac", [("TITLE", "5"), ("ARTIST", "5"), ("ALBUMARTIST", "5")])
    // A guest's sort name is not that of the album artist.
    test.write(
      "3/1.flac",
      [("TITLE", "6"), ("ARTIST", "Guest"), ("ARTISTSORT", "0"), ("ALBUMARTIST", "Host")])
    // A missing or blank name has no sort key.
    test.write("4/1.flac", [("ARTIST", "Last"), ("ARTISTSORT", "  "), ("TITLESORT", "0")])
    try await test.scan()
    #expect(try await names(test, Self.artists) == ["The 0", "The 1", "5", "Host", "Last"])
    #expect(
      try await test.rows(ListQuery(.songs, sort: .artist)) == ["6", "0", "1", "5", "1"])
    #expect(try await test.rows(Self.byTitle) == ["0", "1", "1", "5", "6"])
  }

  @Test("playlists that queries make are in the order of sort names, and the file keeps them")
  func reopened() async throws {
    let test = try TestLibrary()
    for number in 1...250 {
      test.write(
        "\(number).flac",
        [
          ("TITLE", "\(number)"), ("ARTIST", "The \(number % 9)"),
          ("ARTISTSORT", "\(9 - number % 9), The"), ("TITLESORT", "\(1_000 - number)"),
        ])
    }
    try await test.scan()
    let falling = (1...250).reversed().map { "\($0)" }
    #expect(try await test.rows(Self.byTitle) == falling)
    let id = try await test.library.createSmartPlaylist(
      PlaylistDetails(name: "Nines"),
      SmartQuery("artist:\"the 9\" OR artist:\"the 8\"", sort: .title)
    ).id
    let nines = try await test.rows(ListQuery(.playlist(id), sort: .artist))
    #expect(nines == falling.filter { Int($0).map { $0 % 9 == 8 } ?? false })
    let library = try Library(at: test.folder["library.db"])
    let ids = try await library.trackIDs(Self.byTitle)
    #expect(try await test.titles(ids) == falling)
    #expect(
      try await library.window(Self.artists, range: 0..<20, anchor: nil).rows
        == test.library.window(Self.artists, range: 0..<20, anchor: nil).rows)
    #expect(try await names(test, Self.artists) == (0...8).reversed().map { "The \($0)" })
  }
}

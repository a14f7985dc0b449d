import Library
import Music
import Testing

@Suite("Jumps in lists")
struct JumpTests {
  private func make() async throws -> TestLibrary {
    let test = try TestLibrary()
    for (name, title, artist) in [
      ("Zoo/1", "Apple", "Zoe"), ("Zoo/2", "Berry", "Ann"), ("Bar/3", "Cherry", "Mia"),
      ("4", "Date", "Bob"), ("elder", "Elder", "Bob"),
    ] {
      test.write(
        "\(name).flac", seconds: 2,
        [("TITLE", title), ("ARTIST", artist), ("ALBUM", "\(artist)'s"), ("GENRE", "G\(title)")])
    }
    try await test.scan()
    return test
  }

  /// The row of a jump and its end.
  private func jump(_ test: TestLibrary, _ query: ListQuery, _ text: String) async throws -> String
  {
    let window = try await test.library.window(
      query, range: 0..<2, anchor: nil, followsAnchor: true, jumpingTo: text)
    guard let index = window.anchorIndex, let jump = window.jump else {
      return "\(window.jump ?? .empty)"
    }
    return "\(jump) \(try await test.rows(query)[index])"
  }

  @Test("each kind of list is searched by the names that it is sorted by")
  func kinds() async throws {
    let test = try await make()
    #expect(try await jump(test, ListQuery(.songs, sort: .title), "c") == "found Cherry")
    #expect(try await jump(test, ListQuery(.songs, sort: .artist), "m") == "found Cherry")
    let down = ListQuery(.songs, sort: .artist, isDescending: true)
    #expect(try await jump(test, down, "b") == "found \(try await test.rows(down)[2])")
    #expect(try await jump(test, ListQuery(.songs, sort: .bpm), "c") == "unsorted")
    #expect(try await jump(test, ListQuery(.artists), "c") == "next Mia 1/1")
    #expect(try await jump(test, ListQuery(.albums), "z") == "found Zoe: Zoe's 0 1")
    #expect(try await jump(test, ListQuery(.artist("Zoe")), "z") == "unsorted")
    #expect(try await jump(test, ListQuery(.genres), "gd") == "found GDate 1")
    #expect(try await jump(test, ListQuery(.folder(nil)), "z") == "found Zoo/ 2")
    #expect(try await jump(test, ListQuery(.folder(nil)), "e") == "found Elder")
    #expect(
      try await jump(test, ListQuery(.folder(nil), isDescending: true), "b") == "found Bar/ 1")
    #expect(try await jump(test, ListQuery(.lists), "never").hasPrefix("found Never"))
    var found = ListQuery(.songs, filter: "artist:bob", sort: .title)
    #expect(try await jump(test, found, "a") == "next Date")
    found.filter = "nothing of this"
    #expect(try await jump(test, found, "a") == "empty")
  }

  @Test("in groups a jump leads to the row, and to the header where that is collapsed")
  func groups() async throws {
    let test = try await make()
    var query = ListQuery(.songs, sort: .title, template: try GroupTemplate("{Artist}"))
    #expect(try await jump(test, query, "e") == "found Elder")
    query.collapsed = .all
    #expect(try await jump(test, query, "e") == "found # Bob 2")
    let folder = ListQuery(.folder(nil), template: try GroupTemplate("{Artist}"))
    #expect(try await jump(test, folder, "z") == "found Zoo/ 2")
    #expect(try await jump(test, folder, "e") == "found Elder")
  }

  @Test("playlists are found by name under their folders, and entries have an order of their own")
  func playlists() async throws {
    let test = try await make()
    let warm = try await test.library.createPlaylist(named: "Warm up")
    _ = try await test.library.createPlaylist(named: "Peak")
    #expect(try await jump(test, ListQuery(.playlists), "w") == "found 0 Warm up")
    #expect(try await jump(test, ListQuery(.playlists), "q") == "next 0 Warm up")
    #expect(try await jump(test, ListQuery(.playlist(warm.id)), "a") == "unsorted")
  }
}

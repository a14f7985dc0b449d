import Library
import Music
import Testing

@Suite("Queries on a library")
struct QueryListTests {
  private func make() async throws -> TestLibrary {
    let test = try TestLibrary()
    test.write(
      "House/a.flac", seconds: 4,
      [
        ("TITLE", "Überblick"), ("ARTIST", "Lena"), ("DATE", "1997"), ("GENRE", "House"),
        ("BPM", "124.3"), ("INITIALKEY", "8A"),
      ])
    test.write(
      "House/b.flac", seconds: 9,
      [
        ("TITLE", "Second"), ("ARTIST", "Miles"), ("ALBUM", "Blue"), ("DATE", "2003"),
        ("BPM", "90"),
      ])
    test.write("c.flac", seconds: 2, [("TITLE", "Third"), ("ARTIST", "Miles")])
    try await test.scan()
    return test
  }

  @Test(
    "queries find tracks by every kind of field",
    arguments: [
      ("", "Second,Third,Überblick"), ("uber", "Überblick"), ("miles -blue", "Third"),
      ("artist:miles", "Second,Third"), ("year:1990..1999", "Überblick"), ("bpm:124", "Überblick"),
      ("house/b", "Second"), ("path:house", "Second,Überblick"), ("~key:Em", "Überblick"),
      ("year:none", "Third"), ("duration:>3s", "Second,Überblick"), ("genre:\"\"", "Überblick"),
      ("format:flac (third OR uber)", "Third,Überblick"), ("plays:>0", ""),
      ("added:<1h -blue", "Third,Überblick"),
      ("title:miles", ""), ("missing:", ""), ("in:none", ""),
    ])
  func queries(text: String, titles: String) async throws {
    let test = try await make()
    let found = try await test.rows(ListQuery(.songs, filter: text, sort: .title))
    #expect(found.joined(separator: ",") == titles)
  }

  @Test("tracks of a playlist are found by its name")
  func playlist() async throws {
    let test = try await make()
    let playlist = try await test.library.createPlaylist(named: "Warm-Up")
    let tracks = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    _ = try await test.library.add([tracks[1]], to: playlist.id)
    #expect(try await test.rows(ListQuery(.songs, filter: "in:\"warm-up\"")) == ["Third"])
    #expect(try await test.rows(ListQuery(.songs, filter: "-in:warm-up")).count == 2)
  }

  @Test("of a group in a list that a field narrows only the tracks that match are played")
  func groupsOfSome() async throws {
    let test = try await make()
    func titles(_ source: ListSource, _ filter: String, _ rows: [RowID] = []) async throws -> String
    {
      let query = ListQuery(source, filter: filter)
      let ids =
        rows.isEmpty
        ? try await test.library.trackIDs(query)
        : try await test.library.trackIDs(of: rows, in: query)
      return try await test.titles(ids).joined(separator: ",")
    }
    let miles = RowID.artist("Miles")
    #expect(try await titles(.artists, "", [miles]) == "Second,Third")
    #expect(try await titles(.artists, "year:2003", [miles]) == "Second")
    #expect(try await titles(.artists, "year:2003") == "Second")
    #expect(try await titles(.artists, "miles", [miles]) == "Second,Third")
    #expect(try await titles(.genres, "bpm:>100") == "Überblick")
    let house = RowID.folder(test.folder["music/House"])
    #expect(try await titles(.folder(nil), "bpm:<100", [house]) == "Second")
    #expect(try await titles(.folder(nil), "", [house]) == "Überblick,Second")
  }

  @Test("built-in lists follow what the user does")
  func builtIn() async throws {
    let test = try await make()
    let tracks = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    #expect(
      try await test.rows(ListQuery(.lists)) == [
        "Recently added 3", "Recently played 0", "Most played 0", "Never played 3", "Loved 0",
        "Offline 0", "Missing 0",
      ])
    try await test.library.setReaction(.loved, for: [tracks[2]])
    #expect(try await test.rows(ListQuery(.smart(.loved))) == ["Überblick"])
    try test.folder.remove("music/c.flac")
    try await test.scan()
    #expect(try await test.rows(ListQuery(.smart(.missing))) == ["Third"])
    #expect(try await test.rows(ListQuery(.songs, filter: "missing:")) == ["Third"])
    #expect(try await test.rows(ListQuery(.songs)).count == 2)
  }
}

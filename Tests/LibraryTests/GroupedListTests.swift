import Library
import Music
import Testing

@Suite("Grouped lists")
struct GroupedListTests {
  /// Three albums of two artists, two of them of one name.
  private func make() async throws -> TestLibrary {
    let test = try TestLibrary()
    for (name, title, artist, album, date, bpm) in [
      ("A/1", "One", "Ann", "Hits", "1990", "120"), ("A/2", "Two", "Ann", "Hits", "1992", "124"),
      ("B/3", "Three", "Bob", "Hits", "2001", ""), ("B/4", "Four", "Bob", "Blue", "2003", "90"),
      ("A/5", "Five", "Ann", "Hits", "1990", "131"),
    ] {
      test.write(
        "\(name).flac", seconds: 2,
        [
          ("TITLE", title), ("ARTIST", artist), ("ALBUM", album), ("DATE", date), ("GENRE", "Pop"),
          ("ALBUMARTIST", artist),
        ] + (bpm.isEmpty ? [] : [("BPM", bpm)]))
    }
    test.write("6.flac", seconds: 2, [("TITLE", "Six")])
    try await test.scan()
    return test
  }

  private func query(
    _ source: ListSource, _ template: String, sort: SortColumn = .title,
    collapsed: CollapsedGroups = CollapsedGroups()
  ) throws -> ListQuery {
    ListQuery(
      source, sort: sort, template: try GroupTemplate(template), collapsed: collapsed)
  }

  private func keys(_ test: TestLibrary, _ query: ListQuery) async throws -> [String] {
    try await test.library.groups(query, range: 0..<100).rows.compactMap { row in
      if case .group(let group) = row { group.key } else { nil }
    }
  }

  @Test("songs stand under headers in the order of their first tracks, whatever the sort")
  func songs() async throws {
    let test = try await make()
    #expect(
      try await test.rows(query(.songs, "{Album} ({Date})")) == [
        "# Hits (1990–1992) 3", "Five", "One", "Two", "# Blue (2003) 1", "Four", "# Unknown 1",
        "Six", "# Hits (2001) 1", "Three",
      ])
    #expect(
      try await test.rows(query(.songs, "{Artist:1}", sort: .year)) == [
        "# A 3", "One", "Five", "Two", "# B 2", "Three", "Four", "# Unknown 1", "Six",
      ])
    var down = try query(.songs, "{Decade}", sort: .year)
    down.isDescending = true
    down.filter = "artist:ann"
    #expect(try await test.rows(down) == ["# 1990s 3", "Two", "One", "Five"])
  }

  @Test("every list of tracks can be grouped, and others stay as they are")
  func sources() async throws {
    let test = try await make()
    let folder = try await test.rows(query(.folder(test.music), "{Format}"))
    #expect(folder == ["A/ 3", "B/ 2", "# FLAC 1", "Six"])
    let inside = try await test.rows(
      query(.folder(FilePath(test.music.text + "/B")), "{Album}", sort: .title))
    #expect(inside == ["# Blue 1", "Four", "# Hits 1", "Three"])
    let album = AlbumKey(artist: "Ann", name: "Hits")
    #expect(
      try await test.rows(query(.album(album), "{Year}", sort: .title)) == [
        "# 1990 2", "Five", "One", "# 1992 1", "Two",
      ])
    #expect(
      try await test.rows(query(.genre("Pop"), "{AlbumArtist}", sort: .title)) == [
        "# Ann 3", "Five", "One", "Two", "# Bob 2", "Four", "Three",
      ])
    #expect(
      try await test.rows(query(.smart(.neverPlayed), "{Artist|\"Nobody\"}", sort: .title)).first
        == "# Ann 3")
    #expect(try await test.rows(query(.albums, "{Album}")).allSatisfy { !$0.hasPrefix("#") })
    #expect(try await test.rows(query(.genres, "{Album}")) == ["Pop 5", " 1"])
  }

  @Test("headers know count, time and the average tempo of the tracks that have one")
  func totals() async throws {
    let test = try await make()
    let window = try await test.library.groups(query(.songs, "{Artist}"), range: 0..<10)
    #expect(window.count == 3 && window.trackCount == 6 && window.duration == .seconds(12))
    let totals = window.rows.map { row -> String in
      guard case .group(let group) = row else { return "" }
      return "\(group.text) \(group.tracks) \(group.duration.seconds) \(group.bpm ?? 0)"
    }
    #expect(totals == ["Ann 3 6.0 125.0", "Bob 2 4.0 90.0", "Unknown 1 2.0 0.0"])
  }

  @Test("a collapsed group keeps its header, its count and its tracks")
  func collapsing() async throws {
    let test = try await make()
    let open = try query(.songs, "{Artist}")
    let keys = try await keys(test, open)
    var folded = open
    folded.collapsed.toggle(keys[0])
    #expect(
      try await test.rows(folded) == ["# Ann 3", "# Bob 2", "Four", "Three", "# Unknown 1", "Six"])
    folded.collapsed.toggle(keys[2])
    #expect(try await test.rows(folded) == ["# Ann 3", "# Bob 2", "Four", "Three", "# Unknown 1"])
    let window = try await test.library.window(folded, range: 2..<4, anchor: nil)
    #expect(window.count == 5 && window.trackCount == 6 && window.openGroup == keys[1])
    let all = try query(.songs, "{Artist}", collapsed: .all)
    #expect(try await test.rows(all) == ["# Ann 3", "# Bob 2", "# Unknown 1"])
    var allButOne = all
    allButOne.collapsed.toggle(keys[1])
    #expect(
      try await test.rows(allButOne) == ["# Ann 3", "# Bob 2", "Four", "Three", "# Unknown 1"])
    // Hidden tracks are played and queued with the rest.
    let shown = try await test.library.trackIDs(open)
    #expect(try await test.library.trackIDs(all) == shown)
    let ann = try await test.library.trackIDs(of: [.group(keys[0])], in: all)
    #expect(try await test.titles(ann) == ["Five", "One", "Two"])
  }

  @Test("a row stays under the cursor when groups collapse, or its header does")
  func anchors() async throws {
    let test = try await make()
    let open = try query(.songs, "{Artist}")
    let tracks = try await test.library.trackIDs(open)
    let keys = try await keys(test, open)
    func index(_ row: RowID, _ query: ListQuery) async throws -> Int? {
      try await test.library.window(query, range: 0..<1, anchor: row).anchorIndex
    }
    #expect(try await index(.track(tracks[3]), open) == 5)
    #expect(try await index(.group(keys[1]), open) == 4)
    var folded = open
    folded.collapsed.toggle(keys[0])
    #expect(try await index(.track(tracks[3]), folded) == 2)
    folded.collapsed.toggle(keys[1])
    #expect(try await index(.track(tracks[3]), folded) == 1)
    #expect(try await index(.track(TrackID(99)), folded) == nil)
    #expect(try await index(.group("ffff"), folded) == nil)
  }

  @Test("what is grouped by rating follows the ratings")
  func ratings() async throws {
    let test = try await make()
    let query = try query(.songs, "{Rating|\"Not rated\"}")
    #expect(try await test.rows(query).first == "# Not rated 6")
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    try await test.library.setRating(Rating(stars: 4), for: [ids[0]])
    #expect(try await test.rows(query).prefix(3) == ["# ★★★★ 1", "Five", "# Not rated 5"])
  }

  @Test("a preview groups a playlist otherwise than it is kept")
  func preview() async throws {
    let test = try await make()
    let list = try await test.library.createPlaylist(named: "L")
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    _ = try await test.library.add(ids, to: list.id)
    try await test.library.setTemplate(try GroupTemplate("{Genre}"), of: list.id)
    let kept = ListQuery(.playlist(list.id))
    #expect(try await test.rows(kept).first == "# Pop 5")
    #expect(try await test.rows(query(.playlist(list.id), "{Artist}")).first == "# Ann 3")
    let plain = ListQuery(.playlist(list.id), template: GroupTemplate.none)
    #expect(try await test.rows(plain).first == "1 Five")
    let window = try await test.library.window(kept, range: 0..<1, anchor: nil)
    #expect(window.template.source == "{Genre}" && window.query == kept)
  }
}

import Library
import Music
import Testing

@Suite("Lists")
struct ListTests {
  /// Two artists, three albums, a compilation without an album artist, and a loose track.
  private static func filled() async throws -> TestLibrary {
    let test = try TestLibrary()
    func track(
      _ file: String, _ title: String, _ artist: String, _ album: String, _ number: Int,
      _ year: Int, _ genre: String, seconds: Int = 3, bpm: Int? = nil, key: String? = nil
    ) {
      var tags = [
        ("TITLE", title), ("ARTIST", artist), ("ALBUM", album), ("TRACKNUMBER", "\(number)"),
        ("DATE", "\(year)"), ("GENRE", genre),
      ]
      if let bpm { tags.append(("BPM", "\(bpm)")) }
      if let key { tags.append(("KEY", key)) }
      test.write(file, seconds: seconds, tags)
    }
    track("Émile/Late/2.flac", "Track 10", "Émile", "Late", 2, 2001, "Jazz", seconds: 5, bpm: 90)
    track("Émile/Late/1.flac", "Track 2", "Émile", "Late", 1, 2001, "Jazz", bpm: 120, key: "8A")
    track("Émile/Early/1.flac", "Dawn", "emile", "Early", 1, 1990, "Jazz", seconds: 9, key: "1B")
    track("Zed/Hits/1.flac", "Alpha", "Zed", "Hits", 1, 1980, "Rock", seconds: 4)
    track("Mixed/1.flac", "One", "Émile", "Sampler", 1, 1999, "Pop")
    track("Mixed/2.flac", "Two", "Zed", "Sampler", 2, 1999, "Pop")
    test.write("loose.flac", [])
    try await test.scan()
    return test
  }

  @Test("songs sort by every column, both ways, what is unknown last")
  func sorts() async throws {
    let test = try await ListTests.filled()
    let expected: [SortColumn: (up: [String], down: [String])] = [
      .artist: (
        ["Dawn", "Track 2", "Track 10", "One", "Alpha", "Two", "loose"],
        ["Alpha", "Two", "Dawn", "Track 2", "Track 10", "One", "loose"]
      ),
      .title: (
        ["Alpha", "Dawn", "loose", "One", "Track 2", "Track 10", "Two"],
        ["Two", "Track 10", "Track 2", "One", "loose", "Dawn", "Alpha"]
      ),
      .album: (
        ["Dawn", "Alpha", "Track 2", "Track 10", "One", "Two", "loose"],
        ["One", "Two", "Track 2", "Track 10", "Alpha", "Dawn", "loose"]
      ),
      .year: (
        ["Alpha", "Dawn", "One", "Two", "Track 2", "Track 10", "loose"],
        ["Track 2", "Track 10", "One", "Two", "Dawn", "Alpha", "loose"]
      ),
      .path: (
        ["Dawn", "Track 2", "Track 10", "One", "Two", "Alpha", "loose"],
        ["loose", "Alpha", "Two", "One", "Track 10", "Track 2", "Dawn"]
      ),
    ]
    for (column, order) in expected {
      #expect(try await test.rows(ListQuery(.songs, sort: column)) == order.up, "\(column)")
      let down = ListQuery(.songs, sort: column, isDescending: true)
      #expect(try await test.rows(down) == order.down, "\(column) down")
    }
    for (column, first, down) in [
      (SortColumn.bpm, "Track 10", "Track 2"), (.key, "Dawn", "Track 2"),
    ] {
      #expect(try await test.rows(ListQuery(.songs, sort: column)).first == first)
      let reversed = ListQuery(.songs, sort: column, isDescending: true)
      #expect(try await test.rows(reversed).first == down)
      #expect(try await test.rows(reversed).count == 7)
    }
    let longest = ListQuery(.songs, sort: .duration, isDescending: true)
    #expect(try await test.rows(longest).prefix(2) == ["Dawn", "Track 10"])
  }

  @Test("ratings and plays sort, also right after they have changed")
  func sortsMarks() async throws {
    let test = try await ListTests.filled()
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    let rated = ListQuery(.songs, sort: .rating, isDescending: true)
    let played = ListQuery(.songs, sort: .plays, isDescending: true)
    _ = try await (test.rows(rated), test.rows(played))
    try await test.library.setRating(Rating(stars: 2), for: [ids[3]])
    try await test.library.setRating(Rating(stars: 5), for: [ids[6]])
    try await test.library.recordPlay(of: ids[4], at: 1_000)
    #expect(try await test.rows(rated).prefix(2) == ["Two", "One"])
    #expect(try await test.rows(ListQuery(.songs, sort: .rating)).prefix(2) == ["One", "Two"])
    #expect(try await test.rows(played).first == "Track 2")
    let track = try #require(try await test.library.tracks([ids[4]]).first)
    #expect(track.plays == 1 && track.lastPlayed == 1_000)
  }

  @Test("songs and albums by when they were heard follow every song that is heard")
  func sortsHeard() async throws {
    let test = try await ListTests.filled()
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    let songs = ListQuery(.songs, sort: .played, isDescending: true)
    let albums = ListQuery(.albums, sort: .played, isDescending: true)
    for (time, index) in zip([1_000, 2_000, 3_000] as [Int64], [1, 0, 5]) {
      _ = try await (test.rows(songs), test.rows(albums))
      try await test.library.recordPlay(of: ids[index], at: time)
      let heard = try #require(try await test.library.tracks([ids[index]]).first)
      #expect(try await test.rows(songs).first == heard.title)
      let album = try #require(heard.tags.album)
      #expect(try await test.rows(albums).first?.contains(": \(album) ") == true)
    }
  }

  @Test(
    "a filter finds its words in any place, without case and accents",
    arguments: [
      ("emile", ["Dawn", "Track 2", "Track 10", "One"]), ("TRACK lat", ["Track 2", "Track 10"]),
      ("ack émile 10", ["Track 10"]), ("genre:rock", ["Alpha"]), ("mixed/2", ["Two"]),
      ("nothing", []),
      ("  ", ["Dawn", "Track 2", "Track 10", "One", "Alpha", "Two", "loose"]), ("music", []),
    ])
  func filters(_ text: String, _ titles: [String]) async throws {
    let test = try await ListTests.filled()
    #expect(try await test.rows(ListQuery(.songs, filter: text)) == titles)
  }

  @Test("artists, albums and genres are groups with counts, and a compilation is one album")
  func groups() async throws {
    let test = try await ListTests.filled()
    // The library chooses which spelling names a group.
    func folded(_ query: ListQuery) async throws -> [String] {
      try await test.rows(query).map(SortKey.folded)
    }
    #expect(
      try await folded(ListQuery(.artists)) == [
        "emile 2/3", "various artists 1/2", "zed 1/1", " 0/1",
      ])
    #expect(
      try await folded(ListQuery(.albums)) == [
        "emile: early 1990 1", "emile: late 2001 2", "various artists: sampler 1999 2",
        "zed: hits 1980 1", ":  0 1",
      ])
    #expect(try await test.rows(ListQuery(.genres)) == ["Jazz 3", "Pop 2", "Rock 1", " 1"])
    let byYear = ListQuery(.albums, sort: .year, isDescending: true)
    #expect(try await test.rows(byYear).first?.contains("Late") == true)
    #expect(try await test.rows(ListQuery(.albums, filter: "samp vario")).count == 1)
    #expect(try await test.rows(ListQuery(.artists, filter: "ZED")) == ["Zed 1/1"])
    #expect(try await test.rows(ListQuery(.genres, filter: "o")) == ["Pop 2", "Rock 1"])

    let late = AlbumKey(artist: "EMILE", name: "late")
    #expect(try await test.rows(ListQuery(.album(late))) == ["Track 2", "Track 10"])
    #expect(try await test.rows(ListQuery(.artist("Émile"))).map(\.last) == ["1", "2"])
    #expect(try await test.rows(ListQuery(.genre("pop"))) == ["One", "Two"])
    #expect(try await test.rows(ListQuery(.genre(""))) == ["loose"])
    #expect(try await test.rows(ListQuery(.album(AlbumKey(artist: "", name: "")))) == ["loose"])
  }

  @Test("folders list sub folders, then tracks, in natural order")
  func folders() async throws {
    let test = try await ListTests.filled()
    test.write("10/1.flac", [])
    test.write("2/10.flac", [])
    test.write("2/9.flac", [])
    test.write("2/b/1.flac", [])
    try await test.scan()
    let top = ["2/ 3", "10/ 1", "Émile/ 3", "Mixed/ 2", "Zed/ 1", "loose"]
    #expect(try await test.rows(ListQuery(.folder(nil))) == top)
    #expect(try await test.rows(ListQuery(.folder(test.music))) == top)
    let two = test.music.appending("2")
    #expect(try await test.rows(ListQuery(.folder(two))) == ["b/ 1", "9", "10"])
    #expect(
      try await test.rows(ListQuery(.folder(test.music), filter: "e")) == [
        "Émile/ 3", "Mixed/ 2", "Zed/ 1", "loose",
      ])
    let all = try await test.library.trackIDs(ListQuery(.folder(two)))
    #expect(try await test.titles(all) == ["1", "9", "10"])
    let window = try await test.library.window(ListQuery(.folder(nil)), range: 0..<2, anchor: nil)
    #expect(window.count == 6 && window.trackCount == 11)
    #expect(window.duration == .seconds(42))
  }

  @Test("several roots are listed by their names")
  func severalRoots() async throws {
    let test = try await ListTests.filled()
    test.folder.write("other/x.flac", FlacFile.bytes([]))
    _ = try await test.library.scan([test.folder["other"]]) { _ in }
    #expect(try await test.rows(ListQuery(.folder(nil))) == ["music/ 7", "other/ 1"])
  }

  @Test("a window is clamped and says where its anchor has gone")
  func windows() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(30)
    let query = ListQuery(.songs, sort: .title)
    let window = try await test.library.window(query, range: 25..<90, anchor: .track(ids[7]))
    #expect(window.start == 25 && window.rows.count == 5 && window.count == 30)
    #expect(window.anchorIndex == 7)
    #expect(window[25]?.track?.title == "26" && window[24] == nil)
    let gone = try await test.library.window(query, range: 90..<95, anchor: .track(TrackID(999)))
    #expect(gone.rows.isEmpty && gone.anchorIndex == nil && gone.count == 30)
    let filtered = ListQuery(.songs, filter: "2", sort: .title)
    let anchored = try await test.library.window(filtered, range: 0..<5, anchor: .track(ids[11]))
    #expect(anchored.anchorIndex == 1)
  }

  @Test("a window has the ends of its list besides, unless it has all of it")
  func ends() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(30)
    let query = ListQuery(.songs, sort: .title)
    let all = try await test.library.window(query, range: 0..<30, ends: 4, anchor: nil)
    #expect(all.ends.isEmpty)
    let window = try await test.library.window(query, range: 10..<15, ends: 4, anchor: nil)
    #expect(window.rows == Array(all.rows[10..<15]) && window.ends.map(\.start) == [0, 26])
    #expect(window.ends.map(\.rows) == [Array(all.rows[..<4]), Array(all.rows[26...])])
    let short = try await test.library.window(query, range: 10..<15, ends: 90, anchor: nil)
    #expect(short.ends.map(\.rows) == [all.rows, all.rows])
  }

  @Test("a window that follows its anchor has the rows around it")
  func followingWindows() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(90)
    let query = ListQuery(.songs, sort: .title)
    func window(_ range: Range<Int>, _ anchor: Int) async throws -> ListWindow {
      try await test.library.window(
        query, range: range, anchor: .track(ids[anchor]), followsAnchor: true)
    }
    let far = try await window(0..<20, 70)
    #expect(far.anchorIndex == 70 && far.start == 60 && far.rows.count == 20)
    #expect(far[70]?.track?.title == "71")
    let near = try await window(60..<80, 70)
    #expect(near.start == 60 && near.anchorIndex == 70)
    let edge = try await window(60..<80, 79)
    #expect(edge.start == 69 && edge.rows.count == 20)
    let last = try await window(0..<20, 89)
    #expect(last.start == 79 && last.rows.count == 11)
    let first = try await window(50..<70, 1)
    #expect(first.start == 0 && first.rows.count == 20)
    let gone = try await test.library.window(
      query, range: 5..<9, anchor: .track(TrackID(999)), followsAnchor: true)
    #expect(gone.start == 5 && gone.rows.count == 4)
  }

  @Test("rows stand for all their tracks, each once, in the order they are heard")
  func tracksOfRows() async throws {
    let test = try await ListTests.filled()
    let query = ListQuery(.songs)
    let late = RowID.album(AlbumKey(artist: "Émile", name: "Late"))
    func titles(_ rows: [RowID]) async throws -> [String] {
      try await test.titles(try await test.library.trackIDs(of: rows, in: query))
    }
    #expect(try await titles([late]) == ["Track 2", "Track 10"])
    #expect(try await titles([.artist("Émile"), late]) == ["Dawn", "Track 2", "Track 10"])
    #expect(try await titles([.genre("Rock")]) == ["Alpha"])
    #expect(
      try await titles([.folder(test.music.appending("Émile"))]) == ["Dawn", "Track 2", "Track 10"])
    let everyone = try await test.library.trackIDs(ListQuery(.artists))
    #expect(
      try await test.titles(everyone) == [
        "Dawn", "Track 2", "Track 10", "One", "Two", "Alpha", "loose",
      ])
    let filtered = try await test.library.trackIDs(ListQuery(.artists, filter: "zed"))
    #expect(try await test.titles(filtered) == ["Alpha"])
  }

  @Test("searching finds everything for no words, and is in path order")
  func searches() async throws {
    let test = try await ListTests.filled()
    #expect(try await test.library.search("").count == 7)
    #expect(try await test.library.search("sampler").map(\.title) == ["One", "Two"])
  }
}

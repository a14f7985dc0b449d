import Library
import Music
import Testing

@Suite("Building: artists")
struct BuildArtistTests {
  private func names(_ artists: [LibraryArtist]) -> [String] { artists.map(\.name) }

  private func matches(_ scene: BuildScene, _ text: String, limit: Int = 10) async throws
    -> [String]
  {
    try await scene.open().artists(matching: text, limit: limit).map {
      "\($0.artist.name) \($0.kind)"
    }
  }

  @Test("the same name comes first, then the same letters, beginnings, words, close names")
  func matching() async throws {
    let scene = try await BuildScene(
      artists: [
        "Björk", "Bjork Ensemble", "AC/DC", "The Beatles", "R.E.M.", "Metallica", "Black Beatles",
        "a-ha", "Motörhead", "Мумий Тролль",
      ])
    #expect(try await matches(scene, "bjork") == ["Björk same", "Bjork Ensemble beginning"])
    #expect(try await matches(scene, "  BJÖRK  ", limit: 1) == ["Björk same"])
    #expect(try await matches(scene, "acdc") == ["AC/DC alike"])
    #expect(try await matches(scene, "Beatles") == ["The Beatles alike", "Black Beatles word"])
    #expect(try await matches(scene, "rem") == ["R.E.M. alike"])
    #expect(try await matches(scene, "metal") == ["Metallica beginning"])
    #expect(try await matches(scene, "Metalica") == ["Metallica close"])
    #expect(try await matches(scene, "Metallcia") == ["Metallica close"])
    #expect(try await matches(scene, "Mothorhead") == ["Motörhead close"])
    #expect(try await matches(scene, "aha") == ["a-ha alike"])
    #expect(try await matches(scene, "мумий троль") == ["Мумий Тролль close"])
    #expect(try await matches(scene, "Radiohead") == [])
    #expect(try await matches(scene, "") == [])
    #expect(try await matches(scene, " \n\t") == [])
    #expect(try await matches(scene, "bjork", limit: 0) == [])
    #expect(try await matches(scene, "bjork", limit: -3) == [])
  }

  @Test("of equally good matches the most heard comes first")
  func heardFirst() async throws {
    let scene = try await BuildScene(artists: ["Air", "Airbag", "Airbourne"])
    try await scene.play("by Airbourne")
    #expect(
      try await matches(scene, "air") == ["Air same", "Airbourne beginning", "Airbag beginning"])
  }

  @Test("spellings are one artist, named as most tracks spell it")
  func spellings() async throws {
    let scene = try await BuildScene([
      .init("BEYONCE", "a"), .init("Beyoncé", "b"), .init("Beyoncé", "c"), .init("beyonce ", "d"),
    ])
    let catalogue = try await scene.open()
    #expect(catalogue.artistCount == 1)
    #expect(
      catalogue.artist("Beyonce")
        == LibraryArtist(id: "beyonce", name: "Beyoncé", tracks: 4, plays: 0))
    #expect(try await scene.top("beyonce") == ["a", "b", "c", "d"])
  }

  @Test("guests have the track behind their own, and so have the parts of a pair that are known")
  func guests() async throws {
    let scene = try await BuildScene([
      .init("David", "duet & more", name: "1.flac"), .init("Sia", "solo"),
      .init("David feat. Sia", "titan"), .init("David & Sia", "pair"),
      .init("Simon & Garfunkel", "sound"), .init("David (ft. Tom & Jerry) ", "cartoon"),
      .init("Sia; David", "both"),
    ])
    let catalogue = try await scene.open()
    #expect(try await scene.top("Sia") == ["both", "solo", "pair", "titan"])
    #expect(try await scene.top("David") == ["both", "cartoon", "duet & more", "titan", "pair"])
    #expect(try await scene.top("David & Sia") == ["pair"])
    #expect(try await scene.top("Tom") == ["cartoon"])
    #expect(try await scene.top("Jerry") == ["cartoon"])
    #expect(catalogue.artist("Simon") == nil && catalogue.artist("Garfunkel") == nil)
    let top = try await catalogue.topTracks(of: "Jerry", limit: 1)
    #expect(top.map(\.artists) == [["David", "Tom", "Jerry"]])
    #expect(top.map(\.score) == [-1_500])
  }

  @Test("an album artist has the album's tracks by others behind its own")
  func albumArtists() async throws {
    let scene = try await BuildScene([
      .init("Ada", "a", album: "Mix", albumArtist: "DJ Koze"), .init("DJ Koze", "own"),
      .init(nil, "nameless", album: "Mix", albumArtist: "DJ Koze"),
    ])
    #expect(try await scene.top("DJ Koze") == ["own", "a", "nameless"])
    #expect(try await scene.top("Ada") == ["a"])
    let top = try await scene.open().topTracks(of: "DJ Koze", limit: 3)
    #expect(top.map(\.artists) == [["DJ Koze"], ["Ada"], ["DJ Koze"]])
  }

  @Test("the artists heard most are those of a period; its first second counts")
  func periods() async throws {
    let scene = try await BuildScene(artists: ["Ada", "Bo", "Cy", "Di", "Ed"])
    try await scene.play("by Ada", 2, daysAgo: 28)
    try await scene.play("by Bo", 3, daysAgo: 28, seconds: 1)
    try await scene.play("by Cy", 4, daysAgo: 182)
    try await scene.play("by Di", 5, daysAgo: 182, seconds: 1)
    let catalogue = try await scene.open()
    #expect(names(catalogue.mostHeard(.fourWeeks, limit: 10)) == ["Ada"])
    #expect(names(catalogue.mostHeard(.sixMonths, limit: 10)) == ["Cy", "Bo", "Ada"])
    #expect(names(catalogue.mostHeard(.ever, limit: 10)) == ["Di", "Cy", "Bo", "Ada"])
    #expect(names(catalogue.mostHeard(.ever, limit: 2)) == ["Di", "Cy"])
    #expect(catalogue.mostHeard(.ever, limit: 0) == [])
    #expect(catalogue.mostHeard(.ever, limit: -1) == [])
    #expect(catalogue.mostHeard(.ever, limit: 1).first?.plays == 5)
  }

  @Test(
    "of as many plays the artist heard last comes first, then names decide; guests do not count")
  func ties() async throws {
    let scene = try await BuildScene([
      .init("Bo", "b"), .init("Ada feat. Guest", "a"), .init("Cy", "c"), .init("Guest", "g"),
    ])
    for title in ["a", "b"] { try await scene.play(title, 2, daysAgo: 3) }
    try await scene.play("c", daysAgo: 4)
    try await scene.play("c", daysAgo: 2)
    for period in BuildPeriod.allCases {
      #expect(names(try await scene.open().mostHeard(period, limit: 9)) == ["Cy", "Ada", "Bo"])
    }
  }

  @Test("followed are the artists with loved tracks, most of them first")
  func followed() async throws {
    let scene = try await BuildScene([
      .init("Ada", "a"), .init("Bo", "b1"), .init("Bo", "b2"), .init("Cy", "c"), .init("Di", "d"),
    ])
    #expect(try await scene.open().followed(limit: 10) == [])
    try await scene.react(.loved, "a", "b1", "b2", "c")
    try await scene.react(.liked, "d")
    try await scene.play("c")
    #expect(names(try await scene.open().followed(limit: 10)) == ["Bo", "Cy", "Ada"])
    #expect(names(try await scene.open().followed(limit: 1)) == ["Bo"])
  }

  @Test("hostile names neither end nor confuse anything")
  func hostile() async throws {
    let long = String(repeating: "long ", count: 2_000)
    let scene = try await BuildScene([
      .init("", "empty"), .init("   ", "spaces"), .init(nil, "none"), .init(long, "long"),
      .init("\u{202E}evil\u{202C}", "bidi"), .init("שלום עולם", "rtl"), .init("feat.", "mark"),
      .init("; / ; feat. ; &", "signs"), .init("!!!", "bangs"), .init("a\u{0}b\nc", "control"),
      .init("(feat. )", "brackets"), .init("x & x & x", "same"),
    ])
    let catalogue = try await scene.open()
    #expect(catalogue.artist("") == nil && catalogue.artist("   ") == nil)
    #expect(try await scene.top("שלום עולם") == ["rtl"])
    #expect(try await matches(scene, "שלום") == ["שלום עולם beginning"])
    #expect(try await matches(scene, "!!!") == ["!!! same"])
    // Tags are cut where they are read.
    let cut = try #require(catalogue.artists(matching: "long long").first)
    #expect(cut.artist.name.count > 1_000)
    #expect(try await scene.top(cut.artist.id) == ["long"])
    #expect(try await matches(scene, long) == [])
    #expect(try await matches(scene, String(repeating: "e\u{301}", count: 10_000)) == [])
    #expect(try await scene.top("\u{202E}evil\u{202C}") == ["bidi"])
    for artist in try await scene.open().artists(matching: "f", limit: 99) {
      #expect(!(try await scene.top(artist.artist.id)).isEmpty)
    }
  }

  @Test("strange rows of a database make a catalogue, too")
  func strange() async throws {
    for seed in 1...3 as ClosedRange<UInt64> {
      let test = try TestLibrary()
      var tracks = StrangeTracks(seed: seed)
      try test.database.run(StrangeTracks.places + tracks.adding(60))
      var options = LocalBuildOptions()
      options.notHeardDays = .max
      let all = try await test.library.buildCatalogue(LocalBuildOptions(), now: BuildScene.now)
      let fewer = try await test.library.buildCatalogue(options, now: .min)
      for match in all.artists(matching: "d", limit: 99) + all.artists(matching: "q", limit: 99) {
        let top = try await all.topTracks(of: match.artist.id, limit: 1_000)
        #expect(top.count <= match.artist.tracks && Set(top.map(\.track)).count == top.count)
        let less = try await fewer.topTracks(of: match.artist.id, limit: 1_000)
        #expect(less.count <= match.artist.tracks)
      }
      for period in BuildPeriod.allCases { _ = all.mostHeard(period, limit: 100) }
    }
  }
}

import Library
import Music
import Testing

@Suite("Building: the ranking of an artist's tracks")
struct BuildRankingTests {
  @Test("more plays come first, and each doubling counts as much")
  func plays() async throws {
    let scene = try await BuildScene(["a", "b", "c", "d"].map { .init("Ada", $0) })
    try await scene.play("b", 3, daysAgo: 5_000)
    try await scene.play("d", 7, daysAgo: 5_000)
    try await scene.play("c", 1, daysAgo: 5_000)
    let top = try await scene.open().topTracks(of: "ada", limit: 10)
    #expect(top.map(\.title) == ["d", "b", "c", "a"])
    #expect(top.map(\.score) == [3_000, 2_000, 1_000, 0])
    #expect(top.map(\.rank) == [1, 2, 3, 4])
    #expect(
      top.map(\.track) == [
        try scene.id("d"), try scene.id("b"), try scene.id("c"), try scene.id("a"),
      ])
    #expect(top.allSatisfy { $0.duration == .seconds(180) && $0.artists == ["Ada"] })
  }

  @Test("of as many plays the recent ones count more: half of ten points after half a year")
  func recency() async throws {
    let scene = try await BuildScene(["a", "b", "c"].map { .init("Ada", $0) })
    try await scene.play("a", daysAgo: 364)
    try await scene.play("b", daysAgo: 182)
    try await scene.play("c", daysAgo: 0)
    let top = try await scene.open().topTracks(of: "Ada", limit: 10)
    #expect(top.map(\.title) == ["c", "b", "a"])
    #expect(top.map(\.score) == [2_000, 1_500, 1_250])
  }

  @Test("a loved track comes before one played a few times more; one star comes last")
  func marks() async throws {
    let scene = try await BuildScene(["a", "b", "c", "d", "e"].map { .init("Ada", $0) })
    try await scene.play("a", 7, daysAgo: 5_000)
    try await scene.react(.loved, "b")
    try await scene.react(.liked, "c")
    try await scene.rate(5, "d")
    try await scene.rate(1, "e")
    let top = try await scene.open().topTracks(of: "Ada", limit: 10)
    #expect(top.map(\.title) == ["b", "a", "d", "c", "e"])
    #expect(top.map(\.score) == [4_000, 3_000, 3_000, 1_500, -4_000])
  }

  @Test("in a library that was never heard, recurring titles and beginnings of albums come first")
  func unheard() async throws {
    var files: [BuildScene.File] = []
    for album in ["One", "Two"] {
      for number in 1...8 {
        files.append(.init("Ada", "\(album) \(number)", album: album, number: number))
      }
    }
    files.append(.init("Ada", "One 7", album: "Best of", number: 9, seconds: 200))
    files.append(.init("Ada", "Skit", album: "Two", number: 1, seconds: 20))
    let scene = try await BuildScene(files)
    let top = try await scene.top("Ada")
    #expect(top.prefix(2) == ["One 7", "One 7"])
    #expect(top[2..<8] == ["One 1", "One 2", "One 3", "Two 1", "Two 2", "Two 3"])
    #expect(top.last == "Skit" && top.count == 18)
  }

  @Test("an unheard track of a popular album comes before one of an unheard album; then by title")
  func albums() async throws {
    let scene = try await BuildScene([
      .init("Ada", "a", album: "Quiet"), .init("Ada", "z", album: "Loud"),
      .init("Ada", "Track 10", album: "Quiet"), .init("Ada", "Track 9", album: "Quiet"),
      .init("Ada", "heard", album: "Loud"),
    ])
    try await scene.play("heard", 6, daysAgo: 9_000)
    #expect(try await scene.top("Ada") == ["heard", "z", "a", "Track 9", "Track 10"])
    // Four points for each doubling: 6 plays and 2 tracks.
    #expect(try await scene.open().topTracks(of: "Ada", limit: 2).map(\.score) == [3_607, 800])
  }

  @Test("missing, faulty and spoken tracks, books and streams are never there")
  func leftOut() async throws {
    let scene = try await BuildScene([
      .init("Ada", "a"), .init("Ada", "missing", name: "gone.flac"), .init("Ada", "faulty"),
      .init("Ada", "book", genre: "Hörbuch"), .init("Ada", "chapter", name: "book.m4b.flac"),
    ])
    try scene.test.folder.remove("music/gone.flac")
    try await scene.test.scan()
    try await scene.library.markFault("broken", of: try scene.id("faulty"))
    try scene.test.database.run(
      """
      UPDATE tracks SET path = CAST(replace(CAST(path AS TEXT), '.m4b.flac', '.m4b') AS BLOB),
        changed = (SELECT change + 1 FROM revision) WHERE title = 'chapter';
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      """)
    #expect(try await scene.top("Ada") == ["a"])
    #expect(try await scene.open().artist("Ada")?.tracks == 1)
  }

  @Test("offline tracks are there only where nothing else is")
  func offline() async throws {
    let scene = try await BuildScene([.init("Ada", "a"), .init("Bo", "b")])
    scene.test.write("away/1.flac", [("ARTIST", "Ada"), ("TITLE", "far")])
    scene.test.write("away/2.flac", [("ARTIST", "Cy"), ("TITLE", "farther")])
    try await scene.test.scan()
    try scene.test.database.run(
      """
      UPDATE folders SET offline = 1 WHERE CAST(path AS TEXT) LIKE '%/away';
      UPDATE revision SET tracks = tracks + 1;
      """)
    #expect(try await scene.top("Ada") == ["a"])
    #expect(try await scene.top("Cy") == ["farther"])
  }

  @Test("a recording comes once: by its audio, or by its title and length")
  func recordings() async throws {
    let scene = try await BuildScene([
      .init("Ada", "One", album: "First"), .init("Ada", "Uno", album: "Otra"),
      .init("Ada", "Two", album: "First"), .init("Ada", "two", album: "Best of", seconds: 182),
      .init("Ada", "Two", album: "Live", seconds: 240),
    ])
    try scene.test.database.run(
      "UPDATE tracks SET fingerprint = 77 WHERE title IN ('One', 'Uno');")
    try await scene.play("Uno")
    #expect(try await scene.top("Ada") == ["Uno", "Two", "Two"])
    #expect(
      try await scene.open().topTracks(of: "Ada", limit: 3).map(\.duration)[2] == .seconds(240))
  }

  @Test("no tracks of an artist that there is not, and none for a limit of none")
  func none() async throws {
    let scene = try await BuildScene([.init("Ada", "a")])
    #expect(try await scene.top("Bo") == [])
    #expect(try await scene.top("Ada", 0) == [])
    #expect(try await scene.top("Ada", -1) == [])
    #expect(try await scene.top("") == [])
    #expect(try await scene.top("ÁDA", 1) == ["a"])
  }
}

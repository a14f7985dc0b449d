import Builder
import Music
import Testing

/// What is built from which artists, and which requests are made for it.
@Suite("Building")
struct PipelineTests {
  private static func scene(tracksPerWrite: Int? = nil) async -> FakeCatalogue {
    let catalogue = FakeCatalogue(tracksPerWrite: tracksPerWrite)
    for name in ["Ada", "Bea", "Cleo", "Dido"] {
      await catalogue.add(name, tracks: 4, seconds: 120)
    }
    await catalogue.set(mostHeard: ["Cleo", "Ada"], followed: ["Dido", "Cleo"])
    return catalogue
  }

  @Test("artists come in the order of their sources, each once, with the first source")
  func sources() async throws {
    let catalogue = await Self.scene()
    let options = BuildOptions.writing("Bea, 'Ada'") { options in
      (options.usesLibraryArtists, options.usesFollowedArtists) = (true, true)
      options.limitPerArtist = 1
    }
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.prepared.map(\.artist) == ["Bea", "Ada", "Cleo", "Dido"])
    #expect(result.prepared.map(\.source) == [.manual, .manual, .mostHeard, .followed])
    #expect(result.prepared.map(\.rank) == [1, 1, 1, 1])
    #expect(result.statistics.artistsRetrieved == 4)
  }

  @Test("without artists of one's own, those heard most come, though nobody asked for them")
  func fallback() async throws {
    let catalogue = await Self.scene()
    let options = BuildOptions.writing("")
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(
      result.prepared.map(\.artist) == Array(repeating: "Cleo", count: 4)
        + Array(repeating: "Ada", count: 4))
    await catalogue.set(followed: ["Dido"])
    let followed = try await PlaylistBuilder(catalogue).build(options)
    #expect(Set(followed.prepared.map(\.source)) == [.followed])
  }

  @Test("no more artists are searched for than the build takes")
  func artistLimit() async throws {
    let catalogue = await Self.scene()
    let options = BuildOptions.writing("Ada, ada, Bea, Cleo, Dido") { options in
      (options.maxArtists, options.usesLibraryArtists) = (2, true)
    }
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.statistics.artistsRetrieved == 2)
    let requests = await catalogue.requests
    #expect(requests.prefix(4) == [.user, .search("Ada"), .search("ada"), .search("Bea")])
    #expect(!requests.contains(.search("Cleo")) && !requests.contains(.mostHeard))
  }

  @Test("an artist is found by id, by address and by name")
  func addresses() async throws {
    let catalogue = await Self.scene()
    let text =
      "spotify:artist:Ada; https://open.spotify.com/artist/Bea?si=1, https://open.spotify.com/artist/Dido/"
    let options = BuildOptions.writing(text)
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.statistics.artistsRetrieved == 3)
    let asked = await catalogue.requests.filter {
      if case .artist = $0 { true } else { false }
    }
    #expect(asked == [.artist("Ada"), .artist("Bea"), .artist("Dido")])
  }

  @Test("a new playlist is made and filled in requests of the size that the service takes")
  func creating() async throws {
    let catalogue = await Self.scene(tracksPerWrite: 3)
    let result = try await PlaylistBuilder(catalogue).build(.writing("Ada, Bea"))
    let ids = result.prepared.map(\.id)
    #expect(ids.count == 8)
    #expect(
      await catalogue.writes == [
        .create("Fav Artists Top Tracks"), .add("new", Array(ids[0..<3])),
        .add("new", Array(ids[3..<6])), .add("new", Array(ids[6..<8])),
      ])
    #expect(result.playlistID == "new")
    #expect(result.added == ids)
    #expect(!result.reusedExisting && !result.isDryRun)
    #expect(result.statistics.totalUploaded == 8)
  }

  @Test("replacing is one request that replaces, and others that append")
  func replacing() async throws {
    let catalogue = await Self.scene(tracksPerWrite: 3)
    await catalogue.add(
      CataloguePlaylist(id: "old", name: " FAV artists Top Tracks", owner: "me"), ["x", "Ada1"])
    let options = BuildOptions.writing("Ada, Bea") { options in
      (options.reusesExisting, options.truncates) = (true, true)
    }
    let result = try await PlaylistBuilder(catalogue).build(options)
    let ids = result.prepared.map(\.id)
    #expect(await catalogue.contents(of: "old") == ids)
    #expect(
      await catalogue.writes == [
        .replace("old", Array(ids[0..<3])), .add("old", Array(ids[3..<6])),
        .add("old", Array(ids[6..<8])),
      ])
    #expect(result.added == ids && result.reusedExisting)
  }

  @Test("a reused playlist keeps its tracks and gets those that it does not have")
  func extending() async throws {
    let catalogue = await Self.scene()
    await catalogue.add(
      CataloguePlaylist(id: "other", name: "Mix", owner: "somebody"), [])
    await catalogue.add(
      CataloguePlaylist(id: "dated", name: "Mix 2025-01-01", owner: "me"), ["Ada2"])
    let options = BuildOptions.writing("Ada") { options in
      options.name = "Mix"
      options.reusesExisting = true
    }
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.playlistID == "dated")
    #expect(result.added == ["Ada1", "Ada3", "Ada4"])
    #expect(await catalogue.contents(of: "dated") == ["Ada2", "Ada1", "Ada3", "Ada4"])
    await catalogue.forgetRequests()
    let again = try await PlaylistBuilder(catalogue).build(options)
    #expect(again.added == [])
    #expect(await catalogue.writes == [])
  }

  @Test("the target is reused whatever its name")
  func target() async throws {
    let catalogue = await Self.scene()
    await catalogue.add(CataloguePlaylist(id: "t", name: "Another", owner: "me"), [])
    let options = BuildOptions.writing("Ada") { options in
      options.reusesExisting = true
      options.targetPlaylist = "t"
    }
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.playlistID == "t")
    #expect(await !catalogue.requests.contains(.playlists))
  }

  @Test("a dry run is written as it stands, without collecting again")
  func fromDryRun() async throws {
    let catalogue = await Self.scene()
    var options = BuildOptions.writing("Ada, Bea") { $0.shuffles = true }
    options.isDryRun = true
    let builder = PlaylistBuilder(catalogue)
    let dry = try await builder.build(options)
    #expect(await catalogue.writes == [])
    #expect(dry.isDryRun && dry.added == [] && dry.playlistID == "")
    #expect(dry.statistics.totalUploaded == 0 && dry.statistics.totalPrepared == 8)
    await catalogue.forgetRequests()
    let written = try await builder.write(dry, with: options)
    #expect(written.prepared == dry.prepared && !written.isDryRun)
    #expect(
      await catalogue.requests == [
        .user, .create("Fav Artists Top Tracks"), .add("new", dry.prepared.map(\.id)),
      ])
  }

  @Test("the date goes behind the name, and an empty name has another")
  func names() {
    var options = BuildOptions()
    options.name = " \t "
    #expect(options.playlistName(on: "2025-11-20") == "Untitled Playlist")
    options.hasDateStamp = true
    options.name = " Road Trip Mix\n"
    #expect(options.playlistName(on: "2025-11-20") == "Road Trip Mix 2025-11-20")
    #expect(!options.continues(playlistNamed: "Road Trip"))
    #expect(options.continues(playlistNamed: "road trip MIX 2025-11-19"))
  }

  @Test("other versions of a title are left out and named, and better ones of the artist come up")
  func variants() async throws {
    let catalogue = FakeCatalogue()
    let titles = ["One", "One - Live", "Two", "two (feat. Bob)", "Three", "Four"]
    await catalogue.add(
      "Ada",
      titles.enumerated().map { CatalogueTrack(id: "t\($0)", title: $1, artists: ["Ada"]) })
    let options = BuildOptions.writing("Ada") { options in
      (options.limitPerArtist, options.dedupesVariants) = (3, true)
    }
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.prepared.map(\.title) == ["One", "Two", "Three"])
    #expect(result.prepared.map(\.rank) == [1, 3, 5])
    #expect(result.leftOut.map(\.reason) == [.variant(of: "One"), .variant(of: "Two")])
    #expect(result.statistics.variantsDeduped == 2)
    #expect(result.statistics.topTracksRetrieved == 6)
  }

  @Test("a track of two artists is there once, and tracks without an id never")
  func repeated() async throws {
    let catalogue = FakeCatalogue()
    let shared = CatalogueTrack(id: "s", title: "Duet", artists: ["Ada", "Bea"])
    await catalogue.add("Ada", [shared, CatalogueTrack(id: "", title: "None", artists: [])])
    await catalogue.add("Bea", [shared, CatalogueTrack(id: "b", title: "Solo", artists: ["Bea"])])
    let result = try await PlaylistBuilder(catalogue).build(.writing("Ada, Bea"))
    #expect(result.prepared.map(\.text) == ["Ada, Bea – Duet", "Bea – Solo"])
    #expect(
      result.leftOut == [
        LeftOutTrack(id: "s", title: "Duet", artist: "Bea", reason: .repeated)
      ])
    #expect(result.statistics.variantsDeduped == 1)
  }

  @Test("a playlist is no longer than its minutes, and what goes beyond is named")
  func minutes() async throws {
    let catalogue = await Self.scene()
    let options = BuildOptions.writing("Ada, Bea") { $0.local.maxMinutes = 5 }
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(result.prepared.map(\.id) == ["Ada1", "Ada2"])
    #expect(result.leftOut.count == 6)
    #expect(result.leftOut.allSatisfy { $0.reason == .lengthLimit })
  }

  @Test("an arrangement changes the order and nothing else")
  func arrangement() async throws {
    let catalogue = await Self.scene()
    let options = BuildOptions.writing("Ada") { $0.local.arranges = true }
    let builder = PlaylistBuilder(
      catalogue, arrangement: { _ in ["Ada3", "unknown", "Ada1", "Ada3"] })
    let result = try await builder.build(options)
    #expect(result.prepared.map(\.id) == ["Ada3", "Ada1", "Ada2", "Ada4"])
  }

  @Test("progress tells of each phase in its order")
  func progress() async throws {
    let catalogue = await Self.scene(tracksPerWrite: 5)
    let (phases, continuation) = AsyncStream.makeStream(of: BuildPhase.self)
    let builder = PlaylistBuilder(catalogue, noting: { continuation.yield($0) })
    _ = try await builder.build(.writing("Ada, Bea"))
    continuation.finish()
    var seen: [BuildPhase] = []
    for await phase in phases where seen.last != phase { seen.append(phase) }
    #expect(
      seen == [
        .findingArtists(done: 0, of: 2), .findingArtists(done: 1, of: 2),
        .findingArtists(done: 2, of: 2), .collectingTracks(done: 0, of: 2),
        .collectingTracks(done: 1, of: 2), .collectingTracks(done: 2, of: 2), .arranging,
        .writing(done: 0, of: 8), .writing(done: 5, of: 8), .writing(done: 8, of: 8),
      ])
  }
}

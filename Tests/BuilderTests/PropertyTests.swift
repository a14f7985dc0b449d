import Builder
import Music
import Testing

/// What holds for all builds, whatever the artists and the options.
@Suite("Properties of builds")
struct PropertyTests {
  private static let rounds: UInt64 = 150

  private struct Scene {
    var options: BuildOptions
    var catalogue: FakeCatalogue
    var existing: [String]
  }

  private static func scene(_ seed: UInt64) async throws -> Scene {
    var random = SeededGenerator(seed: seed)
    let catalogue = FakeCatalogue(
      tracksPerWrite: [nil, 1, 3, 100].randomElement(using: &random) ?? nil)
    let names = ["Ada", "Bea", "Cleo", "Dido", "Eve"]
    for name in names {
      let tracks = (0..<Int.random(in: 0...12, using: &random)).map { index in
        // Some of them belong to several artists, and some are versions of one another.
        let number = Int.random(in: 0...30, using: &random)
        let ending = ["", " - Live", " (feat. X)", " Remix"].randomElement(using: &random) ?? ""
        return CatalogueTrack(
          id: index % 7 == 6 ? "" : "t\(number)", title: "Title \(number / 3)\(ending)",
          artists: [name], duration: .seconds(Int.random(in: 0...400, using: &random)))
      }
      await catalogue.add(name, tracks)
    }
    await catalogue.set(mostHeard: ["Bea", "Cleo", "Eve"], followed: ["Ada", "Bea"])
    let existing = (0..<Int.random(in: 0...9, using: &random)).map { "t\($0 * 3)" }
    await catalogue.add(CataloguePlaylist(id: "old", name: "Mix", owner: "me"), existing)
    var options = BuildOptions()
    options.name = "Mix"
    let count = Int.random(in: 0...4, using: &random)
    options.manualArtists = names.shuffled(using: &random).prefix(count).joined(separator: ";")
    options.limitPerArtist = Int.random(in: 1...8, using: &random)
    options.maxArtists = Int.random(in: 0...4, using: &random)
    options.maxTracks = Int.random(in: 0...15, using: &random)
    options.dedupesVariants = Bool.random(using: &random)
    options.shuffles = Bool.random(using: &random)
    options.seed = try BuildSeed(parsing: "\(seed)")
    options.reusesExisting = Bool.random(using: &random)
    options.truncates = Bool.random(using: &random)
    options.usesLibraryArtists = Bool.random(using: &random)
    options.usesFollowedArtists = Bool.random(using: &random)
    options.local.maxMinutes =
      Bool.random(using: &random) ? Int.random(in: 1...30, using: &random) : nil
    return Scene(options: options, catalogue: catalogue, existing: existing)
  }

  private static func build(
    _ scene: Scene, isDryRun: Bool
  ) async throws -> BuildResult? {
    var options = scene.options
    options.isDryRun = isDryRun
    do {
      return try await PlaylistBuilder(scene.catalogue).build(options)
    } catch {
      guard case .noTracks = error else { throw error }
      return nil
    }
  }

  @Test("limits hold, nothing is doubled, and a seed always gives the same", arguments: 0..<rounds)
  func limits(_ seed: UInt64) async throws {
    let scene = try await Self.scene(seed)
    guard let dry = try await Self.build(scene, isDryRun: true) else { return }
    #expect(await scene.catalogue.writes == [])
    #expect(await scene.catalogue.contents(of: "old") == scene.existing)
    let options = scene.options
    let ids = dry.prepared.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(options.maxTracks == 0 || ids.count <= options.maxTracks)
    let counts = Dictionary(grouping: dry.prepared, by: \.artist).mapValues(\.count)
    #expect(counts.values.allSatisfy { $0 <= options.limitPerArtist })
    #expect(options.maxArtists == 0 || dry.statistics.artistsRetrieved <= options.maxArtists)
    // A variant of one artist's title may be a title of its own for another.
    let beyond = dry.leftOut.filter { [.trackLimit, .lengthLimit].contains($0.reason) }
    #expect(Set(beyond.map(\.id)).isDisjoint(with: ids))
    #expect(dry.statistics.totalPrepared == ids.count && dry.statistics.totalUploaded == 0)

    let again = try await Self.scene(seed)
    let written = try #require(try await Self.build(again, isDryRun: false))
    #expect(written.prepared == dry.prepared)
    let id = options.reusesExisting ? "old" : "new"
    let contents = try #require(await again.catalogue.contents(of: id))
    #expect(written.playlistID == id && written.reusedExisting == options.reusesExisting)
    if options.reusesExisting, !options.truncates {
      #expect(contents.sorted() == (scene.existing + written.added).sorted())
      #expect(Set(scene.existing).isDisjoint(with: written.added))
      if !options.shuffles { #expect(contents == scene.existing + written.added) }
    } else {
      #expect(contents == ids && written.added == ids)
    }
    if options.reusesExisting, options.shuffles || options.truncates {
      let writes = await again.catalogue.writes
      #expect(writes.count { if case .replace = $0 { true } else { false } } == 1)
    }
    #expect(written.statistics.totalUploaded == written.added.count)
  }
}

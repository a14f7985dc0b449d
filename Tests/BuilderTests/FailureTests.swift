import Builder
import Music
import Testing

/// What is left when requests fail, playlists go away, and builds are cancelled.
@Suite("Builds that fail")
struct FailureTests {
  private static func scene(tracksPerWrite: Int? = 3) async -> FakeCatalogue {
    let catalogue = FakeCatalogue(tracksPerWrite: tracksPerWrite)
    for name in ["Ada", "Bea"] { await catalogue.add(name, tracks: 4) }
    await catalogue.add(CataloguePlaylist(id: "old", name: "Mix", owner: "me"), ["x", "y"])
    await catalogue.set(mostHeard: ["Bea"])
    return catalogue
  }

  private static func reusing(_ artists: String = "Ada, Bea", truncates: Bool) -> BuildOptions {
    .writing(artists) { options in
      options.name = "Mix"
      (options.reusesExisting, options.truncates) = (true, truncates)
    }
  }

  private static func error(
    _ catalogue: FakeCatalogue, _ options: BuildOptions
  ) async -> BuildError? {
    do {
      _ = try await PlaylistBuilder(catalogue).build(options)
      return nil
    } catch {
      return error
    }
  }

  @Test("an artist that is not found or cannot be fetched is skipped and named")
  func skipped() async throws {
    let catalogue = await Self.scene()
    await catalogue.fail { request, _ in
      request == .top("Bea") ? .client(reason: "status 500") : nil
    }
    let result = try await PlaylistBuilder(catalogue).build(.writing("Ada, Nobody, Bea"))
    #expect(
      result.skipped == [
        SkippedArtist(name: "Nobody", reason: .notFound),
        SkippedArtist(name: "Bea", reason: .failed(reason: "status 500")),
      ])
    #expect(result.prepared.map(\.artist) == Array(repeating: "Ada", count: 4))
    #expect(result.statistics.artistsRetrieved == 2)
  }

  @Test("artists that were named are not replaced by others because requests failed")
  func searchFails() async {
    let catalogue = await Self.scene()
    await catalogue.fail { request, _ in
      if case .search = request { .client(reason: "no answer") } else { nil }
    }
    let error = await Self.error(catalogue, .writing("Ada"))
    #expect(
      error
        == .noArtists(skipped: [
          SkippedArtist(name: "Ada", reason: .failed(reason: "no answer"))
        ]))
    #expect(error?.message == "No artists were resolved from the configured sources.")
  }

  @Test("where all artists fail, no playlist is written or emptied")
  func allFail() async {
    for truncates in [false, true] {
      let catalogue = await Self.scene()
      await catalogue.fail { request, _ in
        if case .top = request { .client(reason: "no answer") } else { nil }
      }
      let error = await Self.error(catalogue, Self.reusing(truncates: truncates))
      #expect(error?.message == "No tracks could be generated for the playlist.")
      #expect(await catalogue.contents(of: "old") == ["x", "y"])
      #expect(await catalogue.writes == [])
    }
  }

  @Test("an empty playlist replaces another where there is really nothing")
  func emptied() async throws {
    let catalogue = await Self.scene()
    var options = Self.reusing(truncates: true)
    options.limitPerArtist = 0
    let result = try await PlaylistBuilder(catalogue).build(options)
    #expect(await catalogue.writes == [.replace("old", [])])
    #expect(result.prepared == [] && result.playlistID == "old")
    options.truncates = false
    #expect(await Self.error(catalogue, options) == .noTracks(skipped: []))
  }

  @Test("a service that answers nothing ends the build at once")
  func service() async {
    let catalogue = await Self.scene()
    await catalogue.fail { request, _ in
      request == .top("Ada") ? .service(reason: "signed out") : nil
    }
    let error = await Self.error(catalogue, .writing("Ada, Bea"))
    #expect(error == .service(reason: "signed out"))
    #expect(await !catalogue.requests.contains(.top("Bea")))
  }

  @Test("without a user, without artists and with bad options there is no build")
  func refused() async {
    let catalogue = await Self.scene()
    await catalogue.set()
    #expect(
      await Self.error(catalogue, .writing("Nobody"))
        == .noArtists(skipped: [
          SkippedArtist(name: "Nobody", reason: .notFound)
        ]))
    var options = BuildOptions.writing("Ada")
    options.maxTracks = -1
    let refusal = await Self.error(catalogue, options)
    #expect(refusal?.message == "max tracks: a number from 0 to 100000")
    for user in [nil, ""] {
      await catalogue.set(user: user)
      let error = await Self.error(catalogue, .writing("Ada"))
      #expect(error?.message == "Spotify profile did not include a user identifier.")
    }
  }

  @Test("a playlist that was deleted after it was found is an error, and nothing is written")
  func deleted() async {
    let catalogue = await Self.scene()
    await catalogue.fail { request, _ in
      request == .tracks("old") ? .client(reason: "the playlist is gone") : nil
    }
    for truncates in [false, true] {
      let error = await Self.error(catalogue, Self.reusing(truncates: truncates))
      #expect(error == .client(reason: "the playlist is gone"))
    }
    await catalogue.fail { request, _ in
      if case .replace = request { .client(reason: "not there") } else { nil }
    }
    #expect(
      await Self.error(catalogue, Self.reusing(truncates: true))
        == .client(reason: "not there"))
    #expect(await catalogue.contents(of: "old") == ["x", "y"])
  }

  @Test("an append that fails behind a replace says what is there, and can be completed")
  func cutOff() async throws {
    let catalogue = await Self.scene()
    await catalogue.fail { request, requests in
      guard case .add = request else { return nil }
      let appends = requests.count { if case .add = $0 { true } else { false } }
      return appends == 2 ? .client(reason: "connection lost") : nil
    }
    let error = await Self.error(catalogue, Self.reusing(truncates: true))
    guard case .incomplete(let partial) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      error?.message
        == "Playlist 'Mix' was replaced and has 6 of 8 tracks: connection lost")
    #expect(await catalogue.contents(of: "old") == Array(partial.tracks.prefix(6)))
    #expect(partial.written == 6)
    try await PlaylistBuilder(catalogue).complete(partial)
    #expect(await catalogue.contents(of: "old") == partial.tracks)
  }

  /// A playlist that was cut behind its sixth track, of eight.
  private static func cutPlaylist(_ catalogue: FakeCatalogue) async throws -> PartialPlaylist {
    await catalogue.fail { request, requests in
      guard case .add = request else { return nil }
      let appends = requests.count { if case .add = $0 { true } else { false } }
      return appends == 2 ? .client(reason: "connection lost") : nil
    }
    guard case .incomplete(let partial) = await error(catalogue, reusing(truncates: true)) else {
      throw BuildError.noUser
    }
    return partial
  }

  @Test("tracks that were written although the answer was lost are not written again")
  func lostAnswer() async throws {
    let catalogue = await Self.scene()
    let partial = try await Self.cutPlaylist(catalogue)
    try await catalogue.addTracks(Array(partial.tracks.suffix(2)), toPlaylist: "old")
    await catalogue.forgetRequests()
    try await PlaylistBuilder(catalogue).complete(partial)
    #expect(await catalogue.contents(of: "old") == partial.tracks)
    #expect(await catalogue.writes.isEmpty)
    let result = try #require(partial.result)
    #expect(result.prepared.map(\.id) == partial.tracks && result.playlistID == "old")
  }

  @Test("a playlist that somebody has changed since it was cut is left alone")
  func changedSince() async throws {
    let catalogue = await Self.scene()
    let partial = try await Self.cutPlaylist(catalogue)
    try await catalogue.addTracks(["x"], toPlaylist: "old")
    await catalogue.forgetRequests()
    await #expect(
      throws: BuildError.service(reason: "the playlist 'Mix' has been changed since")
    ) { try await PlaylistBuilder(catalogue).complete(partial) }
    #expect(await catalogue.writes.isEmpty)
  }

  @Test("a dry run says that the target playlist is gone")
  func goneTarget() async {
    let catalogue = await Self.scene()
    var options = Self.reusing(truncates: false)
    options.targetPlaylist = "none"
    options.isDryRun = true
    #expect(await Self.error(catalogue, options) == .client(reason: "the playlist is gone"))
  }

  @Test("a new playlist that stays empty is named, and an append that changes nothing is not")
  func nothingAppended() async {
    let catalogue = await Self.scene()
    await catalogue.fail { request, _ in
      if case .add = request { .client(reason: "status 502") } else { nil }
    }
    let created = await Self.error(catalogue, .writing("Ada"))
    #expect(
      created?.message
        == "Playlist 'Fav Artists Top Tracks' was created and has 0 of 4 tracks: status 502")
    #expect(
      await Self.error(catalogue, Self.reusing(truncates: false))
        == .client(reason: "status 502"))
    #expect(await catalogue.contents(of: "old") == ["x", "y"])
  }

  private static let requests: [FakeCatalogue.Request] = [
    .user, .search("Ada"), .top("Ada"), .playlists, .tracks("old"),
  ]

  @Test("a build that is cancelled before it writes has written nothing", arguments: requests)
  func cancelled(_ request: FakeCatalogue.Request) async {
    let catalogue = await Self.scene()
    await catalogue.fail { made, _ in
      if made == request { withUnsafeCurrentTask { $0?.cancel() } }
      return nil
    }
    let task = Task { await Self.error(catalogue, Self.reusing(truncates: true)) }
    #expect(await task.value == .cancelled)
    #expect(await catalogue.requests.last == request)
    #expect(await catalogue.contents(of: "old") == ["x", "y"])
  }

  @Test("a request that fails because the build was cancelled is no reason to skip an artist")
  func cancelledRequest() async {
    let catalogue = await Self.scene()
    await catalogue.fail { made, _ in
      guard made == .top("Ada") else { return nil }
      withUnsafeCurrentTask { $0?.cancel() }
      return .client(reason: "aborted")
    }
    let task = Task { await Self.error(catalogue, Self.reusing("Ada", truncates: true)) }
    #expect(await task.value == .cancelled)
    #expect(await catalogue.requests.last == .top("Ada"))
  }

  private static func result(
    _ catalogue: FakeCatalogue, grace: Duration
  ) async -> Result<BuildResult, BuildError> {
    do {
      let builder = PlaylistBuilder(catalogue, grace: grace)
      return .success(try await builder.build(reusing(truncates: true)))
    } catch {
      return .failure(error)
    }
  }

  /// Cancels a build once tracks were replaced.
  private static func cancelled(
    _ catalogue: FakeCatalogue, grace: Duration
  ) async -> Result<BuildResult, BuildError> {
    let (replaced, continuation) = AsyncStream.makeStream(of: Void.self)
    await catalogue.fail { made, _ in
      if case .replace = made { continuation.finish() }
      return nil
    }
    let task = Task { await Self.result(catalogue, grace: grace) }
    for await _ in replaced {}
    task.cancel()
    return await task.value
  }

  /// A wait as that of a service that asks for one.
  @Sendable private static func wait(_ duration: Duration) async -> BuildError? {
    do {
      try await Task.sleep(for: duration)
      return nil
    } catch {
      return .cancelled
    }
  }

  @Test("a build that is cancelled while it writes comes to its end")
  func cancelledInWriting() async throws {
    let catalogue = await Self.scene()
    await catalogue.delayAdding { await Self.wait(.milliseconds(50)) }
    let result = try await Self.cancelled(catalogue, grace: .seconds(600)).get()
    #expect(await catalogue.contents(of: "old") == result.prepared.map(\.id))
    #expect(result.prepared.count == 8)
  }

  @Test("a long wait in the middle of writing ends with the build that is cancelled")
  func cancelledLongWait() async {
    let catalogue = await Self.scene()
    await catalogue.delayAdding { await Self.wait(.seconds(3_600)) }
    let result = await Self.cancelled(catalogue, grace: .zero)
    guard case .failure(.incomplete(let partial)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(partial.written == 3)
    #expect(await catalogue.contents(of: "old") == Array(partial.tracks.prefix(3)))
  }

  @Test("a wait that is cancelled in the middle of writing says what is there")
  func cancelledWait() async {
    let catalogue = await Self.scene()
    await catalogue.fail { made, _ in
      if case .add = made { .cancelled } else { nil }
    }
    let error = await Self.error(catalogue, Self.reusing(truncates: true))
    #expect(
      error?.message
        == "Playlist 'Mix' was replaced and has 3 of 8 tracks: the build was cancelled")
  }
}

import Music
import Online
import Synchronization
import TestServers
import Testing

/// Playlists made and written, also where the network is cut in the middle.
@Suite("Writing playlists at Spotify")
struct SpotifyWritingTests {
  @Test("a playlist is made private, with a clean name")
  func create() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    let playlist = try await client.createPlaylist(
      named: "Road\u{7} Trip\n", description: "By Tritone")
    let made = try #require(stand.fake.with { $0.playlist(playlist.id.text) })
    #expect(made.name == "Road\u{FFFD} Trip" && made.description == "By Tritone")
    #expect(!made.isPublic && made.owner == "ola")
    #expect(playlist.name == made.name && playlist.ownerID == "ola" && playlist.count == 0)
    #expect(playlist.snapshot == made.snapshot)
    let long = try await client.createPlaylist(
      named: String(repeating: "n", count: 10_000), description: "")
    #expect(long.name.count == 300)
  }

  @Test("a playlist whose answer is lost is not made twice")
  func createOnce() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    for fault: ServiceFault in [.status(500), .cutAfter, .cutBefore] {
      stand.fake.with { $0.faults = [.init("POST", "/me/playlists", fault)] }
      let error = await spotifyFault {
        _ = try await client.createPlaylist(named: "One", description: "")
      }
      #expect(error?.isUnavailable == true)
    }
    #expect(stand.fake.with { $0.playlists.count } == 1)
  }

  @Test("tracks replace what was there, 100 at a time", arguments: [0, 1, 100, 101, 250])
  func replace(count: Int) async throws {
    let stand = try SpotifyStand()
    stand.addPlaylist(try stand.uris(900..<990).map(\.text))
    let client = try await stand.client()
    let told = Mutex<[Int]>([])
    let uris = try stand.uris(0..<count)
    let done = try await client.write(uris, to: stand.playlist(), replacing: true) { written in
      told.withLock { $0.append(written) }
    }
    #expect(stand.entries() == uris.map(\.text))
    #expect(done.written == count)
    #expect(done.snapshot == stand.fake.with { $0.playlists[0].snapshot })
    let calls = stand.fake.calls.map { $0.prefix(4) }
    let appends = max(0, (count - 1) / 100)
    #expect(calls == ["PUT "] + Array(repeating: "POST", count: appends))
    #expect(told.withLock { $0.last } == count)
  }

  @Test("tracks are added behind what was there", arguments: [0, 1, 100, 250])
  func append(count: Int) async throws {
    let stand = try SpotifyStand()
    let before = try stand.uris(900..<990).map(\.text)
    stand.addPlaylist(before)
    let client = try await stand.client()
    let uris = try stand.uris(0..<count)
    let done = try await client.write(uris, to: stand.playlist(), replacing: false)
    #expect(stand.entries() == before + uris.map(\.text))
    #expect(done.written == count)
  }

  @Test("an append whose answer is lost is counted, not repeated", arguments: [true, false])
  func lostAnswer(replacing: Bool) async throws {
    let stand = try SpotifyStand()
    let before = try stand.uris(900..<990).map(\.text)
    stand.addPlaylist(before)
    let client = try await stand.client()
    let uris = try stand.uris(0..<330)
    stand.fake.with {
      $0.faults = [
        .init("POST", "/items", skipping: 1, .cutAfter), .init("POST", "/items", .cutBefore),
        .init("POST", "/items", .status(502)), .init("PUT", "/items", .status(500)),
      ]
    }
    let done = try await client.write(uris, to: stand.playlist(), replacing: replacing)
    #expect(stand.entries() == (replacing ? [] : before) + uris.map(\.text))
    #expect(done.written == 330)
  }

  @Test("a cut between replace and append says what is there, and is resumed")
  func cut() async throws {
    let stand = try SpotifyStand()
    stand.addPlaylist(try stand.uris(900..<990).map(\.text))
    let client = try await stand.client()
    let uris = try stand.uris(0..<330)
    stand.fake.with { state in
      // The second append, and all that is asked after it.
      state.faults =
        [.init("POST", "/items", skipping: 1, .cutAfter)]
        + (0..<3).map { _ in .init("GET", "/items", .cutBefore) }
    }
    let error = await spotifyFault {
      _ = try await client.write(uris, to: stand.playlist(), replacing: true)
    }
    guard case .interrupted(let writing, let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(writing.written == 200 && cause.isUnavailable)
    #expect(error?.message.hasPrefix("200 of 330 tracks are in the playlist: ") == true)
    // The second append was taken.
    #expect(stand.entries()?.count == 300)
    stand.fake.with { $0.faults = [] }
    let done = try await client.resume(writing)
    #expect(stand.entries() == uris.map(\.text) && done.written == 330)
    // Once more changes nothing.
    _ = try await client.resume(done)
    #expect(stand.entries()?.count == 330)
  }

  @Test("a replace that may or may not have been taken is said to be so, and resumed")
  func lostReplace() async throws {
    let stand = try SpotifyStand()
    stand.addPlaylist(try stand.uris(900..<990).map(\.text))
    let client = try await stand.client()
    let uris = try stand.uris(0..<150)
    stand.fake.with { $0.faults = [.init("PUT", "/items", .cutAfter)] }
    let error = await spotifyFault {
      _ = try await client.write(uris, to: stand.playlist(), replacing: true)
    }
    guard case .interrupted(let writing, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(writing.written == 0 && error?.message.contains("may have") == true)
    _ = try await client.resume(writing)
    #expect(stand.entries() == uris.map(\.text))
  }

  @Test("a playlist that others change meanwhile is left alone")
  func changed() async throws {
    let stand = try SpotifyStand()
    stand.addPlaylist()
    let client = try await stand.client()
    let uris = try stand.uris(0..<250)
    stand.fake.with { state in
      state.faults = (0..<9).map { _ in .init("POST", "/items", skipping: 0, .status(500)) }
    }
    let error = await spotifyFault {
      _ = try await client.write(uris, to: stand.playlist(), replacing: true)
    }
    guard case .interrupted(let writing, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(writing.written == 100)
    stand.fake.with {
      $0.faults = []
      $0.playlists[0].uris.removeLast()
    }
    #expect(await spotifyFault { _ = try await client.resume(writing) } == .changedElsewhere)
    #expect(stand.entries()?.count == 99)
  }

  @Test("a playlist that is deleted is said to be gone, before and in the middle")
  func gone() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    let uris = try stand.uris(0..<150)
    for replacing in [true, false] {
      let error = await spotifyFault {
        _ = try await client.write(uris, to: stand.playlist(), replacing: replacing)
      }
      #expect(error == .gone(what: "the playlist"))
    }
    stand.addPlaylist()
    stand.fake.with { $0.deletesAfterReplace = true }
    let error = await spotifyFault {
      _ = try await client.write(uris, to: stand.playlist(), replacing: true)
    }
    guard case .interrupted(let writing, .gone) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(writing.written == 100)
  }

  @Test("what this app may not do is said, and nothing is written")
  func forbidden() async throws {
    let stand = try SpotifyStand()
    stand.addPlaylist()
    stand.fake.with { $0.allowsPlaylists = false }
    let client = try await stand.client()
    for replacing in [true, false] {
      let error = await spotifyFault {
        _ = try await client.write(stand.uris(0..<3), to: stand.playlist(), replacing: replacing)
      }
      #expect(error == .notAvailable(what: "the playlist", said: "Forbidden"))
    }
  }

  @Test("a write that is cancelled in a pause says what is there")
  func cancelled() async throws {
    let stand = try SpotifyStand()
    stand.addPlaylist()
    let (paused, pausing) = AsyncStream.makeStream(of: Void.self)
    let timing = SpotifyTiming(now: stand.timing.now) { _ in
      pausing.yield()
      try await Task.sleep(for: .seconds(3600))
    }
    let session = try stand.session(try await stand.tokens())
    let client = SpotifyClient(stand.http, at: stand.roots, session: session, timing: timing)
    stand.fake.with {
      $0.faults = [
        .init("POST", "/items", skipping: 1, .status(429, headers: ["Retry-After: 60"]))
      ]
    }
    let uris = try stand.uris(0..<250)
    let id = try stand.playlist()
    let task = Task {
      await spotifyFault { _ = try await client.write(uris, to: id, replacing: true) }
    }
    for await _ in paused { break }
    task.cancel()
    guard case .interrupted(let writing, .cancelled) = await task.value else {
      Issue.record("not interrupted")
      return
    }
    #expect(writing.written == 200)
    _ = try await client.resume(writing)
    #expect(stand.entries() == uris.map(\.text))
  }
}

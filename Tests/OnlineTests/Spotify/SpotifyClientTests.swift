import HTTP
import Music
import Online
import Synchronization
import TestServers
import Testing

/// Reading from Spotify, and its limits and faults.
@Suite("The Web API of Spotify")
struct SpotifyClientTests {
  @Test("the user's name is read, and the id where there is none")
  func user() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    #expect(try await client.user() == SpotifyUser(id: "ola", name: "Ola Nordmann"))
    stand.fake.with { $0.displayName = nil }
    let other = try await stand.client()
    #expect(try await other.user() == SpotifyUser(id: "ola", name: "ola"))
  }

  @Test(
    "followed artists come page by page, to the end or to a limit", arguments: [0, 20, 120, 500])
  func followed(most: Int) async throws {
    let stand = try SpotifyStand()
    stand.addArtists(130, tracks: 0)
    stand.fake.with { $0.followed = $0.artists.map(\.id) }
    let client = try await stand.client()
    let artists = try await client.followedArtists(most: most)
    #expect(artists.count == min(most, 130))
    #expect(Set(artists).count == artists.count)
    #expect(artists.first?.name == (most > 0 ? "Artist 0" : nil))
    #expect(stand.fake.calls.count == [0: 0, 20: 1, 120: 3, 500: 3][most])
  }

  @Test("the artists heard most are those of their range", arguments: SpotifyRange.allCases)
  func top(range: SpotifyRange) async throws {
    let stand = try SpotifyStand()
    stand.addArtists(70, tracks: 0)
    stand.fake.with { state in
      state.top[range.rawValue] = state.artists.reversed().map(\.id)
    }
    let client = try await stand.client()
    #expect(try await client.topArtists(range, most: 20).count == 20)
    let all = try await client.topArtists(range, most: 100)
    #expect(all.count == 70 && all[0].name == "Artist 69")
    let other: SpotifyRange = range == .long ? .fourWeeks : .long
    #expect(try await client.topArtists(other, most: 20) == [])
    #expect(try await client.topArtists(other, most: 0) == [])
  }

  @Test("artists are found by id and by name, and asked for once")
  func artists() async throws {
    let stand = try SpotifyStand()
    stand.addArtists(30, tracks: 0)
    let client = try await stand.client()
    let id = try #require(SpotifyID(FakeSpotify.id("artist", 7)))
    #expect(try await client.artist(id) == SpotifyArtist(id: id, name: "Artist 7"))
    #expect(try await client.artists(named: "artist 2").count == 10)
    #expect(try await client.artists(named: " ") == [])
    #expect(try await client.artists(named: "Nobody & Co=?#") == [])
    #expect(try await client.artists(named: String(repeating: "a", count: 10_000)) == [])
    let calls = stand.fake.calls.count
    _ = try await client.artist(id)
    _ = try await client.artists(named: "artist 2")
    #expect(stand.fake.calls.count == calls)
    let none = try #require(SpotifyID(FakeSpotify.id("nobody", 1)))
    #expect(
      await spotifyFault { _ = try await client.artist(none) }
        == .gone(what: "the artist \(none.text)"))
  }

  @Test("ids that are none go into no path")
  func ids() {
    for text in [
      "", "short", "../../../etc/passwd000", "0123456789012345678901", "012345678901234567890/",
      "ä12345678901234567890", "01234567890123456789012",
    ] {
      #expect((SpotifyID(text) != nil) == (text == "0123456789012345678901"))
    }
    let id = "4uLU6hMCjMI75M1A2tKUQC"
    #expect(SpotifyURI("spotify:track:\(id)")?.text == "spotify:track:\(id)")
    for text in [
      "spotify:album:\(id)", "spotify:local:a:b:c:1", "track:\(id)", "spotify:track:\(id):",
    ] {
      #expect(SpotifyURI(text) == nil)
    }
  }

  @Test("tracks of an artist come from a search, without those of others of a like name")
  func topTracks() async throws {
    let stand = try SpotifyStand()
    stand.addArtists(2, tracks: 30)
    let tribute = FakeSpotify.id("tribute", 1)
    stand.fake.with { state in
      state.artists.append(.init(id: tribute, name: "Artist 1 Tribute"))
      state.tracks.insert(
        .init(
          id: FakeSpotify.id("cover", 1), name: "Cover", artists: [tribute], album: "x"), at: 0)
    }
    let client = try await stand.client()
    let artist = try #require(try await client.artists(named: "Artist 1").first)
    let tracks = try await client.topTracks(of: artist, count: 15)
    #expect(tracks.map(\.name) == (0..<15).map { "Song 1.\($0)" })
    #expect(tracks[0].duration == .milliseconds(201_000))
    #expect(tracks.allSatisfy { $0.artists == [artist] })
    #expect(stand.fake.calls.allSatisfy { !$0.contains("/albums") })
    #expect(try await client.topTracks(of: artist, count: 0) == [])
    #expect(try await client.topTracks(of: artist, count: -1) == [])
  }

  @Test("where the search has too few, the albums fill up, without doubles and to an end")
  func albumWalk() async throws {
    let stand = try SpotifyStand()
    stand.addArtists(1, tracks: 40)
    // Spotify may have a name under which the search finds nothing.
    let client = try await stand.client()
    let id = try #require(SpotifyID(FakeSpotify.id("artist", 0)))
    let unknown = SpotifyArtist(id: id, name: "Nobody \"at\" all")
    let tracks = try await client.topTracks(of: unknown, count: 5)
    #expect(tracks.map(\.name) == (0..<5).map { "Song 0.\($0)" })
    #expect(stand.fake.calls.count == 4)
    let all = try await client.topTracks(of: unknown, count: 200)
    #expect(Set(all).count == 40 && all.count == 40)
    let nameless = try await client.topTracks(of: SpotifyArtist(id: id, name: ""), count: 3)
    #expect(nameless.count == 3)
    // The rest of the search's results and of the albums comes behind the search's first.
    let known = SpotifyArtist(id: id, name: "Artist 0")
    #expect(try await client.topTracks(of: known, count: 100).count == 40)
  }

  @Test("playlists and their entries are read by old and new names", arguments: [true, false])
  func playlists(usesOldNames: Bool) async throws {
    let stand = try SpotifyStand()
    stand.fake.with { $0.usesOldNames = usesOldNames }
    let uris = try stand.uris(0..<123).map(\.text)
    let odd = [
      "spotify:local:a:b:Song:1", "null", "spotify:episode:\(FakeSpotify.id("episode", 1))",
    ]
    stand.addPlaylist(uris + odd)
    for number in 2...120 { stand.addPlaylist(number: number, owner: "kari") }
    let client = try await stand.client()
    let playlists = try await client.playlists()
    #expect(playlists.count == 120)
    let first = try #require(playlists.first)
    #expect(first.name == "Playlist 1" && first.ownerID == "ola" && first.count == 126)
    #expect(first.snapshot?.hasPrefix("snapshot-") == true)
    #expect(try await client.playlist(first.id) == first)
    #expect(try await client.playlist(playlists[1].id).count == 0)
    #expect(first.link == "https://open.spotify.com/playlist/\(first.id.text)")
    let entries = try await client.entries(of: first.id)
    #expect(entries.count == 126)
    #expect(entries.prefix(123).map { $0.uri?.text } == uris)
    #expect(entries[123] == .other(name: "1") && entries[124] == .other(name: ""))
    #expect(entries[125].uri?.text == odd[2])
    // Since 2026 those of others are closed.
    let fault = await spotifyFault { _ = try await client.entries(of: stand.playlist(2)) }
    #expect(fault == .notAvailable(what: "the playlist", said: "Forbidden"))
    let gone = await spotifyFault { _ = try await client.entries(of: stand.playlist(999)) }
    #expect(gone == .gone(what: "the playlist"))
  }

  // MARK: Limits and faults

  @Test("a pause that Spotify asks for is made, and told")
  func rateLimit() async throws {
    let stand = try SpotifyStand()
    let told = Mutex<[Duration?]>([])
    let client = try await stand.client { pause in told.withLock { $0.append(pause) } }
    stand.fake.with {
      $0.faults = [
        .init("GET", "/me", .status(429, headers: ["Retry-After: 7"])),
        .init("GET", "/me", .status(429, headers: ["Retry-After: 0"])),
        .init("GET", "/me", .status(429)),
      ]
    }
    #expect(try await client.user().id == "ola")
    #expect(stand.pauses == [.seconds(7), .seconds(1), .seconds(10)])
    #expect(told.withLock { $0 } == [.seconds(7), nil, .seconds(1), nil, .seconds(10), nil])
  }

  @Test("a pause of hours, a used-up quota and pauses without an end are given up")
  func longPauses() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    stand.fake.with {
      $0.faults = [.init("GET", "/me", .status(429, headers: ["Retry-After: 36000"]))]
    }
    let long = await spotifyFault { _ = try await client.user() }
    #expect(long == .rateLimited(pause: .seconds(36_000), isQuota: false))
    #expect(long?.message.contains("10 hours") == true)
    stand.fake.with {
      $0.faults = [
        .init(
          "GET", "/me",
          .status(429, body: #"{"error":{"message":"no","reason":"QUOTA_EXCEEDED"}}"#))
      ]
    }
    let quota = await spotifyFault { _ = try await client.user() }
    #expect(quota == .rateLimited(pause: nil, isQuota: true))
    #expect(stand.pauses == [])
    stand.fake.with { state in
      state.faults = (0..<50).map { _ in
        .init("GET", "/me", .status(429, headers: ["Retry-After: 900"]))
      }
    }
    let endless = await spotifyFault { _ = try await client.user() }
    #expect(endless == .rateLimited(pause: .seconds(900), isQuota: false))
    #expect(stand.pauses.count == 5)
  }

  @Test("a pause can be cancelled, and those who wait behind it")
  func cancelledPause() async throws {
    let stand = try SpotifyStand()
    let (paused, pausing) = AsyncStream.makeStream(of: Void.self)
    let timing = SpotifyTiming(now: stand.timing.now) { _ in
      pausing.yield()
      try await Task.sleep(for: .seconds(3600))
    }
    let session = try stand.session(try await stand.tokens())
    let client = SpotifyClient(stand.http, at: stand.roots, session: session, timing: timing)
    stand.fake.with {
      $0.faults = [.init("GET", "/me", .status(429, headers: ["Retry-After: 600"]))]
    }
    let first = Task { await spotifyFault { _ = try await client.user() } }
    for await _ in paused { break }
    let second = Task { await spotifyFault { _ = try await client.playlists() } }
    second.cancel()
    #expect(await second.value == .cancelled)
    first.cancel()
    #expect(await first.value == .cancelled)
    // Nobody holds the turn any more.
    #expect(try await client.user().id == "ola")
  }

  @Test("requests go one after the other")
  func serial() async throws {
    let stand = try SpotifyStand()
    stand.addArtists(20)
    let client = try await stand.client()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { _ = try await client.artists(named: "Artist \(number)") }
      }
      try await group.waitForAll()
    }
    #expect(stand.fake.server.busiest == 1)
  }

  @Test("a fault of the service is tried again a few times", arguments: [500, 502, 503, 504])
  func serverFaults(status: Int) async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    func faults(_ count: Int) {
      stand.fake.with { state in
        state.faults = (0..<count).map { _ in .init("GET", "/me", .status(status)) }
      }
    }
    faults(2)
    #expect(try await client.user().id == "ola")
    #expect(stand.pauses == [.seconds(1), .seconds(3)])
    faults(3)
    let other = try await stand.client()
    #expect(await spotifyFault { _ = try await other.user() }?.isUnavailable == true)
    #expect(try await other.user().id == "ola")
  }

  @Test("refusals say what they are about, without the token that a hostile answer repeats")
  func refusals() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    let token = stand.fake.with { $0.accessToken }
    for status in [400, 403, 404, 405, 409, 418] {
      for body in [
        #"{"error":{"status":1,"message":"no \#(token)\u001b[31m\u202e"}}"#, "<html>\(token)",
        #"{"error":"\#(token)"}"#, "", "[[[[",
      ] {
        for type in ["application/json", "text/plain"] {
          stand.fake.with {
            $0.faults = [
              .init(
                "GET", "/me", .status(status, headers: ["Content-Type: \(type)"], body: body))
            ]
          }
          let fault = await spotifyFault { _ = try await client.playlists() }
          switch (status, fault) {
          case (403, .notAvailable), (404, .gone), (_, .refused): break
          default: Issue.record("\(status): \(String(describing: fault))")
          }
          #expect(fault?.message.contains("\u{202E}") == false)
        }
      }
    }
    stand.fake.with {
      $0.faults = [
        .init(
          "GET", "/me",
          .status(
            403, headers: ["Content-Type: text/plain"],
            body: "the user may not be registered"))
      ]
    }
    let fault = await spotifyFault { _ = try await client.playlists() }
    #expect(fault?.message.contains("not available to this app") == true)
    #expect(fault?.message.contains("the user may not be registered") == true)
  }

  @Test("an answer that is none of Spotify's is refused", arguments: Listening.hostileBodies)
  func hostile(body: [UInt8]) async throws {
    let server = try LoopbackServer { $0.answer(200, [], body) }
    let stand = try SpotifyStand()
    let roots = try SpotifyRoots(
      accounts: stand.fake.accounts, api: "http://127.0.0.1:\(server.port)")
    let client = SpotifyClient(
      stand.http, at: roots, session: try stand.session(try await stand.tokens()),
      timing: stand.timing)
    let id = try stand.playlist()
    for work: () async throws -> Void in [
      { _ = try await client.user() }, { _ = try await client.followedArtists(most: 5) },
      { _ = try await client.topArtists(.long, most: 5) }, { _ = try await client.artist(id) },
      { _ = try await client.artists(named: "a") },
      { _ = try await client.topTracks(of: SpotifyArtist(id: id, name: "a"), count: 5) },
      { _ = try await client.playlists() }, { _ = try await client.entries(of: id) },
      { _ = try await client.createPlaylist(named: "a", description: "") },
      { _ = try await client.write([], to: id, replacing: false) },
    ] {
      #expect(await spotifyFault(work)?.isBadAnswer == true)
    }
  }

  @Test("lists without an end and items that are none are bounded and skipped")
  func endless() async throws {
    let id = FakeSpotify.id("artist", 1)
    let items =
      #"[null, 7, {"id": "x"}, {"id": "\#(id)", "name": "A\u0007\u202e", "#
      + #""owner": {"id": "a b"}, "snapshot_id": "a\nb", "items": {"total": -5}}]"#
    let page =
      #"{"items": \#(items), "next": "https://evil.example/", "total": 99999999999999999999}"#
    let body = #"{"artists": \#(page), "#
    let server = try LoopbackServer { exchange in
      let isList = exchange.request.target.contains("/following")
      return exchange.answer(200, [], Array((isList ? body + #""x": 1}"# : page).utf8))
    }
    let stand = try SpotifyStand()
    let roots = try SpotifyRoots(
      accounts: stand.fake.accounts, api: "http://127.0.0.1:\(server.port)")
    let client = SpotifyClient(
      stand.http, at: roots, session: try stand.session(try await stand.tokens()),
      timing: stand.timing)
    #expect(try await client.followedArtists(most: 50).map(\.name) == ["A\u{FFFD}"])
    #expect(try await client.topArtists(.long, most: 50).map(\.id.text) == [id])
    let playlists = try await client.playlists()
    #expect(server.requests.count < 110)
    #expect(
      playlists.first
        == SpotifyPlaylist(
          id: try #require(SpotifyID(id)), name: "A\u{FFFD}", ownerID: "", count: 0))
    let entries = try await client.entries(of: stand.playlist())
    #expect(entries.count <= SpotifyClient.mostEntries)
  }

  @Test("a server that is not there is named with what to do, and the token goes to no other")
  func network() async throws {
    let stand = try SpotifyStand()
    let tokens = try await stand.tokens()
    let other = try LoopbackServer { $0.answer(200, [], Array(#"{"id": "x"}"#.utf8)) }
    let redirecting = try LoopbackServer { $0.redirect(to: "http://127.0.0.1:\(other.port)/") }
    let closed = try LoopbackServer { _ in false }
    for (port, kind) in [(1, "refuses"), (redirecting.port, "redirects"), (closed.port, "ended")] {
      let roots = try SpotifyRoots(
        accounts: stand.fake.accounts, api: "http://127.0.0.1:\(port)/v1")
      let client = SpotifyClient(
        stand.http, at: roots, session: try stand.session(tokens), timing: stand.timing)
      let fault = await spotifyFault { _ = try await client.user() }
      #expect(fault?.message.contains(kind) == true)
    }
    #expect(other.requests.allSatisfy { $0.value(of: "Authorization") == nil })
  }
}

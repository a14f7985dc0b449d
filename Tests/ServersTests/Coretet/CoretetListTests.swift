import Music
import ServerHarness
import Servers
import Testing

@Suite(
  "Playlists of Coretet", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetListTests {
  @Test("one's own playlists and those that are shared come apart, with rights")
  func lists() async throws {
    let stand = try CoretetStand()
    let ola = try await stand.client("ola")
    let own = try await ola.ownPlaylists()
    #expect(Set(own.map(\.name)) == ["Demos", "Songs"])
    #expect(own.allSatisfy { $0.rights == CoretetRights(canEdit: true, canRate: true) })
    #expect(own.first { $0.name == "Demos" }?.description == "For all")
    #expect(own.allSatisfy { $0.updated / 1000 == stand.now })
    #expect(try await ola.sharedPlaylists() == [])
    let kari = try await stand.client("kari")
    #expect(try await kari.ownPlaylists().map(\.name) == ["Mine"])
    let shared = try await kari.sharedPlaylists()
    #expect(shared.map(\.id) == [CoretetStand.demos] && shared[0].owner == CoretetStand.user("ola"))
    #expect(shared[0].rights == CoretetRights(canEdit: false, canRate: true))
    let per = try await stand.client("per").sharedPlaylists()
    #expect(per.first?.rights == CoretetRights(canEdit: true, canRate: true))
    let eve = try await stand.client("eve")
    #expect(try await eve.sharedPlaylists() == [])
    #expect(try await eve.ownPlaylists() == [])
    #expect(try stand.faults() == [])
  }

  @Test("an invitation has no rights until it is accepted, and a revoked share none at all")
  func invitation() async throws {
    let stand = try CoretetStand()
    let siri = try await stand.client("siri")
    #expect(try await siri.sharedPlaylists() == [])
    let pending = try await siri.sharedPlaylists(.pending)
    #expect(pending.map(\.name) == ["Demos"])
    #expect(pending.first?.rights == CoretetRights(canEdit: false, canRate: false))
    #expect(try await siri.entries(of: CoretetStand.demos) == [])
    #expect(try await siri.accept(CoretetStand.demos))
    #expect(try await siri.sharedPlaylists().count == 1)
    #expect(try await siri.entries(of: CoretetStand.demos).count == 5)
    try stand.fake.run("update playlist_shares set status = 'revoked'")
    #expect(try await siri.sharedPlaylists() == [])
    #expect(try await siri.entries(of: CoretetStand.demos) == [])
    #expect(try await !siri.accept(CoretetStand.demos))
    #expect(try stand.faults() == [])
  }

  @Test("tracks come in the order of their positions, with all that is known of them")
  func entries() async throws {
    let stand = try CoretetStand()
    try stand.fake.run(
      """
      update playlist_tracks set position = 99 where id = '\(CoretetStand.entry(1))';
      update tracks set duration = null, category = 'rehearsals', tags = null, artist = E'A\\x07B',
        tempo = 120, key = 'Am', mood = 'sad', time_signature = '7/8', loved = true, liked = true,
        primary_track_id = '\(CoretetStand.track(3))', file_name = 'Take.FLAC', file_size = 1000,
        notes = E'one\\ntwo' where id = '\(CoretetStand.track(2))';
      update tracks set deleted_at = now() where id = '\(CoretetStand.track(4))';
      update tracks set tags = array[repeat('x', 10000), 'needs bass', 'needs bass', '']
        where id = '\(CoretetStand.track(5))';
      """)
    for name in ["ola", "kari", "nils"] {
      let entries = try await stand.client(name).entries(of: CoretetStand.demos)
      #expect(entries.map(\.track.name) == ["Track 2", "Track 3", "Track 5", "Track 1"])
      let track = try #require(entries.first?.track)
      #expect(track.duration == nil && track.category == "rehearsals" && track.labels == [])
      #expect(track.artist == "A\u{FFFD}B" && track.tempo == 120 && track.key == "Am")
      #expect(track.mood == "sad" && track.timeSignature == "7/8" && track.notes == "one\ntwo")
      #expect(track.ownersReaction == .loved && track.primary == CoretetStand.track(3))
      #expect(entries[1].track.duration == .seconds(63) && entries[1].track.category == "demos")
      #expect(entries[2].track.labels.map(\.count) == [1_000, 10])
      let listed = track.serverTrack
      #expect(listed.tags.title == "Track 2" && listed.suffix == "flac" && listed.size == 1_000)
      #expect(listed.audio.duration == nil && listed.tags.bpm == 120)
    }
    #expect(try stand.faults() == [])
  }

  @Test("a playlist of 20,000 comes whole, in pages")
  func large() async throws {
    let stand = try CoretetStand(tracks: 20_000)
    let kari = try await stand.client("kari")
    let entries = try await kari.entries(of: CoretetStand.demos)
    #expect(entries.count == 20_000)
    #expect(entries.map(\.position) == Array(0..<20_000))
    #expect(Set(entries.map(\.track.id)).count == 20_000)
    #expect(try stand.fake.report().counts["GET /rest/v1/playlist_tracks"] == 20)
  }

  @Test("a list that changes between its pages is read again")
  func unsteady() async throws {
    let stand = try CoretetStand(tracks: 1_500)
    let ola = try await stand.client("ola")
    try stand.fail(
      #"{"path": "GET /rest/v1/playlist_tracks", "after": 1, "kind": "slow", "delay": 0.5}"#)
    async let entries = ola.entries(of: CoretetStand.demos)
    while try stand.fake.report().counts["GET /rest/v1/playlist_tracks"] ?? 0 < 2 {
      try await Task.sleep(for: .milliseconds(5))
    }
    try stand.fake.run("delete from playlist_tracks where position = 3")
    #expect(try await entries.count == 1_499)
    #expect(try stand.fake.report().counts["GET /rest/v1/playlist_tracks"] == 5)
    #expect(try stand.faults() == [])
  }

  @Test("what a project does not have is told apart from what one may not see")
  func missing() async throws {
    let stand = try CoretetStand()
    let eve = try await stand.client("eve")
    #expect(try await eve.entries(of: CoretetStand.demos) == [])
    #expect(try await !eve.isVisible(CoretetStand.demos))
    #expect(try await stand.client("kari").isVisible(CoretetStand.demos))
    try stand.fake.run("alter table playlists rename column user_id to owner_id")
    let ola = try await stand.client("ola")
    let column = await coretetFault { _ = try await ola.ownPlaylists() }
    #expect(column == .notThere("playlists.user_id"))
    try stand.fake.run("drop table playlist_shares cascade")
    let table = await coretetFault { _ = try await ola.sharedPlaylists() }
    #expect(table == .notThere("public.playlist_shares"))
    #expect(await coretetFault { _ = try await ola.entries(of: "a'b") } != nil)
  }

  @Test("tables, columns and words that have other names are found by settings")
  func names() async throws {
    let stand = try CoretetStand()
    try stand.fake.run(
      """
      alter table playlists rename to lists;
      alter table playlist_tracks rename column position to place;
      alter table playlist_shares drop constraint playlist_shares_status_check;
      alter table playlist_shares rename column status to share_status;
      create or replace function my_lists() returns setof uuid language sql
        stable security definer as $$ select id from lists where user_id = auth.uid() $$;
      create or replace function invited_lists() returns setof uuid language sql
        stable security definer as $$
        select playlist_id from playlist_shares where shared_with_email = auth.email() $$;
      create or replace function shared_lists(may_edit boolean, may_rate boolean)
        returns setof uuid language sql stable security definer as $$
        select playlist_id from playlist_shares
        where share_status = 'accepted' and shared_with_email = auth.email() $$;
      update playlist_shares set share_status = 'accepted' where share_status = 'active';
      """)
    let names = [
      "playlists": "lists", "playlist_tracks.position": "place",
      "playlist_shares.status": "share_status", "playlist_shares.status=active": "accepted",
    ]
    let kari = try await stand.client("kari", names: names)
    let shared = try await kari.sharedPlaylists()
    #expect(shared.first?.share?.status == .active && shared.first?.rights.canRate == true)
    #expect(try await kari.entries(of: CoretetStand.demos).map(\.position) == [0, 1, 2, 3, 4])
    for wrong in [
      ["nothing": "x"], ["playlists": "a b"], ["playlists": ""], ["playlists.a.b": "x"],
      ["playlists": "x&y=z"], ["tracks.name": String(repeating: "x", count: 64)],
    ] {
      #expect(throws: CoretetError.self) { _ = try CoretetNames(changed: wrong) }
    }
  }
}

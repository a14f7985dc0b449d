import Library
import Music
import Testing

@Suite("The facts that the player gets")
struct PlayerFactsTests {
  @Test("a track comes with its neighbours that are there, and without an entry with no sound")
  func track() async throws {
    let test = try TestLibrary()
    let tracks = try await test.withTracks(3)
    let gone = TrackID(12345)
    let facts = try #require(
      try await test.library.playerFacts(
        of: QueuedTrack(tracks[1]), neighbors: [tracks[2], gone, tracks[0]]))
    #expect(facts.track == (try await test.library.tracks([tracks[1]]).first))
    #expect(facts.neighbors.map(\.id) == [tracks[2], tracks[0]])
    #expect(facts.sound == nil && facts.named == nil && facts.measured == nil)
    #expect(facts.isPartOfBook == nil)
    #expect(try await test.library.playerFacts(of: QueuedTrack(gone), neighbors: tracks) == nil)
  }

  @Test("an entry has its sound, and what is gone plays as the track alone")
  func entry() async throws {
    let test = try TestLibrary()
    let tracks = try await test.withTracks(1)
    let playlist = try await test.library.createPlaylist(named: "Mix").id
    _ = try await test.library.add(tracks, to: playlist)
    let queued = try #require(
      try await test.library.queuedTracks(ListQuery(.playlist(playlist))).first)
    let entry = try #require(queued.entry)
    try await test.library.change([entry], .start(.seconds(30)))
    var facts = try #require(try await test.library.playerFacts(of: queued, neighbors: []))
    #expect(facts.sound == EntryPlayback(start: .seconds(30)))
    #expect(facts.named?.id == tracks[0])
    try await test.library.removeEntries([entry])
    facts = try #require(try await test.library.playerFacts(of: queued, neighbors: []))
    #expect(facts.sound == nil && facts.track.id == tracks[0])
  }
}

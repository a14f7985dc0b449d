import Library
import Music
import Testing

@Suite("How entries are played")
struct EntryPlaybackTests {
  private func entries(_ test: TestLibrary, _ playlist: PlaylistID) async throws -> [EntryID] {
    let queued = try await test.library.queuedTracks(ListQuery(.playlist(playlist)))
    return queued.compactMap(\.entry)
  }

  @Test("each change is one step that can be undone and done again, and shows in the row")
  func changes() async throws {
    let test = try TestLibrary()
    let tracks = try await test.withTracks(3)
    let playlist = try await test.library.createPlaylist(named: "Mix").id
    _ = try await test.library.add(tracks, to: playlist)
    let entries = try await entries(test, playlist)
    let before = try test.database.userData().filter { $0.hasPrefix("entries") }
    try await test.library.change([entries[1]], .crossfade(.milliseconds(5500)))
    try await test.library.change([entries[1]], .start(.seconds(30)))
    try await test.library.change([entries[1]], .end(.seconds(90)))
    try await test.library.change([entries[1]], .gain(-3.5))
    let all = EntryPlayback(
      crossfade: .milliseconds(5500), start: .seconds(30), end: .seconds(90), gain: -3.5)
    #expect(try await test.library.sound(of: entries[1]) == all)
    let window = try await test.library.window(
      ListQuery(.playlist(playlist)), range: 0..<3, anchor: nil)
    let sounds = window.rows.map { row in
      if case .entry(let entry) = row { entry.sound } else { EntryPlayback(gain: 99) }
    }
    #expect(sounds == [EntryPlayback(), all, EntryPlayback()])

    #expect(try await test.library.undo() == "set the gain to -3.5 dB of 2")
    #expect(try await test.library.sound(of: entries[1])?.gain == nil)
    #expect(try await test.library.redo() == "set the gain to -3.5 dB of 2")
    #expect(try await test.library.sound(of: entries[1]) == all)
    for _ in 0..<4 { _ = try await test.library.undo() }
    #expect(try test.database.userData().filter { $0.hasPrefix("entries") } == before)
    #expect(try await test.library.undo()?.hasPrefix("added") == true)
  }

  @Test("several entries change in one step, and one that is gone has no sound")
  func several() async throws {
    let test = try TestLibrary()
    let tracks = try await test.withTracks(2)
    let playlist = try await test.library.createPlaylist(named: "Mix").id
    _ = try await test.library.add(tracks, to: playlist)
    let entries = try await entries(test, playlist)
    try await test.library.change(entries, .crossfade(.seconds(4)))
    #expect(try await test.library.undo() == "set the crossfade to 4 s of 2 entries")
    #expect(try await test.library.sound(of: entries[0]) == EntryPlayback())
    try await test.library.removeEntries([entries[0]])
    #expect(try await test.library.sound(of: entries[0]) == nil)
    #expect(try await test.library.sound(of: EntryID(12345)) == nil)
  }

  @Test("what is queued of playlists, groups and folders of them names its entries")
  func queued() async throws {
    let test = try TestLibrary()
    let tracks = try await test.withTracks(3)
    let folder = try await test.library.createPlaylistFolder(named: "Nights")
    let playlist = try await test.library.createPlaylist(named: "Mix", in: folder).id
    _ = try await test.library.add(tracks.reversed(), to: playlist)
    let list = ListQuery(.playlist(playlist))
    let all = try await test.library.queuedTracks(list)
    #expect(all.map(\.track) == tracks.reversed())
    #expect(all.allSatisfy { $0.entry != nil })
    let library = test.library
    #expect(try await library.queuedTracks(of: [.playlist(playlist)], in: list) == all)
    #expect(
      try await library.queuedTracks(of: [.playlistFolder(folder)], in: ListQuery(.playlists))
        == all)
    #expect(
      try await library.queuedTracks(of: [.entry(all[1].entry!)], in: list) == [all[1]])
    #expect(
      try await library.queuedTracks(of: [.track(tracks[0])], in: ListQuery(.songs))
        == [QueuedTrack(tracks[0])])
    #expect(
      try await library.queuedTracks(ListQuery(.songs, sort: .title))
        == tracks.map { QueuedTrack($0) })
  }
}

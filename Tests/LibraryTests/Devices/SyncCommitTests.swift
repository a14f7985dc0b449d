import Library
import Music
import Testing

/// Changes that a sync makes in the library.
@Suite("Sync commit")
struct SyncCommitTests {
  private static let none = DeviceMarks()

  @Test("plays are added with their times, marks are set, and one step takes it all back")
  func marks() async throws {
    let scene = try await SyncScene()
    let (library, ids) = (scene.library, scene.tracks)
    try await library.recordPlay(of: ids[0], at: 500)
    try await library.setReaction(.listened, for: [ids[1]])
    try await library.setReaction(.loved, for: [ids[2]])
    let before = try await scene.contents().tracks.map(\.marks)
    let rows = try scene.test.database.userData()
    let heard = try await library.heardTracks(atMost: 9).map(\.time)
    var commit = LibraryCommit(syncID: "s", time: 1_000)
    commit.marks = [
      MarksChange(
        track: ids[0], plays: 3, times: [900, 400], before: before[0],
        after: DeviceMarks(plays: 4, lastPlayed: 900, rating: 4)),
      MarksChange(
        track: ids[1], plays: 0, before: before[1], after: DeviceMarks(isFavorite: true)),
      MarksChange(
        track: ids[2], plays: 0, times: [7], before: before[2], after: DeviceMarks()),
      MarksChange(track: TrackID(999), plays: 2, before: Self.none, after: Self.none),
    ]
    let synced = DeviceMarks(plays: 4, lastPlayed: 900, rating: 4)
    commit.syncedTracks = [SyncScene.synced(ids[0], "a", synced)]
    let outcome = try await library.commit(commit, to: scene.device.id)
    #expect(outcome.plays == 3 && outcome.tracks == 3 && outcome.isUndoable)
    #expect(outcome.deviceName == "Pixel" && outcome.left == [])
    #expect(try await scene.marks(ids[0]) == synced)
    #expect(try await scene.marks(ids[1]).isFavorite)
    #expect(try await !scene.marks(ids[2]).isFavorite)
    // A favourite that is none any more is still liked.
    #expect(
      try scene.test.database.run("SELECT reaction FROM marks ORDER BY track") == ["0", "3", "2"])
    #expect(try await library.heardTracks(atMost: 9).map(\.time) == [900, 400, 500])
    #expect(try await library.undo() == "synced with Pixel")
    #expect(try await scene.contents().tracks.map(\.marks) == before)
    #expect(try scene.test.database.userData() == rows)
    #expect(try await library.heardTracks(atMost: 9).map(\.time) == heard)
    // The device still holds what it holds: the next sync sees a change on our side.
    #expect(try await scene.state().tracks == commit.syncedTracks)
    #expect(try await library.redo() == "synced with Pixel")
    #expect(try await scene.marks(ids[0]) == synced)
    #expect(try await library.check() == [])
  }

  @Test("marks that have changed since the plan stay, and plays are added to those made meanwhile")
  func changedMeanwhile() async throws {
    let scene = try await SyncScene()
    let (library, ids) = (scene.library, scene.tracks)
    try await library.setRating(Rating(stars: 2), for: [ids[0]])
    try await library.setReaction(.loved, for: [ids[0]])
    try await library.recordPlay(of: ids[0], at: 2_000)
    var commit = LibraryCommit(syncID: "s", time: 1)
    commit.marks = [
      MarksChange(
        track: ids[0], plays: 2, times: [0, -5, 1_500, 1_600, 1_700], before: Self.none,
        after: DeviceMarks(plays: 2, lastPlayed: 1_700, rating: 5)),
      MarksChange(
        track: ids[1], plays: -4, before: Self.none,
        after: DeviceMarks(lastPlayed: .max, rating: 77)),
      MarksChange(track: ids[2], plays: .max, before: Self.none, after: Self.none),
    ]
    try await library.commit(commit, to: scene.device.id)
    let marks = try await scene.marks(ids[0])
    #expect(marks == DeviceMarks(plays: 3, lastPlayed: 2_000, isFavorite: true, rating: 2))
    #expect(try await library.heardTracks(atMost: 9).map(\.time) == [1_600, 1_500, 2_000])
    #expect(try await scene.marks(ids[1]) == DeviceMarks(rating: 5))
    #expect(try await scene.marks(ids[2]).plays > 1_000_000)
    _ = try await library.undo()
    #expect(try await scene.marks(ids[0]).plays == 1)
    #expect(try await scene.marks(ids[1]) == Self.none)
    #expect(try await scene.marks(ids[2]) == Self.none)
  }

  @Test("a commit that was done already, as a cut sync may find, counts nothing twice")
  func twice() async throws {
    let scene = try await SyncScene()
    var commit = LibraryCommit(syncID: "s", time: 1)
    commit.marks = [
      MarksChange(track: scene.tracks[0], plays: 2, before: Self.none, after: Self.none)
    ]
    try await scene.library.keep(commit, of: scene.device.id)
    for _ in 0..<3 { try await scene.library.commit(commit, to: scene.device.id) }
    #expect(try await scene.marks(scene.tracks[0]).plays == 2)
    #expect(try await scene.state().journal == nil)
    commit.syncID = "t"
    try await scene.library.commit(commit, to: scene.device.id)
    #expect(try await scene.marks(scene.tracks[0]).plays == 4)
    await #expect(throws: LibraryError.noSuchDevice) {
      try await scene.library.commit(commit, to: DeviceID(99))
    }
    #expect(try await scene.marks(scene.tracks[0]).plays == 4)
  }

  @Test("entries that stay keep their crossfades, cuts and notes, wherever the sync puts them")
  func playlists() async throws {
    let scene = try await SyncScene(tracks: 5)
    let (library, ids) = (scene.library, scene.tracks)
    let before = [ids[0], ids[1], ids[0], ids[2]]
    let list = try await scene.playlist("List", before)
    try scene.test.database.run("UPDATE entries SET notes = 'note ' || id, crossfade = id")
    let rows = try scene.entries(list)
    var commit = LibraryCommit(syncID: "s", time: 1)
    let after = [ids[4], ids[2], ids[0], TrackID(999), ids[0], ids[3]]
    commit.playlists = [
      PlaylistChange(id: list, deviceID: "p", name: "List", before: before, after: after),
      PlaylistChange(id: nil, deviceID: "q", name: "LIST", before: [], after: [ids[3], ids[3]]),
      PlaylistChange(id: nil, deviceID: "r", name: "\u{1B}\n", before: [], after: []),
    ]
    commit.syncedPlaylists = ["p", "q", "r"].map { id in
      SyncedPlaylist(
        id: id == "p" ? list : PlaylistID(0), deviceID: id, name: "List", ours: after, theirs: [])
    }
    let outcome = try await library.commit(commit, to: scene.device.id)
    #expect(outcome.playlists == 3 && outcome.left == [])
    let now = try scene.entries(list)
    #expect(
      now.map { $0.split(separator: "|")[0] } == [4, 2, 0, 0, 3].map { "\(ids[$0].rawValue)" })
    #expect(Array(now[1...3]) == [rows[3], rows[0], rows[2]])
    let names = try await library.playlists().map(\.name)
    #expect(names == ["List", "LIST 2", "Playlist"])
    let made = try #require(try await library.playlist(named: "LIST 2"))
    let state = try await scene.state().playlists
    #expect(
      state.map(\.id)
        == [list, made.id, made.id].enumerated().map { index, id in
          index < 2 ? id : PlaylistID(made.id.rawValue + 1)
        })
    // What is in the library, not what was asked for.
    #expect(state.map(\.ours.count) == [5, 2, 0])
    #expect(try await library.undo() == "synced with Pixel")
    #expect(try scene.entries(list) == rows)
    #expect(try await library.playlists().map(\.name) == ["List"])
    #expect(try await scene.state().playlists == state)
    #expect(try await library.redo() == "synced with Pixel")
    #expect(try scene.entries(list) == now)
  }

  @Test("a playlist that has changed, is gone or smart is left alone, and its state stays")
  func leftAlone() async throws {
    let scene = try await SyncScene()
    let (library, ids) = (scene.library, scene.tracks)
    let changed = try await scene.playlist("Changed", [ids[0], ids[1]])
    let gone = try await scene.playlist("Gone", [ids[0]])
    let smart = try await library.createSmartPlaylist(
      PlaylistDetails(name: "Smart"), SmartQuery("rating:5"))
    let old = [changed, gone, smart.id].map { id in
      SyncedPlaylist(id: id, deviceID: "\(id.rawValue)", name: "N", ours: [ids[0]], theirs: ["a"])
    }
    var commit = LibraryCommit(syncID: "s", time: 1)
    commit.syncedPlaylists = old
    try await library.commit(commit, to: scene.device.id)
    try await library.deletePlaylist(gone)
    commit.syncID = "t"
    commit.playlists = old.map {
      PlaylistChange(id: $0.id, deviceID: $0.deviceID, name: "N", before: [ids[0]], after: ids)
    }
    commit.syncedPlaylists = old.map { playlist in
      var playlist = playlist
      (playlist.ours, playlist.theirs) = (ids, ["a", "b"])
      return playlist
    }
    let outcome = try await library.commit(commit, to: scene.device.id)
    #expect(
      outcome.left.map(\.reason) == ["was changed meanwhile", "is gone", "is filled by a query"])
    #expect(outcome.playlists == 0)
    let state = try await scene.state()
    #expect(state.playlists == old && state.syncID == "t")
    #expect(try scene.entries(changed).count == 2)
    // Nothing of the library changed: it was no step.
    #expect(try await library.undo() == "deleted Gone")
  }

  @Test("a playlist renamed on the device alone is renamed here, where the name is free")
  func renamed() async throws {
    let scene = try await SyncScene()
    let (library, ids) = (scene.library, scene.tracks)
    let names = ["Same", "Ours", "Taken", "Case"]
    var commit = LibraryCommit(syncID: "s", time: 1)
    var lists: [PlaylistID] = []
    for name in names {
      let id = try await scene.playlist(name, [ids[0]])
      lists.append(id)
      commit.syncedPlaylists.append(
        SyncedPlaylist(id: id, deviceID: name, name: name, ours: [ids[0]], theirs: []))
    }
    _ = try await scene.playlist("Other", [])
    try await library.commit(commit, to: scene.device.id)
    try await library.renamePlaylist(lists[1], to: "Mine")
    commit.syncID = "t"
    commit.playlists = zip(names, ["New", "Theirs", "other", "CASE"]).enumerated().map {
      index, pair in
      PlaylistChange(
        id: lists[index], deviceID: pair.0, name: pair.1, before: [ids[0]], after: [ids[0]])
    }
    let outcome = try await library.commit(commit, to: scene.device.id)
    #expect(outcome.playlists == 2)
    #expect(
      try await library.playlists().map(\.name) == ["CASE", "Mine", "New", "Other", "Taken"])
    _ = try await library.undo()
    #expect(
      try await library.playlists().map(\.name) == ["Case", "Mine", "Other", "Same", "Taken"])
  }
}

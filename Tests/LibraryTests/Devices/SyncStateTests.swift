import Library
import Music
import Testing

/// What is kept of syncs.
@Suite("Sync state")
struct SyncStateTests {
  @Test("files, marks and playlists on the device are kept, and so is a sync that was cut")
  func kept() async throws {
    let scene = try await SyncScene()
    let (library, device) = (scene.library, scene.device.id)
    #expect(try await scene.state() == SyncState())
    let marks = DeviceMarks(plays: 3, lastPlayed: 9, isFavorite: true, rating: 2)
    var one = SyncScene.synced(scene.tracks[0], "a", marks)
    one.theirs = DeviceMarks()
    one.file.path = FilePath(bytes: [0x41, 0xFF])
    var two = SyncScene.synced(scene.tracks[1], "b")
    (two.status, two.conversion, two.audioHash) = (.copied, nil, nil)
    try await library.keep([one, two], of: device)
    two.status = .excluded
    try await library.keep([two], of: device)
    var commit = LibraryCommit(syncID: "s1", time: 100)
    let playlist = SyncedPlaylist(
      id: PlaylistID(4), deviceID: "p'", name: "P", ours: [one.track, one.track],
      theirs: ["a", "\n"])
    commit.syncedPlaylists = [playlist]
    try await library.keep(commit, logs: "5", of: device)
    #expect(try await scene.state().journal == commit)
    try await library.keep(nil, of: device)
    var state = SyncState()
    state.tracks = [one, two]
    #expect(try await scene.state() == state)
    try await library.keep(commit, logs: "6", of: device)
    try await library.commit(commit, to: device)
    (state.playlists, state.syncID) = ([playlist], "s1")
    #expect(try await scene.state() == state)
    // How far the logs were read comes from the journal of the same sync.
    #expect(try await library.deviceNote(.logs, of: device) == "6")
    #expect(try await library.device(device)?.lastSync == 100)
    var next = LibraryCommit(syncID: "s2", time: 200)
    (next.removedTracks, next.removedPlaylists) = (["a"], ["p'"])
    try await library.commit(next, to: device)
    (state.tracks, state.playlists, state.syncID) = ([two], [], "s2")
    #expect(try await scene.state() == state)
    #expect(try await library.deviceNote(.logs, of: device) == "6")
  }

  @Test("paths of files are those that the caller has already, and so are equal places")
  func sharedPaths() async throws {
    let scene = try await SyncScene()
    let rows = [(scene.tracks[0], "a"), (scene.tracks[1], "b")].map { track, name in
      var row = SyncScene.synced(track, DeviceTrackID(name))
      row.place = name == "a" ? row.file.path : FilePath("elsewhere")
      return row
    }
    try await scene.library.keep(rows, of: scene.device.id)
    let known = FilePath(bytes: Array("A/a.flac".utf8))
    let state = try await scene.library.syncState(of: scene.device.id) { path in
      path == known ? known : path
    }
    #expect(state.tracks == rows)
    let address = { (path: FilePath?) in path?.bytes.withUnsafeBytes { $0.baseAddress } }
    #expect(address(state.tracks[0].file.path) == address(known))
    #expect(address(state.tracks[0].place) == address(known))
    #expect(state.tracks[1].file.path == FilePath("A/b.flac"))
  }

  @Test("a track that leaves the library and comes back is still known to be on the device")
  func survives() async throws {
    let scene = try await SyncScene()
    let (library, track) = (scene.library, scene.tracks[1])
    let row = SyncScene.synced(track, "a")
    try await library.keep([row], of: scene.device.id)
    try scene.test.folder.remove("music/2.flac")
    try await scene.test.scan()
    #expect(try await library.forgetMissing().count == 1)
    #expect(try await scene.contents().tracks.count == 3)
    #expect(try await scene.state().tracks == [row])
    _ = try await library.undo()
    #expect(try await scene.state().tracks == [row])
    #expect(try await scene.contents().tracks.count == 4)
  }

  @Test("the state of a track that became another one follows, and undo leads it back")
  func merged() async throws {
    let scene = try await SyncScene()
    let (library, ids) = (scene.library, scene.tracks)
    for track in [0, 1] { try scene.test.folder.remove("music/\(track + 1).flac") }
    try await scene.test.scan()
    let list = SyncedPlaylist(
      id: PlaylistID(1), deviceID: "p", name: "P", ours: [ids[0], ids[2]], theirs: ["a"])
    var commit = LibraryCommit(syncID: "s", time: 1)
    commit.syncedTracks = [
      SyncScene.synced(ids[0], "a"), SyncScene.synced(ids[1], "b"), SyncScene.synced(ids[3], "d"),
    ]
    commit.syncedPlaylists = [list]
    try await library.commit(commit, to: scene.device.id)
    _ = try await library.relocate([
      Relocation.Move(from: ids[0], to: ids[2]), Relocation.Move(from: ids[1], to: ids[3]),
    ])
    let state = try await scene.state()
    // The file of the last one is on the device itself: the other stays nobody's.
    #expect(state.tracks.map(\.uuid) == ["a", "b", "d"])
    #expect(state.tracks.map(\.track) == [ids[2], ids[1], ids[3]])
    #expect(state.playlists.map(\.ours) == [[ids[2], ids[2]]])
    let known = try await scene.contents().tracks.map(\.id)
    #expect(!known.contains(ids[1]) && known.contains(ids[3]))
    _ = try await library.undo()
    #expect(try await scene.state().tracks.map(\.track) == [ids[0], ids[1], ids[3]])
    #expect(try await scene.state().playlists.map(\.ours) == [[ids[0], ids[2]]])
  }
}

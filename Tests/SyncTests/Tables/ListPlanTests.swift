import Music
import Sync
import Testing

/// Playlists in plans, with a device that has all songs of a library.
@Suite("Playlists in plans of syncs")
struct ListPlanTests {
  private var library = SyncLibraryContents()
  private var snapshot = DeviceSnapshot()
  private var state = SyncState()

  init() {
    (snapshot.contents.syncID, state.syncID) = ("old", "old")
    for number in Int64(1)...20 {
      let track = SyncTrack(
        id: TrackID(number), uuid: "uuid-\(number)", path: FilePath("/library/\(number).mp3"),
        file: FileStamp(size: 5_000 + number, modified: number), audioHash: number,
        title: "Song \(number)", duration: 200, codec: "mp3")
      let path = FilePath("Unknown/Unknown/Song \(number).mp3")
      let file = DeviceFile(path: path, size: track.file.size, modified: 7)
      library.tracks.append(track)
      library.chosen.append(track.id)
      snapshot.files.append(file)
      snapshot.contents.tracks.append(
        DeviceTrack(id: track.uuid, path: path, title: track.title ?? "", size: file.size))
      state.tracks.append(
        SyncedTrack(
          track: track.id, uuid: track.uuid, status: .synced, file: file, source: track.file,
          audioHash: number, place: path))
    }
    set([1, 2, 3], ours: [1, 2, 3], theirs: [1, 2, 3])
  }

  /// A list on both sides that was synced with the numbers of a base.
  private mutating func set(_ base: [Int64], ours: [Int64], theirs: [Int64], isSmart: Bool = false)
  {
    library.playlists = [
      SyncPlaylist(
        id: PlaylistID(1), name: "L", tracks: ours.map { TrackID($0) }, isSmart: isSmart,
        modified: 1_700_000_100)
    ]
    snapshot.contents.playlists = [
      DevicePlaylist(id: "l", name: "L", tracks: theirs.map { "uuid-\($0)" })
    ]
    state.playlists = [
      SyncedPlaylist(
        id: PlaylistID(1), deviceID: "l", name: "L", ours: base.map { TrackID($0) },
        theirs: base.map { "uuid-\($0)" })
    ]
  }

  private func plan(_ address: DeviceAddress = .folder(FilePath("/s"))) -> SyncPlan {
    let device = Device(
      id: DeviceID(1), uuid: "d", name: "Stick", address: address,
      lastSync: 1_700_000_000)
    return SyncPlanner(device, library, snapshot, state, now: 1_800_000_000, syncID: "new").plan()
      .plan
  }

  private func lists(_ plan: SyncPlan) -> [PlaylistSync] {
    plan.items.compactMap { item in
      if case .playlist(let list) = item.action { list } else { nil }
    }
  }

  @Test("a song whose file was removed there stays in the list here")
  mutating func lost() {
    #expect(plan().items == [])
    snapshot.files.remove(at: 1)
    snapshot.contents.tracks.remove(at: 1)
    snapshot.contents.playlists[0].tracks.remove(at: 1)
    let lost = plan()
    #expect(lost.totals.excluded == 1)
    #expect(lists(lost).allSatisfy { $0.here == nil })
    // Whereas one whose file is there was removed from the list.
    snapshot.contents.playlists[0].tracks.removeLast()
    #expect(lists(plan()).map { $0.here?.after } == [[TrackID(1), TrackID(2)]])
  }

  @Test("a list that a query makes is written again and never comes back")
  mutating func smart() {
    set([1, 2, 3], ours: [1, 2, 3], theirs: [3, 1], isSmart: true)
    let edited = plan()
    #expect(lists(edited).map(\.here) == [nil])
    #expect(lists(edited).map { $0.there?.tracks } == [["uuid-1", "uuid-2", "uuid-3"]])
    #expect(edited.conflicts.map(\.winner) == [.library])
    set([1, 2, 3], ours: [4, 5], theirs: [1, 2, 3], isSmart: true)
    #expect(lists(plan()).map { $0.there?.tracks } == [["uuid-4", "uuid-5"]])
    #expect(plan().conflicts == [])
    set([1, 2, 3], ours: [1, 2, 3], theirs: [1, 2, 3], isSmart: true)
    #expect(plan().items == [])
  }

  @Test("a rename on one side goes to the other, and of two the newer one stays")
  mutating func renames() {
    snapshot.contents.playlists[0].name = "There"
    #expect(lists(plan()).map { $0.here?.name } == ["There"])
    #expect(plan().conflicts == [])
    library.playlists[0].name = "Here"
    let older = plan()
    #expect(lists(older).map { $0.here?.name } == ["There"])
    #expect(older.conflicts.map(\.winner) == [.device])
    snapshot.contents.playlists[0].updated = 1_700_000_000
    let newer = plan()
    #expect(lists(newer).map(\.here) == [nil])
    #expect(lists(newer).map { $0.there?.name } == ["Here"])
    #expect(newer.conflicts.map(\.winner) == [.library])
    snapshot.contents.playlists[0].name = "L"
    #expect(lists(plan()).map { $0.there?.name } == ["Here"])
    // The name of another list here is not taken.
    library.playlists[0].name = "L"
    snapshot.contents.playlists[0].name = "other"
    library.otherPlaylists = [SyncPlaylist(id: PlaylistID(2), name: "Other", tracks: [])]
    #expect(lists(plan()).allSatisfy { $0.here == nil })
    #expect(plan().notes.count == 1)
  }

  @Test("a number that the other Tritone has put behind a name is no rename")
  mutating func numbered() {
    let server = DeviceAddress.ssh(SSHAddress(host: "b"))
    snapshot.contents.playlists[0].name = "L 2"
    // Nothing else there has the plain name: somebody has renamed it.
    #expect(lists(plan(server)).map { $0.here?.name } == ["L 2"])
    snapshot.contents.playlists.append(DevicePlaylist(id: "other", name: "l", tracks: []))
    #expect(lists(plan(server)) == [])
    #expect(lists(plan()).map { $0.here?.name } == ["L 2"])
    snapshot.contents.playlists[0].name = "L (2)"
    #expect(lists(plan(server)) == [] && lists(plan()) == [])
    snapshot.contents.playlists[0].name = "L two"
    #expect(lists(plan(server)).map { $0.here?.name } == ["L two"])
  }

  @Test("a title that was changed on the device only is named, and not taken")
  mutating func titles() {
    snapshot.contents.tracks[3].title = "Another"
    // Written by an earlier sync from tags that were read in another way.
    #expect(plan().notes == [])
    snapshot.contents.tracks[3].updated = 1_700_000_100
    #expect(plan().notes.map(\.name) == ["Song 4"])
    #expect(plan().items == [])
    // A file that has changed here is copied again, with its row.
    library.tracks[3].file.modified += 1
    #expect(plan().notes == [] && plan().totals.replaced == 1)
  }

  @Test("a device whose files are all gone excludes nothing unasked and loses no lists")
  mutating func wiped() {
    snapshot.files = []
    let wiped = plan()
    #expect(wiped.totals.excluded == 0 && wiped.totals.copied == 0)
    #expect(wiped.items.count { if case .exclude = $0.action { true } else { false } } == 20)
    #expect(lists(wiped).allSatisfy { $0.here == nil })
    // With its database gone as well it is filled again.
    snapshot.contents = DeviceContents()
    #expect(plan().totals.copied == 20 && plan().totals.excluded == 0)
  }
}

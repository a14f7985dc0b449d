import Music
import Sync
import Testing

@Suite("Plans of syncs")
struct PlanTests {
  func track(_ number: Int64, size: Int64 = 5_000_000) -> SyncTrack {
    SyncTrack(
      id: TrackID(number), uuid: "uuid-\(number)", path: FilePath("/library/\(number).mp3"),
      file: FileStamp(size: size, modified: number), audioHash: number, title: "Song \(number)",
      artist: "A", album: "B", duration: 200, codec: "mp3")
  }

  func library(_ count: Int64) -> SyncLibraryContents {
    var contents = SyncLibraryContents()
    contents.tracks = (1...count).map { track($0) }
    contents.chosen = contents.tracks.map(\.id)
    return contents
  }

  /// A device that has all tracks, and its state.
  func synced(_ library: SyncLibraryContents) -> (DeviceSnapshot, SyncState) {
    var (snapshot, state) = (DeviceSnapshot(), SyncState())
    (snapshot.contents.syncID, state.syncID) = ("old", "old")
    for track in library.tracks {
      let path = FilePath("A/B/\(track.title ?? "").mp3")
      let file = DeviceFile(path: path, size: track.file.size, modified: 7)
      snapshot.files.append(file)
      snapshot.contents.tracks.append(
        DeviceTrack(id: track.uuid, path: path, title: track.title ?? "", size: file.size))
      state.tracks.append(
        SyncedTrack(
          track: track.id, uuid: track.uuid, status: .synced, file: file, source: track.file,
          audioHash: track.audioHash, place: path))
    }
    return (snapshot, state)
  }

  func planner(
    _ library: SyncLibraryContents, _ snapshot: DeviceSnapshot, _ state: SyncState,
    _ options: DeviceOptions = DeviceOptions()
  ) -> SyncPlanner {
    let device = Device(
      id: DeviceID(1), uuid: "d", name: "Stick", address: .folder(FilePath("/s")),
      options: options, lastSync: 1_700_000_000)
    return SyncPlanner(device, library, snapshot, state, now: 1_800_000_000, syncID: "new")
  }

  @Test("plays that wait keep no name from a new file, those of this sync do")
  func namesOfPlays() {
    let library = library(1)
    var snapshot = DeviceSnapshot()
    func target() -> FilePath? {
      plan(library, snapshot).items.lazy.compactMap { item in
        if case .copy(_, let target) = item.action { target } else { nil }
      }.first
    }
    let free = target()
    snapshot.plays = [DevicePlay(path: free, time: nil)]
    #expect(target() != free)
    snapshot.waitingPlays = 1
    #expect(free != nil && target() == free)
  }

  func plan(
    _ library: SyncLibraryContents, _ snapshot: DeviceSnapshot, _ state: SyncState = SyncState(),
    options: DeviceOptions = DeviceOptions()
  ) -> SyncPlan {
    planner(library, snapshot, state, options).plan().plan
  }

  func unknownFiles(
    _ library: SyncLibraryContents, _ snapshot: DeviceSnapshot, _ state: SyncState = SyncState()
  ) -> [DeviceFile] {
    planner(library, snapshot, state).unknownFiles
  }

  @Test("what is unchanged has an empty plan and needs no facts")
  func unchanged() {
    let library = library(5)
    let (snapshot, state) = synced(library)
    #expect(plan(library, snapshot, state).items == [])
    #expect(unknownFiles(library, snapshot, state) == [])
  }

  @Test("a file that is there under another name is adopted and not copied")
  func adoption() {
    let library = library(1)
    var snapshot = DeviceSnapshot()
    let file = DeviceFile(path: FilePath("x.mp3"), size: 1, modified: 1)
    snapshot.files = [file]
    #expect(unknownFiles(library, snapshot) == [file])
    snapshot.facts[file.path] = DeviceFileFacts(audioHash: 1)
    let items = plan(library, snapshot).items
    #expect(
      items.map(\.action) == [.adopt(track: TrackID(1), uuid: "uuid-1", file: file)])
  }

  @Test("a file that nothing proves to be the same is left alone, and ours gets a number")
  func unproven() {
    let library = library(1)
    var snapshot = DeviceSnapshot()
    snapshot.files = [DeviceFile(path: FilePath("A/B/Song 1.mp3"), size: 1, modified: 1)]
    snapshot.facts[FilePath("A/B/Song 1.mp3")] = DeviceFileFacts(audioHash: 99)
    let plan = plan(library, snapshot)
    #expect(
      plan.items.contains {
        $0.action == .copy(track: TrackID(1), to: FilePath("A/B/Song 1 (2).mp3"))
      })
    #expect(plan.items.contains { $0.action == .take(file: snapshot.files[0]) && !$0.isIncluded })
  }

  @Test("a sound that several files on the device have is left alone and named")
  func ambiguous() {
    let library = library(1)
    var snapshot = DeviceSnapshot()
    for name in ["x.mp3", "y.mp3"] {
      snapshot.files.append(DeviceFile(path: FilePath(name), size: 1, modified: 1))
      snapshot.facts[FilePath(name)] = DeviceFileFacts(audioHash: 1)
    }
    let plan = plan(library, snapshot)
    #expect(plan.items == [])
    #expect(plan.notes.map(\.name) == ["A – Song 1"])
  }

  @Test("one sound is copied once")
  func duplicates() {
    var library = library(2)
    library.tracks[1].audioHash = 1
    #expect(plan(library, DeviceSnapshot()).totals.copied == 1)
  }

  @Test("a limit takes the first of the chosen, and the rest has no room")
  func limit() {
    var options = DeviceOptions()
    options.limit = 10_100_000
    let plan = plan(library(5), DeviceSnapshot(), options: options)
    #expect(plan.totals.copied == 2)
    #expect(plan.notes.map(\.reason) == Array(repeating: "has no room", count: 3))
  }

  @Test("a reserve stays free on the device, and songs that are there stay, too")
  func room() {
    var (snapshot, state) = synced(library(3))
    snapshot.free = 22_000_000
    #expect(plan(library(5), snapshot, state).totals.copied == 1)
    snapshot.free = 0
    let full = plan(library(5), snapshot, state)
    #expect(full.items == [] && full.notes.count == 2)
    state.tracks = []
    #expect(full.totals.removed == 0)
  }

  @Test("a file that the user removed from the device is not copied again")
  func exclusion() {
    let library = library(30)
    var (snapshot, state) = synced(library)
    snapshot.files.removeFirst()
    #expect(
      plan(library, snapshot, state).items.map(\.action)
        == [.exclude(track: TrackID(1), uuid: "uuid-1")])
    state.tracks[0].status = .excluded
    snapshot.contents.tracks.removeFirst()
    #expect(plan(library, snapshot, state).items == [])
    // Most at once are rather a folder that could not be read.
    snapshot.files = []
    #expect(plan(library, snapshot, state).isEmpty)
  }

  @Test(
    "what is no longer chosen goes, but never a file that no sync has written or that has changed")
  func removal() {
    var library = library(10)
    var (snapshot, state) = synced(library)
    snapshot.files.append(DeviceFile(path: FilePath("own.mp3"), size: 3, modified: 3))
    library.chosen.removeFirst(2)
    snapshot.files[1].size += 1
    let plan = plan(library, snapshot, state)
    #expect(plan.totals.removed == 1 && !plan.removesMuch)
    library.chosen = []
    #expect(self.plan(library, snapshot, state).removesMuch)
    #expect(self.plan(library, snapshot, state).totals.removed == 9)
    // A track that the library has no longer goes as well.
    library.tracks = []
    state.tracks.removeLast()
    #expect(self.plan(library, snapshot, state).totals.removed == 8)
  }

  @Test("a template moves files only where a rename is cheap, and one renamed by hand not at all")
  func template() {
    let library = library(2)
    var (snapshot, state) = synced(library)
    let found = DeviceFile(
      path: FilePath("by hand.mp3"), size: snapshot.files[0].size, modified: 7)
    snapshot.files[0] = found
    #expect(
      plan(library, snapshot, state).items.map(\.action)
        == [.adopt(track: TrackID(1), uuid: "uuid-1", file: found)])
    var options = DeviceOptions()
    options.template = "{Title}"
    #expect(plan(library, snapshot, state, options: options).totals.moved == 2)
    snapshot.abilities.renamesCheaply = false
    #expect(plan(library, snapshot, state, options: options).totals.moved == 0)
    options.template = "{Nothing"
    #expect(plan(library, snapshot, state, options: options).notes.count == 1)
    state.tracks[1].conversion = ConversionRule(codec: .opus, bitRate: nil)
    #expect(plan(library, snapshot, state).totals.replaced == 1)
  }

  @Test("a list that has lost most of its songs there is not believed unasked")
  func guardedList() {
    var library = library(12)
    var (snapshot, state) = synced(library)
    let ids = library.tracks.map(\.uuid)
    library.playlists = [
      SyncPlaylist(id: PlaylistID(1), name: "L", tracks: library.tracks.map(\.id))
    ]
    snapshot.contents.playlists = [DevicePlaylist(id: "l", name: "L", tracks: ids)]
    state.playlists = [
      SyncedPlaylist(
        id: PlaylistID(1), deviceID: "l", name: "L", ours: library.tracks.map(\.id), theirs: ids)
    ]
    #expect(plan(library, snapshot, state).items == [])
    snapshot.contents.playlists[0].tracks.removeLast(2)
    let small = plan(library, snapshot, state).items
    #expect(small.count == 1 && small[0].isIncluded)
    snapshot.contents.playlists[0].tracks = []
    let large = plan(library, snapshot, state).items
    #expect(large.count == 1 && !large[0].isIncluded)
    // Deleted here: it goes there.
    library.playlists = []
    snapshot.contents.playlists[0].tracks = ids
    let deleted = plan(library, snapshot, state)
    #expect(deleted.totals.playlistsThere == 1)
    // Deleted there: it stays here and is said.
    snapshot.contents.playlists = []
    library.playlists = [SyncPlaylist(id: PlaylistID(1), name: "L", tracks: [TrackID(1)])]
    #expect(plan(library, snapshot, state).items == [])
    #expect(plan(library, snapshot, state).notes.count == 1)
  }

  @Test("a list with repetitions keeps them here although the device cannot have them")
  func repetitions() {
    var library = library(2)
    let (snapshot, state) = synced(library)
    let tracks = [TrackID(1), TrackID(2), TrackID(1)]
    library.playlists = [SyncPlaylist(id: PlaylistID(1), name: "L", tracks: tracks)]
    let items = plan(library, snapshot, state).items
    guard case .playlist(let list) = items.first?.action else {
      Issue.record("no playlist")
      return
    }
    #expect(list.here == nil && list.there?.tracks == ["uuid-1", "uuid-2"])
  }
}

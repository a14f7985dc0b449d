import Music
import Sync
import Testing

// What a file is when names, sounds and rows speak for several tracks.

extension PlanTests {
  private func path(_ number: Int) -> FilePath { FilePath("A/B/Song \(number).mp3") }

  /// Renames the file of the first track by hand.
  private func renameFirst(_ snapshot: inout DeviceSnapshot, withRow: Bool) -> DeviceFile {
    snapshot.files[0].path = FilePath("by hand.mp3")
    if withRow { snapshot.contents.tracks[0].path = FilePath("by hand.mp3") }
    snapshot.facts[FilePath("by hand.mp3")] = DeviceFileFacts(audioHash: 1)
    return snapshot.files[0]
  }

  @Test("a song is copied where another one of its sound goes, and its lists name the new one")
  func successor() {
    var library = library(2)
    library.tracks[1].audioHash = 1
    var (snapshot, state) = synced(library)
    snapshot.files.removeLast()
    snapshot.contents.tracks.removeLast()
    state.tracks.removeLast()
    #expect(plan(library, snapshot, state).items == [])
    library.chosen.removeFirst()
    snapshot.contents.playlists = [DevicePlaylist(id: "l", name: "L", tracks: ["uuid-1"])]
    let items = plan(library, snapshot, state).items
    #expect(
      items.prefix(2).map(\.action) == [
        .copy(track: TrackID(2), to: path(2)), .remove(uuid: "uuid-1", file: snapshot.files[0]),
      ])
    guard case .playlist(let list) = items.last?.action else {
      Issue.record("no playlist")
      return
    }
    #expect(list.there?.tracks == ["uuid-2"] && list.here?.after == [TrackID(2)])
  }

  @Test("a file that was renamed there with its row goes once its sound is known")
  func renamedRemoval() {
    var library = library(3)
    var (snapshot, state) = synced(library)
    let file = renameFirst(&snapshot, withRow: true)
    library.chosen.removeFirst()
    #expect(unknownFiles(library, snapshot, state) == [file])
    #expect(
      plan(library, snapshot, state).items.map(\.action) == [.remove(uuid: "uuid-1", file: file)])
    snapshot.facts = [:]
    #expect(plan(library, snapshot, state).items == [])
  }

  @Test("plays that a log tells of an old name stay with their song, and nobody else gets the name")
  func reservedName() {
    var library = library(2)
    library.tracks[1].title = "Song 1"
    var (snapshot, state) = synced(library)
    snapshot.files.removeLast()
    snapshot.contents.tracks.removeLast()
    state.tracks.removeLast()
    _ = renameFirst(&snapshot, withRow: true)
    snapshot.plays = [DevicePlay(path: path(1), time: nil)]
    let items = plan(library, snapshot, state).items
    #expect(
      items.contains { $0.action == .copy(track: TrackID(2), to: FilePath("A/B/Song 1 (2).mp3")) })
    let heard = items.compactMap { item -> TrackID? in
      guard case .marks(let marks) = item.action else { return nil }
      return marks.here?.track
    }
    #expect(heard == [TrackID(1)])
    // Another file has the name by now: it is the one that was heard.
    snapshot.files.append(DeviceFile(path: path(1), size: 5_000_000, modified: 9))
    snapshot.facts[path(1)] = DeviceFileFacts(audioHash: 2)
    let later = plan(library, snapshot, state).items.compactMap { item -> TrackID? in
      guard case .marks(let marks) = item.action else { return nil }
      return marks.here?.track
    }
    #expect(later == [TrackID(2)])
  }

  @Test(
    "another song's file under a known name is that song's",
    arguments: [SyncedTrack.Status.synced, .excluded])
  func takenName(status: SyncedTrack.Status) {
    let library = library(2)
    var (snapshot, state) = synced(library)
    state.tracks[0].status = status
    state.tracks.removeLast()
    snapshot.contents.tracks = []
    snapshot.files = [DeviceFile(path: path(1), size: 3, modified: 9)]
    snapshot.facts[path(1)] = DeviceFileFacts(audioHash: 2)
    let plan = plan(library, snapshot, state)
    let adopted = SyncAction.adopt(track: TrackID(2), uuid: "uuid-2", file: snapshot.files[0])
    let excluded = SyncAction.exclude(track: TrackID(1), uuid: "uuid-1")
    #expect(plan.items.map(\.action) == (status == .synced ? [adopted, excluded] : [adopted]))
    #expect(plan.notes == [])
  }

  @Test("a file that is as a sync wrote it is not that of a song that had its name before")
  func orphanFirst() {
    var library = library(2)
    var (snapshot, state) = synced(library)
    library.tracks.removeLast()
    library.chosen.removeLast()
    state.tracks[0].file.modified = 1
    state.tracks[1].file.path = path(1)
    snapshot.files = [state.tracks[1].file]
    let actions = plan(library, snapshot, state).items.map(\.action)
    #expect(actions.contains(.remove(uuid: "uuid-2", file: snapshot.files[0])))
  }

  @Test("the row of another song is not taken over with the name of its file")
  func foreignRow() {
    let library = library(2)
    var (snapshot, state) = synced(library)
    state.tracks.removeLast()
    snapshot.contents.tracks.removeLast()
    let first = renameFirst(&snapshot, withRow: false)
    snapshot.files[1] = DeviceFile(path: path(1), size: 5_000_000, modified: 9_000_000_000)
    snapshot.facts[path(1)] = DeviceFileFacts(audioHash: 2)
    #expect(
      plan(library, snapshot, state).items.map(\.action) == [
        .adopt(track: TrackID(1), uuid: "uuid-1", file: first),
        .adopt(track: TrackID(2), uuid: "uuid-2", file: snapshot.files[1]),
      ])
  }

  @Test("the row of a song that left the library is not that of another one of its sound")
  func orphanRow() {
    var library = library(2)
    library.tracks[1].audioHash = 1
    var (snapshot, state) = synced(library)
    library.tracks.removeFirst()
    library.chosen.removeFirst()
    state.tracks.removeLast()
    snapshot.contents.tracks.removeLast()
    snapshot.contents.tracks[0].marks.plays = 7
    snapshot.files[0].size += 1
    for file in snapshot.files { snapshot.facts[file.path] = DeviceFileFacts(audioHash: 1) }
    let plan = plan(library, snapshot, state)
    #expect(
      plan.items.map(\.action)
        == [.adopt(track: TrackID(2), uuid: "uuid-2", file: snapshot.files[1])])
    #expect(plan.notes.map(\.reason) == ["was changed on the device and is not removed"])
  }

  @Test("a copy of the user's is not taken for a file that was replaced and is gone")
  func leftover() {
    let library = library(1)
    var (snapshot, state) = synced(library)
    var gone = state.tracks[0]
    (gone.track, gone.uuid, gone.status) = (TrackID(0), "gone", .copied)
    (gone.file.path, gone.file.modified) = (path(9), 3)
    state.tracks.append(gone)
    snapshot.files.append(DeviceFile(path: FilePath("copy.mp3"), size: 5_000_000, modified: 8))
    snapshot.facts[FilePath("copy.mp3")] = DeviceFileFacts(audioHash: 1)
    #expect(plan(library, snapshot, state).notes == [])
    // The same file under another name is the one that is to go.
    snapshot.files[1].modified = 3
    #expect(plan(library, snapshot, state).totals.removed == 1)
  }
}

import Music
import Sync
import Testing

private let edges: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 60, .max - 1, .max]

@Suite("Hostile numbers of devices")
struct HostileTests {
  @Test("no size, time or count traps", arguments: edges, edges)
  func numbers(first: Int64, second: Int64) {
    var library = SyncLibraryContents()
    var (snapshot, state) = (DeviceSnapshot(), SyncState())
    (snapshot.contents.syncID, state.syncID) = ("old", "old")
    (snapshot.free, snapshot.capacity) = (first, second)
    (snapshot.abilities.timeStep, snapshot.abilities.names) = (first, .fat)
    snapshot.abilities.largestFile = second
    for number in Int64(1)...8 {
      library.tracks.append(
        SyncTrack(
          id: TrackID(number), uuid: "u\(number)", path: FilePath("/l/\(number).mp3"),
          file: FileStamp(size: 9, modified: number), audioHash: number, title: "\(number)",
          duration: 3, codec: "mp3"))
      if number % 4 > 0 { library.chosen.append(TrackID(number)) }
      let path = FilePath("\(number).mp3")
      let file = DeviceFile(path: path, size: first, modified: second)
      snapshot.files.append(file)
      let marks = DeviceMarks(plays: Int(first), lastPlayed: second, rating: Int(second))
      let known = DeviceMarks(plays: Int(second), lastPlayed: first, rating: Int(first))
      snapshot.contents.tracks.append(
        DeviceTrack(
          id: "u\(number)", path: path, title: "t", duration: Double(first), size: first,
          modified: second, marks: marks, created: first, updated: second))
      snapshot.plays.append(DevicePlay(path: path, time: first))
      guard number % 3 > 0 else { continue }
      state.tracks.append(
        SyncedTrack(
          track: TrackID(number), uuid: "u\(number)", status: .synced,
          file: DeviceFile(path: path, size: first, modified: number % 2 == 0 ? second : first),
          source: FileStamp(size: 9, modified: number % 2), audioHash: number, theirs: known))
    }
    for number in 0..<4 {
      let file = DeviceFile(path: FilePath("new \(number)"), size: first, modified: 1)
      snapshot.files.append(file)
      snapshot.facts[file.path] = DeviceFileFacts(title: "n", duration: Double(second))
    }
    snapshot.contents.playlists = [
      DevicePlaylist(id: "l", name: "L", tracks: ["u1"], created: first, updated: second)
    ]
    library.playlists = [
      SyncPlaylist(id: PlaylistID(1), name: "L", tracks: [TrackID(2)], modified: first)
    ]
    var options = DeviceOptions()
    options.limit = second
    let device = Device(
      id: DeviceID(1), uuid: "d", name: "Stick", address: .folder(FilePath("/s")),
      options: options, lastSync: 1_700_000_000, speed: 1)
    let planner = SyncPlanner(device, library, snapshot, state, now: 1_800_000_000, syncID: "new")
    #expect(planner.unknownFiles.count >= 4)
    var plan = planner.plan().plan
    for index in plan.items.indices { plan.items[index].isIncluded = true }
    #expect(plan.freeAfter ?? -1 >= 0)
    #expect(plan.seconds ?? -1 >= 0)
    var progress = SyncProgress(phase: .copying)
    (progress.bytesDone, progress.bytesTotal, progress.speed) = (first, second, 1)
    #expect(progress.secondsLeft ?? 0 >= 0)
    var report = SyncReport(deviceName: "Stick")
    (report.copied, report.taken, report.playlistsHere) = (Int(first), Int(second), 1)
    #expect(!report.isEmpty)
  }
}

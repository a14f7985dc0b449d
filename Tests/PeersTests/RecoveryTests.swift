import Music
import Peers
import Sync
import Synchronization
import Testing

@Suite("Syncs with a folder that were cut")
struct RecoveryTests {
  private static let log = ".rockbox/playback.log"

  private func run(_ device: TestDevice, _ side: NotedSide) -> SyncRun {
    let setup = device.setup {
      $0.facts = { path in
        path.contents.map { DeviceFileFacts(audioHash: Int64($0.count), title: path.stem) }
      }
    }
    let peer = ReopenedPeer { () async throws(PeerError) in
      var setup = setup
      if let logs = side.logs { setup.logs = DeviceLogState(text: logs) }
      return FolderPeer(setup)
    }
    var options = DeviceOptions()
    options.template = "A/{Title}"
    return SyncRun(
      Device(
        id: DeviceID(1), uuid: device.identity.uuid, name: "Stick", address: .folder(device.root),
        options: options), peer: peer, side: side, now: { TestDevice.now })
  }

  private func sync(_ device: TestDevice, _ side: NotedSide) async throws -> SyncOutcome {
    let run = run(device, side)
    let plan = try await run.prepare { _ in }
    let outcome = await run.carryOut(plan) { _ in }
    await run.close()
    return outcome
  }

  @Test("plays of a log are counted once by a sync that ends one that was cut")
  func logsOfCutSync() async throws {
    let device = try await TestDevice()
    let source = device.here.path.at("a.mp3")
    source.write(sound(500))
    let side = NotedSide(source)
    #expect(try await sync(device, side).report.copied == 1)
    #expect(device.music.at("A/a.mp3").contents == sound(500))
    device.root.at(Self.log).write(
      (Int64(0)..<3).map { "\(TestDevice.now - 5_000 + $0 * 500):200000:200000:/Music/A/a.mp3\n" }
        .joined())
    side.failsCommits(true)
    #expect(try await sync(device, side).error != nil)
    side.failsCommits(false)
    #expect(try await sync(device, side).error == nil)
    #expect(side.plays == 3)
    #expect(try await sync(device, side).error == nil)
    #expect(side.plays == 3)
  }

  @Test("plays of a song that is taken are counted once, by the sync after that")
  func logsOfTakenSong() async throws {
    let device = try await TestDevice()
    let source = device.here.path.at("a.mp3")
    source.write(sound(500))
    let side = NotedSide(source)
    device.music.at("Rec/new.mp3").write(sound(300))
    device.root.at(Self.log).write(
      "\(TestDevice.now - 5_000):200000:200000:/Music/Rec/new.mp3\n")
    let run = run(device, side)
    var plan = try await run.prepare { _ in }
    for index in plan.items.indices { plan.items[index].isIncluded = true }
    #expect(await run.carryOut(plan) { _ in }.report.taken == 1)
    side.add(FilePath("/library/new.mp3"), title: "new", size: 300)
    #expect(await run.adoptTaken { _ in }.error == nil)
    await run.close()
    #expect(side.plays == 0)
    for _ in 0..<2 {
      #expect(try await sync(device, side).error == nil)
      #expect(side.plays == 1)
    }
  }
}

/// A library in memory that keeps how far logs are counted.
private final class NotedSide: SyncSide {
  private struct Contents {
    var tracks: [SyncTrack] = []
    var state = SyncState()
    var logs: String?
    var failsCommits = false
  }

  private let kept = Mutex(Contents())

  init(_ source: FilePath) { add(source, title: "a", size: 500) }

  func add(_ path: FilePath, title: String, size: Int64) {
    kept.withLock { kept in
      let number = Int64(kept.tracks.count + 1)
      kept.tracks.append(
        SyncTrack(
          id: TrackID(number), uuid: "uuid-\(number)", path: path,
          file: FileStamp(size: size, modified: 1), audioHash: size, title: title, duration: 200,
          codec: "mp3"))
    }
  }

  var logs: String? { kept.withLock { $0.logs } }
  var plays: Int { kept.withLock { $0.tracks.map(\.marks.plays).reduce(0, +) } }
  func failsCommits(_ fails: Bool) { kept.withLock { $0.failsCommits = fails } }

  func contents() async throws(SyncError) -> SyncLibraryContents {
    kept.withLock { kept in
      var contents = SyncLibraryContents()
      contents.tracks = kept.tracks
      contents.chosen = kept.tracks.map(\.id)
      return contents
    }
  }

  func state(
    sharing sharedPath: @escaping @Sendable (FilePath) -> FilePath
  ) async throws(SyncError) -> SyncState { kept.withLock { $0.state } }

  func keep(_ tracks: [SyncedTrack]) async throws(SyncError) {
    kept.withLock { kept in
      let new = Set(tracks.map(\.uuid))
      kept.state.tracks = kept.state.tracks.filter { !new.contains($0.uuid) } + tracks
    }
  }

  func keep(_ journal: LibraryCommit?) async throws(SyncError) {
    kept.withLock { $0.state.journal = journal }
  }

  func commit(_ commit: LibraryCommit) async throws(SyncError) {
    if kept.withLock({ $0.failsCommits }) { throw .library("cut") }
    try await keep(commit.syncedTracks)
    kept.withLock { kept in
      for change in commit.marks {
        guard let index = kept.tracks.firstIndex(where: { $0.id == change.track }) else { continue }
        kept.tracks[index].marks.plays += change.plays
        kept.tracks[index].marks.lastPlayed = change.after.lastPlayed
      }
      (kept.state.syncID, kept.state.journal) = (commit.syncID, nil)
      if let logs = commit.logs { kept.logs = logs }
    }
  }

  func file(of track: SyncTrack, _ rule: ConversionRule?) async throws(SyncError) -> SyncSource {
    SyncSource(path: track.path, stamp: track.file)
  }

  func freePath(for file: DeviceFile) async throws(SyncError) -> FilePath {
    guard let folder = kept.withLock({ $0.tracks.first?.path.parent }) else {
      throw .library("no folder")
    }
    return folder.appending("taken.mp3")
  }
}

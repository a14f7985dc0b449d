import Music
import Sync
import Synchronization
import Testing

@Suite("Runs of syncs")
struct RunTests {
  /// A library of tracks that are chosen, and an empty device.
  private func world(_ count: Int64, size: Int64 = 1_000) -> World {
    let world = World()
    world.with { state in
      for number in 1...count {
        let id = TrackID(number)
        state.tracks[id] = SyncTrack(
          id: id, uuid: "uuid-\(number)", path: FilePath("/library/\(number).flac"),
          file: FileStamp(size: size + number, modified: number), fingerprint: number,
          title: "Song \(number)", duration: Double(number), codec: "flac", isLossless: true)
        state.isChosen.insert(id)
      }
      state.next = 1_000
    }
    return world
  }

  private func run(
    _ world: World, side: (any SyncSide)? = nil, peer: (any Peer)? = nil,
    options: DeviceOptions = DeviceOptions()
  ) -> SyncRun {
    let last = world.with { $0.kept.syncID == nil ? nil : $0.clock }
    var options = options
    if options.template == DeviceOptions.defaultTemplate { options.template = "{Title}" }
    return SyncRun(
      Device(
        id: DeviceID(1), uuid: "d", name: "Stick", address: .folder(FilePath("/s")),
        options: options, lastSync: last), peer: peer ?? MemoryPeer(world: world),
      side: side ?? MemorySide(world: world), now: { world.with { $0.clock } },
      newID: { "sync-\(world.with { $0.number() })" })
  }

  private func sync(
    _ world: World, side: (any SyncSide)? = nil, options: DeviceOptions = DeviceOptions(),
    edit: (inout SyncPlan) -> Void = { _ in }
  ) async throws -> SyncOutcome {
    let run = run(world, side: side, options: options)
    var plan = try await run.prepare { _ in }
    edit(&plan)
    let outcome = await run.carryOut(plan) { _ in }
    await run.close()
    return outcome
  }

  private static var converting: DeviceOptions {
    var options = DeviceOptions()
    options.conversion = ConversionRule(codec: .opus, bitRate: 128_000)
    return options
  }

  private static func cancel() { withUnsafeCurrentTask { $0?.cancel() } }

  /// The body in a task of its own, so that it can be cancelled.
  private func inTask<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await Task { try await body() }.value
  }

  // MARK: Ends that come too early

  @Test("what was copied before a cancellation is kept, and the next sync copies the rest")
  func cancelledCopying() async throws {
    let world = world(5)
    let sent = Counter()
    world.with { $0.meanwhile = { _ in if sent.next() == 3 { RunTests.cancel() } } }
    let outcome = try await inTask { try await sync(world) }
    #expect(outcome.error == .cancelled && outcome.report.wasCancelled)
    #expect(outcome.report.copied == 3)
    world.with { state in
      #expect(state.kept.tracks.count == 3 && state.unflushed.isEmpty)
      #expect(state.contents.tracks.isEmpty && state.contents.syncID == nil)
      state.meanwhile = nil
    }
    let rest = try await sync(world)
    #expect(rest.error == nil && rest.report.copied == 2)
    #expect(world.with { $0.contents.tracks.count } == 5)
  }

  @Test(
    "a cancellation between phases changes no database",
    arguments: [SyncProgress.Phase.reading, .planning, .finishing])
  func cancelledPhases(phase: SyncProgress.Phase) async throws {
    let world = world(3)
    let outcome = try? await inTask {
      let run = run(world)
      let plan = try await run.prepare { if $0.phase == phase { RunTests.cancel() } }
      let outcome = await run.carryOut(plan) { if $0.phase == phase { RunTests.cancel() } }
      await run.close()
      return outcome
    }
    #expect(outcome?.error == (phase == .finishing ? .cancelled : nil))
    world.with { state in
      #expect(state.contents.syncID == nil && state.kept.syncID == nil)
      #expect(state.kept.journal == nil)
      #expect(state.kept.tracks.count == (phase == .finishing ? 3 : 0))
    }
  }

  @Test("what was copied before the device is full stays, and the report names the rest")
  func full() async throws {
    let world = world(5)
    let sent = Counter()
    world.with { state in
      state.free = 1_000_000_000
      state.meanwhile = { if sent.next() == 3 { $0.free = 0 } }
    }
    let outcome = try await sync(world)
    #expect(outcome.error == nil && outcome.report.copied == 2)
    #expect(outcome.report.left.map(\.name) == ["Song 3", "Song 4", "Song 5"])
    #expect(outcome.report.left.allSatisfy { $0.reason.contains("is full") })
    world.with { state in
      #expect(state.contents.tracks.count == 2 && state.files.count == 2)
      #expect(state.kept.tracks.map(\.status) == [.synced, .synced])
    }
  }

  @Test("a file that another has replaced is removed by the next sync where this one was cut")
  func replacedLeftover() async throws {
    let world = world(2)
    _ = try await sync(world)
    let options = RunTests.converting
    // Both are copied and kept, and then everything ends.
    let outcome = try await inTask {
      let run = run(world, options: options)
      let plan = try await run.prepare { _ in }
      #expect(plan.totals.replaced == 2)
      let outcome = await run.carryOut(plan) { if $0.phase == .finishing { RunTests.cancel() } }
      await run.close()
      return outcome
    }
    #expect(outcome.error == .cancelled)
    #expect(world.with { $0.files.count } == 4)
    let next = try await sync(world, options: options)
    #expect(next.error == nil && next.report.removed == 2)
    world.with { state in
      #expect(state.files.keys.map(\.fileExtension) == ["opus", "opus"])
      #expect(state.kept.tracks.count == 2)
    }
  }

  // MARK: Sources

  @Test("the next file is converted beside the copying of the present one", .timeLimit(.minutes(1)))
  func overlap() async throws {
    let world = world(2)
    let side = ConvertingSide(world: world)
    let run = run(world, side: side, peer: WaitingPeer(world: world, side: side))
    let plan = try await run.prepare { _ in }
    // The first copy does not end before the second file is asked for.
    let outcome = await run.carryOut(plan) { _ in }
    #expect(outcome.error == nil && outcome.report.copied == 2)
  }

  @Test("a source that cannot be converted is copied as it is and named, and not tried each time")
  func unconverted() async throws {
    let world = world(2)
    let options = RunTests.converting
    let side = ConvertingSide(world: world, failing: [FilePath("/library/2.flac")])
    let outcome = try await sync(world, side: side, options: options)
    #expect(outcome.error == nil && outcome.report.copied == 2)
    #expect(
      outcome.report.left
        == [SyncNote(name: "Song 2", reason: "cannot be decoded: it was copied as it is")])
    world.with { state in
      #expect(state.files.keys.map(\.text).sorted() == ["Song 1.opus", "Song 2.flac"])
      #expect(state.contents.tracks.map(\.path.text) == ["Song 1.opus", "Song 2.flac"])
    }
    let run = run(world, side: side, options: options)
    #expect(try await run.prepare { _ in }.items == [])
    // A file that has changed is tried again, and leaves nothing of the old one.
    world.with { $0.tracks[TrackID(2)]?.file.modified += 1 }
    let again = try await sync(world, side: ConvertingSide(world: world), options: options)
    #expect(again.report.replaced == 1 && again.report.left == [])
    #expect(world.with { $0.files.keys.map(\.text).sorted() } == ["Song 1.opus", "Song 2.opus"])
  }

  // MARK: Taking, and bringing back

  @Test("a song of the device comes into the library only where the user asks")
  func taking() async throws {
    let world = world(1)
    world.with { state in
      state.files[FilePath("Theirs.mp3")] = World.File(
        content: World.Sound(sound: 77, title: "Theirs", size: 5), modified: 9)
    }
    let first = try await sync(world)
    #expect(first.report.taken == 0 && world.with { $0.tracks.count } == 1)
    let second = try await sync(world) { plan in
      for index in plan.items.indices { plan.items[index].isIncluded = true }
    }
    #expect(second.error == nil && second.report.taken == 1 && second.report.bytes == 5)
    #expect(world.with { $0.tracks.values.contains { $0.title == "Theirs" } })
    #expect(world.with { $0.files.count } == 2)
  }

  @Test("an excluded song is copied again once its row of the state is dropped")
  func bringBack() async throws {
    let world = world(3)
    _ = try await sync(world)
    let path = FilePath("Song 2.flac")
    let file = world.with { $0.files.removeValue(forKey: path) }
    _ = try await sync(world)
    #expect(world.with { $0.kept.tracks.filter { $0.status == .excluded }.count } == 1)
    #expect(try await sync(world).report.copied == 0)
    world.with { $0.kept.tracks.removeAll { $0.status == .excluded } }
    #expect(try await sync(world).report.copied == 1)
    #expect(world.with { $0.contents.tracks.count } == 3)
    // Or it is on the device again, whoever has put it there.
    world.with { $0.files[path] = nil }
    _ = try await sync(world)
    world.with { $0.files[path] = file }
    let adopted = try await sync(world)
    #expect(adopted.report.copied == 0)
    #expect(world.with { $0.kept.tracks.allSatisfy { $0.status == .synced } })
    #expect(world.with { $0.contents.tracks.count } == 3)
  }

  @Test("marks alone leave the path of a row as the device has it")
  func renamedRow() async throws {
    let world = world(1)
    _ = try await sync(world)
    let path = FilePath("By hand.flac")
    world.with { state in
      state.files[path] = state.files.removeValue(forKey: FilePath("Song 1.flac"))
      state.contents.tracks[0].path = path
      state.tracks[TrackID(1)]?.marks.plays = 3
    }
    _ = try await sync(world) { plan in
      for index in plan.items.indices {
        if case .adopt = plan.items[index].action { plan.items[index].isIncluded = false }
      }
    }
    world.with { state in
      #expect(state.contents.tracks[0].path == path && state.contents.tracks[0].marks.plays == 3)
    }
  }

  @Test(
    "plays that a log tells of a file that no sync has written are counted once",
    arguments: [true, false])
  func heardByHand(isAdopted: Bool) async throws {
    let world = world(1)
    world.with { state in
      state.files[FilePath("By hand.flac")] = World.File(
        content: World.Sound(sound: 1, title: "Song 1", size: 1_001), modified: 9)
      state.log = [DevicePlay(path: FilePath("By hand.flac"), time: nil)]
      state.tracks[TrackID(1)]?.marks.plays = 4
    }
    _ = try await sync(world) { plan in
      for index in plan.items.indices {
        if case .adopt = plan.items[index].action { plan.items[index].isIncluded = isAdopted }
      }
    }
    _ = try await sync(world)
    world.with { state in
      #expect(state.tracks[TrackID(1)]?.marks.plays == 5)
      #expect(state.contents.tracks.map(\.marks.plays) == [5])
    }
    #expect(try await run(world).prepare { _ in }.items == [])
  }

  // MARK: Faults of the medium

  @Test("a copy that is damaged on its way is named, and copied again", arguments: [false, true])
  func damaged(isReplaced: Bool) async throws {
    let world = world(2)
    if isReplaced {
      _ = try await sync(world)
      world.with { state in
        state.tracks[TrackID(1)]?.file = FileStamp(size: 7_000, modified: 99)
        // Heard there meanwhile: the row of the state is written for it.
        state.contents.tracks[0].marks.plays += 1
      }
    }
    world.with { $0.damaged = [FilePath("Song 1.flac")] }
    let outcome = try await sync(world)
    #expect(outcome.error == nil && outcome.report.copied == (isReplaced ? 0 : 1))
    #expect(outcome.report.replaced == 0)
    #expect(outcome.report.left.map(\.name) == ["Song 1"])
    #expect(world.with { $0.files.count } == 1)
    let next = try await sync(world)
    #expect(next.report.copied == 1 && next.report.left == [])
    world.with { state in
      #expect(state.files.count == 2 && state.contents.tracks.count == 2)
      #expect(state.kept.tracks.allSatisfy { $0.status == .synced })
      #expect(state.tracks[TrackID(1)]?.marks.plays == (isReplaced ? 1 : 0))
    }
    #expect(try await run(world).prepare { _ in }.items == [])
  }

  @Test("a database that was read from its copy is written again, whatever else there is to do")
  func repaired() async throws {
    let world = world(2)
    _ = try await sync(world)
    world.with { $0.contents.isFromCopy = true }
    let plan = try await run(world).prepare { _ in }
    #expect(plan.items == [] && plan.repairsDatabase && !plan.isEmpty)
    let before = world.with { $0.contents.syncID }
    #expect(try await sync(world).error == nil)
    #expect(world.with { $0.contents.syncID } != before)
  }

  @Test("a sync that was cut is ended although another machine has synced with the device since")
  func recovered() async throws {
    let world = world(1)
    _ = try await sync(world)
    world.with { $0.contents.tracks[0].marks.plays = 3 }
    let cut = run(world)
    let plan = try await cut.prepare { _ in }
    // Ends between the device's half and the library's.
    world.with { state in
      state.fuse = 2
      state.endsAfterwards = false
    }
    #expect(await cut.carryOut(plan) { _ in }.error != nil)
    world.with { state in
      (state.isDead, state.fuse) = (false, nil)
      #expect(state.kept.journal != nil && state.contents.syncID == state.kept.journal?.syncID)
      state.contents.earlierSyncIDs = [state.contents.syncID ?? ""]
      state.contents.syncID = "of another machine"
      state.contents.tracks[0].marks.plays += 1
    }
    _ = try await sync(world)
    #expect(world.with { $0.tracks[TrackID(1)]?.marks.plays } == 4)
    #expect(world.with { $0.contents.tracks[0].marks.plays } == 4)
  }

  @Test("files that were taken are known at once, so that the next sync has nothing to do")
  func taken() async throws {
    let world = world(1)
    world.with { state in
      state.files[FilePath("New.mp3")] = World.File(
        content: World.Sound(sound: 50, title: "New", size: 50), modified: 9)
    }
    let run = run(world)
    var plan = try await run.prepare { _ in }
    for index in plan.items.indices { plan.items[index].isIncluded = true }
    #expect(await run.carryOut(plan) { _ in }.report.taken == 1)
    world.with { state in
      let new = state.tracks.values.first { $0.fingerprint == 50 }
      state.isChosen.insert(new?.id ?? TrackID(0))
    }
    #expect(await run.adoptTaken { _ in }.error == nil)
    await run.close()
    #expect(try await self.run(world).prepare { _ in }.items == [])
    #expect(world.with { $0.contents.tracks.count } == 2)
  }

  @Test("plays of songs that the library does not have are counted once it has them")
  func waitingPlays() async throws {
    let world = world(1)
    _ = try await sync(world)
    world.with { state in
      state.log = [DevicePlay(artist: "A", title: "Song 2", time: 1_700_000_000)]
      state.tracks[TrackID(1)]?.marks.rating = 3
    }
    let first = try await sync(world)
    #expect(first.report.left.count == 1)
    #expect(world.with { $0.logRead == 1 && $0.waiting.count == 1 })
    world.with { $0.tracks[TrackID(1)]?.marks.rating = 4 }
    #expect(try await sync(world).report.left == [])
    world.with { state in
      state.tracks[TrackID(2)] = SyncTrack(
        id: TrackID(2), uuid: "uuid-2", path: FilePath("/library/2.flac"),
        file: FileStamp(size: 2, modified: 2), fingerprint: 2, title: "Song 2", artist: "A",
        duration: 2, codec: "flac")
      state.isChosen.insert(TrackID(2))
    }
    _ = try await sync(world)
    #expect(world.with { $0.tracks[TrackID(2)]?.marks.plays } == 1)
    #expect(world.with { $0.waiting } == [])
    _ = try await sync(world)
    #expect(world.with { $0.tracks[TrackID(2)]?.marks.plays } == 1)
  }

  // MARK: Progress

  @Test("progress never goes back, whatever a device tells")
  func progress() async throws {
    let world = world(4)
    let told = Mutex<[SyncProgress]>([])
    let run = run(world)
    let plan = try await run.prepare { step in told.withLock { $0.append(step) } }
    _ = await run.carryOut(plan) { step in told.withLock { $0.append(step) } }
    let steps = told.withLock { $0 }
    let phases: [SyncProgress.Phase] = [.connecting, .reading, .planning, .copying, .finishing]
    let numbers = steps.compactMap { phases.firstIndex(of: $0.phase) }
    #expect(numbers == numbers.sorted() && Set(numbers).count == phases.count)
    let copying = steps.filter { $0.phase == .copying || $0.phase == .finishing }
    #expect(copying.map(\.bytesDone) == copying.map(\.bytesDone).sorted())
    #expect(copying.map(\.filesDone) == copying.map(\.filesDone).sorted())
    #expect(copying.last?.bytesDone == plan.totals.bytesThere)
    #expect(copying.last?.filesDone == 4)
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// A side that converts files, except for some.
private final class ConvertingSide: SyncSide {
  private let memory: MemorySide
  private let failing: Set<FilePath>
  private let asked = Mutex(0)

  init(world: World, failing: Set<FilePath> = []) {
    memory = MemorySide(world: world)
    self.failing = failing
  }

  /// How many files were asked for.
  var count: Int { asked.withLock { $0 } }

  func file(of track: SyncTrack, _ rule: ConversionRule?) async throws(SyncError) -> SyncSource {
    asked.withLock { $0 += 1 }
    if rule != nil, failing.contains(track.path) { throw .source("cannot be decoded") }
    return try await memory.file(of: track, rule)
  }

  func contents() async throws(SyncError) -> SyncLibraryContents { try await memory.contents() }
  func state() async throws(SyncError) -> SyncState { try await memory.state() }
  func keep(_ tracks: [SyncedTrack]) async throws(SyncError) { try await memory.keep(tracks) }
  func keep(_ journal: LibraryCommit?) async throws(SyncError) { try await memory.keep(journal) }
  func commit(_ commit: LibraryCommit) async throws(SyncError) { try await memory.commit(commit) }
  func place(for file: DeviceFile) async throws(SyncError) -> FilePath {
    try await memory.place(for: file)
  }
}

/// A device whose copies end only after the side was asked for all files.
private struct WaitingPeer: Peer {
  private let memory: MemoryPeer
  private let side: ConvertingSide

  init(world: World, side: ConvertingSide) {
    memory = MemoryPeer(world: world)
    self.side = side
  }

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    while side.count < 2 {
      if Task.isCancelled { throw .cancelled }
      await Task.yield()
    }
    return try await memory.send(transfer, progress)
  }

  func open() async throws(PeerError) { try await memory.open() }
  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot {
    try await memory.snapshot(progress)
  }
  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try await memory.facts(of: files)
  }
  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) { try await memory.fetch(file, to: target, progress) }
  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    try await memory.move(file, to: target)
  }
  func remove(_ file: DeviceFile) async throws(PeerError) { try await memory.remove(file) }
  func flush() async throws(PeerError) -> [PeerFileFault] { try await memory.flush() }
  func commit(_ commit: DeviceCommit) async throws(PeerError) { try await memory.commit(commit) }
  func close() async {}
}

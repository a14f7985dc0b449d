import Music
import Sync
import Synchronization
import Testing

@Suite("Runs of syncs")
struct RunTests {
  /// A library of tracks that are chosen, and an empty device.
  func world(_ count: Int64, size: Int64 = 1_000) -> World {
    let world = World()
    world.with { state in
      for number in 1...count {
        let id = TrackID(number)
        state.tracks[id] = SyncTrack(
          id: id, uuid: "uuid-\(number)", path: FilePath("/library/\(number).flac"),
          file: FileStamp(size: size + number, modified: number), audioHash: number,
          title: "Song \(number)", duration: Double(number), codec: "flac", isLossless: true)
        state.isChosen.insert(id)
      }
      state.next = 1_000
    }
    return world
  }

  func run(
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

  func sync(
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

  static var converting: DeviceOptions {
    var options = DeviceOptions()
    options.conversion = ConversionRule(codec: .opus, bitRate: 128_000)
    return options
  }

  static func cancel() { withUnsafeCurrentTask { $0?.cancel() } }

  /// The body in a task of its own, so that it can be cancelled.
  func inTask<Value: Sendable>(
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

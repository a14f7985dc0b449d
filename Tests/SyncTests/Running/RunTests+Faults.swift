import Music
import Sync
import Testing

extension RunTests {
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

  @Test(
    "a cut between the state and the removal of a damaged copy leaves it to be replaced",
    arguments: [false, true])
  func damagedAndCut(isReplaced: Bool) async throws {
    let world = world(2)
    if isReplaced {
      _ = try await sync(world)
      world.with { $0.tracks[TrackID(1)]?.file = FileStamp(size: 7_000, modified: 99) }
    }
    let path = FilePath("Song 1.flac")
    let cut = run(world, peer: StuckPeer(world: world))
    let plan = try await cut.prepare { _ in }
    world.with { $0.damaged = [path] }
    #expect(await cut.carryOut(plan) { _ in }.error == .peer(.gone))
    await cut.close()
    #expect(world.with { $0.files[path]?.content.sound } == -1)
    #expect(try await sync(world).report.replaced == 1)
    #expect(world.with { $0.files[path]?.content.sound } == 1)
    #expect(world.with { $0.files.count } == 2)
    #expect(try await run(world).prepare { _ in }.items == [])
  }

  @Test("a sync that was stopped reads nothing back")
  func stoppedUnverified() async throws {
    let world = world(3)
    let sent = Counter()
    world.with { state in
      state.damaged = [FilePath("Song 1.flac")]
      state.meanwhile = { _ in if sent.next() == 2 { RunTests.cancel() } }
    }
    let outcome = try await inTask { try await sync(world) }
    #expect(outcome.error == .cancelled && outcome.report.left == [])
    #expect(world.with { $0.kept.tracks.count } == 2)
  }

  @Test("a sync that is stopped while a batch is read back keeps the batch, and its damaged file")
  func stoppedInFlush() async throws {
    let world = world(2)
    world.with { $0.damaged = [FilePath("Song 1.flac")] }
    let peer = FlushingPeer(world: world) { verifying, memory in
      let faults = try await memory.flush(verifying: verifying)
      if verifying { RunTests.cancel() }
      return faults
    }
    let outcome = try await inTask {
      let run = run(world, peer: peer)
      let outcome = await run.carryOut(try await run.prepare { _ in }) { _ in }
      await run.close()
      return outcome
    }
    #expect(outcome.report.left.map(\.name) == ["Song 1"])
    #expect(world.with { $0.kept.tracks.count } == 2)
    _ = try await sync(world)
    #expect(world.with { $0.files[FilePath("Song 1.flac")]?.content.sound } == 1)
    #expect(world.with { $0.kept.tracks.contains(where: \.isAdopted) } == false)
  }

  @Test("a device that is found full by the flush gets no more songs")
  func fullInFlush() async throws {
    let world = world(70)
    let peer = FlushingPeer(world: world) { _, _ in
      world.with { $0.files.keys.map { PeerFileFault(path: $0, error: .full) } }
    }
    let run = run(world, peer: peer)
    let outcome = await run.carryOut(try await run.prepare { _ in }) { _ in }
    await run.close()
    #expect(outcome.report.copied == 0 && outcome.report.left.count == 70)
    #expect(peer.sent.next() == 65)
  }

  @Test("a device that is full gets no more songs; names, marks and files from there go on")
  func fullGoesOn() async throws {
    let world = world(3)
    _ = try await sync(world)
    world.with { state in
      state.tracks[TrackID(2)]?.title = "Anthem"
      state.contents.tracks[0].marks.plays += 1
      for number in Int64(4)...6 {
        state.tracks[TrackID(number)] = SyncTrack(
          id: TrackID(number), uuid: "uuid-\(number)", path: FilePath("/library/\(number).flac"),
          file: FileStamp(size: 1_000, modified: number), audioHash: number,
          title: "New \(number)", duration: Double(number), codec: "flac")
        state.isChosen.insert(TrackID(number))
      }
      state.files[FilePath("Recorded.mp3")] = World.File(
        content: World.Sound(sound: 99, title: "Recorded", size: 500), modified: 5)
      // Told at the plan, and taken by somebody else meanwhile.
      state.free = 1_000_000_000
      state.meanwhile = { $0.free = 0 }
    }
    let outcome = try await sync(world) { plan in
      for index in plan.items.indices { plan.items[index].isIncluded = true }
    }
    #expect(outcome.error == nil)
    #expect(outcome.report.copied == 0 && outcome.report.taken == 1 && outcome.report.moved == 1)
    let full = outcome.report.left.filter { $0.reason.contains("is full") }
    #expect(full.map(\.name).sorted() == ["New 4", "New 5", "New 6"])
    world.with { state in
      #expect(state.tracks[TrackID(1)]?.marks.plays == 1)
      #expect(state.contents.tracks.count == 3)
      state.free = nil
      state.meanwhile = nil
    }
    #expect(try await sync(world).report.copied == 3)
  }

  @Test(
    "a flush that fails ends the sync, and the next one copies nothing twice",
    arguments: [PeerError.full, .gone, .unwritable(FilePath("."), code: 5)])
  func failedFlush(error: PeerError) async throws {
    let world = world(70)
    let peer = FlushingPeer(world: world) { _, _ in throw error }
    let run = run(world, peer: peer)
    let outcome = await run.carryOut(try await run.prepare { _ in }) { _ in }
    await run.close()
    #expect(outcome.error == .peer(error))
    // What the disk may not have is not kept, and the batch that failed is the last one.
    #expect(world.with { $0.kept.tracks.isEmpty && $0.contents.tracks.isEmpty })
    #expect(world.with { $0.files.count } == 64)
    let next = try await sync(world)
    #expect(next.error == nil && next.report.copied == 6)
    world.with { state in
      #expect(state.files.count == 70 && state.contents.tracks.count == 70)
    }
    #expect(try await self.run(world).prepare { _ in }.items == [])
  }
}

import Music
import Sync
import Testing

extension RunTests {
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
      let new = state.tracks.values.first { $0.audioHash == 50 }
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
        file: FileStamp(size: 2, modified: 2), audioHash: 2, title: "Song 2", artist: "A",
        duration: 2, codec: "flac")
      state.isChosen.insert(TrackID(2))
    }
    _ = try await sync(world)
    #expect(world.with { $0.tracks[TrackID(2)]?.marks.plays } == 1)
    #expect(world.with { $0.waiting } == [])
    _ = try await sync(world)
    #expect(world.with { $0.tracks[TrackID(2)]?.marks.plays } == 1)
  }

  @Test("plays of a log that the user leaves out wait for a later sync")
  func leftOutPlays() async throws {
    let world = world(2)
    world.with { _ = $0.isChosen.remove(TrackID(2)) }
    _ = try await sync(world)
    world.with { state in
      state.log = [DevicePlay(path: FilePath("Song 1.flac"), time: 1_700_000_000)]
      state.isChosen.insert(TrackID(2))
    }
    _ = try await sync(world) { plan in
      for index in plan.items.indices {
        if case .marks = plan.items[index].action { plan.items[index].isIncluded = false }
      }
    }
    #expect(world.with { $0.logRead == 1 && $0.waiting.count == 1 })
    #expect(world.with { $0.tracks[TrackID(1)]?.marks.plays } == 0)
    for _ in 0..<2 {
      _ = try await sync(world)
      #expect(world.with { $0.tracks[TrackID(1)]?.marks.plays } == 1)
    }
    #expect(world.with { $0.waiting } == [])
  }

  @Test("a play that waits does not become one of another song that gets the name of its file")
  func waitingName() async throws {
    let world = world(1)
    world.with { $0.waiting = [DevicePlay(path: FilePath("Song 1.flac"), time: nil)] }
    for _ in 0..<2 {
      _ = try await sync(world)
      #expect(world.with { $0.files.keys.map(\.text) } == ["Song 1.flac"])
      #expect(world.with { $0.tracks[TrackID(1)]?.marks.plays } == 0)
    }
    #expect(world.with { $0.waiting } == [])
  }

  @Test("only files that were taken are adopted at once")
  func adoptedAtOnce() async throws {
    let world = world(1)
    world.with { state in
      for (name, sound) in [("By hand.flac", Int64(1)), ("New.mp3", 50)] {
        state.files[FilePath(name)] = World.File(
          content: World.Sound(sound: sound, title: name, size: 50), modified: 9)
      }
    }
    let run = run(world)
    var plan = try await run.prepare { _ in }
    for index in plan.items.indices {
      if case .take = plan.items[index].action {
        plan.items[index].isIncluded = true
      } else {
        plan.items[index].isIncluded = false
      }
    }
    #expect(await run.carryOut(plan) { _ in }.report.taken == 1)
    world.with { state in
      let new = state.tracks.values.first { $0.audioHash == 50 }
      state.isChosen.insert(new?.id ?? TrackID(0))
    }
    #expect(await run.adoptTaken { _ in }.error == nil)
    await run.close()
    #expect(world.with { $0.kept.tracks.map(\.audioHash) } == [50])
  }

  @Test("plays that are left out follow their song to its new name")
  func renamedPlays() async throws {
    let world = world(1)
    _ = try await sync(world)
    world.with { state in
      state.log = [DevicePlay(path: FilePath("Song 1.flac"), time: 1_700_000_000)]
      state.tracks[TrackID(1)]?.title = "Song 9"
      state.tracks[TrackID(1)]?.file = FileStamp(size: 7_000, modified: 99)
    }
    _ = try await sync(world) { plan in
      for index in plan.items.indices {
        if case .marks = plan.items[index].action { plan.items[index].isIncluded = false }
      }
    }
    #expect(world.with { $0.files.keys.map(\.text) } == ["Song 9.flac"])
    #expect(world.with { $0.waiting.map(\.path) } == [FilePath("Song 9.flac")])
    _ = try await sync(world)
    #expect(world.with { $0.tracks[TrackID(1)]?.marks.plays } == 1)
  }
}

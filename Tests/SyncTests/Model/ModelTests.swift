import Music
import Sync
import Testing

/// Random edits, syncs and cuts, and what has to hold whatever happens.
@Suite("Syncs at random")
struct ModelTests {
  private static let syncs = 5
  /// Seeds of long searches that have found faults.
  private static let found: [UInt64] = [48_094, 69_340, 104_030, 110_160, 135_459, 138_526]

  @Test("whatever is cut, both sides end equal, and nothing is lost or counted twice")
  func model() async throws {
    for seed in Array(1...1_500) + ModelTests.found {
      let problems = await run(seed)
      #expect(problems == [], "seed \(seed)")
      guard problems.isEmpty else { return }
    }
  }

  private func run(_ seed: UInt64) async -> [String] {
    let world = World()
    var listener = Listener(world, seed: seed)
    var random = SeededGenerator(seed: seed &* 31 &+ 7)
    let foldsCase = Bool.random(using: &random)
    let isCheap = Int.random(in: 0..<4, using: &random) > 0
    world.with { state in
      if foldsCase { state.abilities.letterCase = .ascii }
      state.abilities.renamesCheaply = isCheap
    }
    // Every other device damages some copies.
    let damages = seed % 2 == 1
    for _ in 0..<6 { listener.edit() }
    for _ in 0..<ModelTests.syncs {
      for _ in 0..<Int.random(in: 0..<5, using: &random) { listener.edit() }
      await faultySync(world, &listener, &random, damages: damages)
      world.revive(&random)
    }
    for _ in 0..<Int.random(in: 0..<3, using: &random) { listener.edit() }
    return await verify(world, listener)
  }

  /// A sync of which some items are left out and which ends at some step.
  private func faultySync(
    _ world: World, _ listener: inout Listener, _ random: inout SeededGenerator, damages: Bool
  ) async {
    let isCut = Int.random(in: 0..<3, using: &random) > 0
    let fuse = Int.random(in: 0..<30, using: &random)
    let endsAfterwards = Bool.random(using: &random)
    world.with { state in
      state.fuse = isCut ? fuse : nil
      state.endsAfterwards = endsAfterwards
      state.clock += 1_000
    }
    let run = sync(world, listener)
    guard var plan = try? await run.prepare({ _ in }) else { return }
    if Int.random(in: 0..<3, using: &random) == 0 {
      for index in plan.items.indices where Int.random(in: 0..<3, using: &random) == 0 {
        if case .take = plan.items[index].action { continue }
        plan.items[index].isIncluded.toggle()
      }
    }
    if Int.random(in: 0..<3, using: &random) == 0 { listener.playHere() }
    let faulty = plan.items.compactMap { item -> FilePath? in
      guard case .copy(_, let target) = item.action else { return nil }
      return target
    }
    if Int.random(in: 0..<4, using: &random) == 0, let path = faulty.randomElement(using: &random) {
      world.with { $0.faulty = [path] }
    }
    if damages, let path = written(plan).randomElement(using: &random) {
      world.with { $0.damaged = [path] }
    }
    _ = await run.carryOut(plan) { _ in }
    await run.close()
    world.with { $0.damaged = [] }
    if world.with({ $0.isDead }) { listener.seeLeftovers() }
  }

  private func written(_ plan: SyncPlan) -> [FilePath] {
    plan.items.compactMap { item in
      switch item.action {
      case .copy(_, let target), .replace(_, _, let target): target
      case .move, .remove, .exclude, .take, .adopt, .marks, .playlist: nil
      }
    }
  }

  private func sync(_ world: World, _ listener: Listener) -> SyncRun {
    let last = world.with { $0.kept.syncID == nil ? nil : $0.clock - 500 }
    let device = Device(
      id: DeviceID(1), uuid: "device", name: "Stick", address: .folder(FilePath("/stick")),
      options: listener.options, lastSync: last)
    return SyncRun(
      device, peer: MemoryPeer(world: world), side: MemorySide(world: world),
      now: { world.with { $0.clock } }, freshness: .zero,
      newID: { "sync-\(world.with { $0.number() })" })
  }

  // MARK: What has to hold

  private func verify(_ world: World, _ listener: Listener) async -> [String] {
    var problems: [String] = []
    do {
      let run = sync(world, listener)
      var plan = try await run.prepare { _ in }
      for index in plan.items.indices {
        if case .take = plan.items[index].action { continue }
        plan.items[index].isIncluded = true
      }
      let outcome = await run.carryOut(plan) { _ in }
      await run.close()
      if let error = outcome.error { problems.append("clean sync: \(error)") }
      let second = sync(world, listener)
      let rest = try await second.prepare { _ in }
      await second.close()
      problems += rest.items.filter(\.isIncluded).map { "second plan: \($0.name) \($0.action)" }
      let left = Set(plan.notes.map(\.name))
      problems += world.with { check($0, listener, left) }
    } catch {
      problems.append("clean sync: \(error)")
    }
    return problems
  }

  private func check(_ state: World.State, _ listener: Listener, _ left: Set<String>) -> [String] {
    var problems: [String] = []
    let rows = Dictionary(uniqueKeysWithValues: state.contents.tracks.map { ($0.id, $0) })
    if let left = state.kept.tracks.first(where: {
      $0.track.rawValue == 0 && state.files[$0.file.path] != nil
    }) {
      problems.append("\(left.file.path.text) was replaced and is still there")
    }
    let known = Dictionary(
      state.kept.tracks.map { ($0.track, $0) }, uniquingKeysWith: { first, _ in first })
    for (id, track) in state.tracks {
      let expected = listener.plays[id] ?? 0
      if track.marks.plays != expected {
        problems.append("\(id): \(track.marks.plays) plays instead of \(expected)")
      }
      guard let synced = known[id], synced.status == .synced else { continue }
      // A file of the user's own, or one that was damaged, of a track that is not chosen.
      if !state.isChosen.contains(id), synced.isAdopted || synced.source == FileStamp() { continue }
      // What was changed there and is no longer chosen is left as it is.
      let isLeft = !state.isChosen.contains(id) && left.contains(track.title ?? "")
      if isLeft, rows[synced.uuid] == nil { continue }
      if rows[synced.uuid]?.marks != track.marks {
        problems.append("\(id): \(track.marks) here, \(String(describing: rows[synced.uuid]))")
      }
      if isLeft { continue }
      guard let file = state.files[synced.file.path] else {
        problems.append("\(id): no file \(synced.file.path.text)")
        continue
      }
      if rows[synced.uuid]?.path != synced.file.path { problems.append("\(id): another path") }
      if file.content.sound != track.audioHash { problems.append("\(id): another sound") }
      if file.content.title != track.title, !listener.editedThere.contains(id),
        !listener.copiedByHand.contains(file.content.sound)
      {
        problems.append("\(id): \(file.content.title) there, \(track.title ?? "") here")
      }
    }
    for id in state.isChosen where known[id] == nil {
      guard let track = state.tracks[id] else { continue }
      let isThere = state.files.values.contains { $0.content.sound == track.audioHash }
      let isExcluded = known.values.contains {
        $0.status == .excluded && $0.audioHash == track.audioHash
      }
      if !isThere, !isExcluded { problems.append("\(id): not copied") }
    }
    for (path, sound) in listener.strangers where state.files[path]?.content != sound {
      problems.append("stranger \(path.text) is lost")
    }
    problems += lists(state, known)
    return problems
  }

  private func lists(_ state: World.State, _ known: [TrackID: SyncedTrack]) -> [String] {
    var problems: [String] = []
    let there = Dictionary(
      known.values.filter { $0.status == .synced }.map { ($0.uuid, $0.audioHash) },
      uniquingKeysWith: { first, _ in first })
    // A file of the user's own whose track is gone from the library is no song of ours any more.
    let present = Set(
      known.values.filter { $0.status == .synced && state.tracks[$0.track] != nil }
        .map(\.audioHash))
    for list in state.kept.playlists {
      guard let ours = state.playlists[list.id],
        let theirs = state.contents.playlists.first(where: { $0.id == list.deviceID })
      else { continue }
      if ours.name != theirs.name { problems.append("\(ours.name) here, \(theirs.name) there") }
      // Tracks of the same audio stand for one another.
      let here = ours.tracks.compactMap { id -> Int64? in
        let sound = known[id]?.audioHash ?? state.tracks[id]?.audioHash
        return present.contains(sound) ? sound : nil
      }
      let theirSounds = theirs.tracks.map { there[$0] ?? nil }.filter {
        $0 == nil || present.contains($0)
      }
      if unique(here) != unique(theirSounds) {
        problems.append("\(ours.name): \(here) here, \(theirSounds) there")
      }
    }
    return problems
  }

  private func unique(_ sounds: [Int64?]) -> [Int64?] {
    var seen: Set<Int64?> = []
    return sounds.filter { seen.insert($0).inserted }
  }
}

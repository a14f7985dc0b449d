import Library
import Music
import Testing

/// Random commits, edits, undos and redos beside a plain model of marks and playlists.
@Suite("Sync model")
struct SyncModelTests {
  private struct Model: Equatable {
    var marks: [TrackID: DeviceMarks] = [:]
    var lists: [[TrackID]] = []
  }

  @Test("a library after random syncs and undos is what a plain model says", arguments: 0..<4)
  func random(seed: UInt64) async throws {
    let scene = try await SyncScene(tracks: 5)
    let (library, ids) = (scene.library, scene.tracks)
    var random = SeededGenerator(seed: seed)
    var lists: [PlaylistID] = []
    for name in ["A", "B"] { lists.append(try await scene.playlist(name, [])) }
    var model = Model(
      marks: Dictionary(uniqueKeysWithValues: ids.map { ($0, DeviceMarks()) }), lists: [[], []])
    var (past, future): ([Model], [Model]) = ([], [])
    var synced = SyncState()
    for round in 0..<40 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let (commit, after) = Self.commit(
          round, model, ids, lists, offBy: round % 4 == 3, &random)
        try await library.commit(commit, to: scene.device.id)
        if after != model { (past, future) = (past + [model], []) }
        model = after
        synced.syncID = commit.syncID
        for track in commit.syncedTracks {
          synced.tracks.removeAll { $0.uuid == track.uuid }
          synced.tracks.append(track)
        }
        synced.tracks.sort { $0.uuid < $1.uuid }
      case 5:
        let track = try #require(ids.randomElement(using: &random))
        let stars = Int.random(in: 0...5, using: &random)
        guard model.marks[track]?.rating != stars else { continue }
        try await library.setRating(Rating(stars: stars), for: [track])
        (past, future) = (past + [model], [])
        model.marks[track]?.rating = stars
      case 6, 7:
        let undone = try await library.undo()
        #expect((undone == nil) == past.isEmpty || past.isEmpty)
        guard let before = past.popLast() else {
          // Below are the steps that made the playlists.
          if undone != nil { _ = try await library.redo() }
          continue
        }
        future.append(model)
        model = before
      case 8:
        let redone = try await library.redo()
        #expect((redone == nil) == future.isEmpty)
        guard let after = future.popLast() else { continue }
        past.append(model)
        model = after
      default:
        #expect(try await library.check() == [])
      }
      let contents = try await scene.contents()
      #expect(
        Dictionary(uniqueKeysWithValues: contents.tracks.map { ($0.id, $0.marks) }) == model.marks)
      #expect(contents.playlists.map(\.tracks) == model.lists)
      let times = try scene.test.database.run("SELECT count(*) FROM plays")
      #expect(times == ["\(model.marks.values.reduce(0) { $0 + $1.plays })"])
      #expect(try await scene.state() == synced)
    }
  }

  /// A commit, and the model after it.
  ///
  /// - Parameter offBy: Whether the plan is out of date.
  private static func commit(
    _ round: Int, _ model: Model, _ ids: [TrackID], _ lists: [PlaylistID], offBy isOld: Bool,
    _ random: inout SeededGenerator
  ) -> (LibraryCommit, Model) {
    var (commit, after) = (LibraryCommit(syncID: "s\(round)", time: Int64(round)), model)
    for track in ids where Bool.random(using: &random) {
      var marks = model.marks[track] ?? DeviceMarks()
      var before = marks
      let plays = Int.random(in: 0...2, using: &random)
      let times = (0..<plays).map { Int64(1_000 * (round + 1) + $0) }
      if Bool.random(using: &random) { marks.rating = Int.random(in: 0...5, using: &random) }
      if Bool.random(using: &random) { marks.isFavorite.toggle() }
      marks.plays += plays
      marks.lastPlayed = times.last ?? marks.lastPlayed
      if isOld { before.rating = (before.rating + 1) % 6 }
      commit.marks.append(
        MarksChange(track: track, plays: plays, times: times, before: before, after: marks))
      if isOld { marks.rating = model.marks[track]?.rating ?? 0 }
      after.marks[track] = marks
      commit.syncedTracks.append(SyncScene.synced(track, "u\(track.rawValue)", marks))
    }
    for (index, list) in lists.enumerated() where Bool.random(using: &random) {
      let wanted = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
        ids.randomElement(using: &random)
      }
      let before = isOld ? model.lists[index] + [ids[0]] : model.lists[index]
      commit.playlists.append(
        PlaylistChange(
          id: list, deviceID: "p\(index)", name: "AB".map(String.init)[index], before: before,
          after: wanted))
      if !isOld { after.lists[index] = wanted }
    }
    return (commit, after)
  }
}

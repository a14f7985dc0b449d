import GRDB
import Music
import Synchronization
import Testing

@testable import Library

/// Playlists that are kept in memory and follow edits, beside the same read whole.
@Suite("Playlists in memory")
struct PlaylistCacheTests {
  private struct Shown: Sendable {
    var contents: [[PlaylistEntry]]
    var totals: [PlayTotal]
    var playlists: [Playlist]
    var timelines: [MixTimeline]
    /// Whether nothing of it had to be read whole.
    var wasKnown: Bool
  }

  private static func shown(_ library: Library) async throws -> Shown {
    try await library.read { db in
      let builder = try ListBuilder(db, library)
      let now = builder.revision.ofLists
      let ids = try db.playlists().map(\.id)
      let wasKnown = library.playlistCache.withLock { cache in
        cache.sortedPlaylists(at: now) != nil
          && ids.prefix(3).allSatisfy { cache.contents(of: $0, at: now) != nil }
      }
      let contents = try ids.prefix(3).map { try builder.contents(of: $0) }
      return Shown(
        contents: contents.map { Array($0) }, totals: contents.map(\.total),
        playlists: try builder.sortedPlaylists().playlists,
        timelines: try ids.prefix(3).map { try builder.timeline(of: $0) }, wasKnown: wasKnown)
    }
  }

  private static func read(_ library: Library) async throws -> Shown {
    library.playlistCache.withLock { $0 = PlaylistCache() }
    library.mixPoints.withLock { $0 = MixPointCache() }
    return try await library.read { db in
      let ids = try db.playlists().map(\.id)
      let contents = try ids.prefix(3).map { try db.entries(of: $0) }
      let builder = try ListBuilder(db, library)
      return Shown(
        contents: contents, totals: contents.map(PlayingTime.total),
        playlists: try db.playlists(), timelines: try ids.prefix(3).map(builder.timeline),
        wasKnown: false)
    }
  }

  private static func expectEqual(_ shown: Shown, _ whole: Shown, _ comment: Comment) {
    #expect(shown.contents == whole.contents, comment)
    #expect(shown.totals == whole.totals, comment)
    #expect(shown.playlists == whole.playlists, comment)
    #expect(shown.timelines == whole.timelines, comment)
  }

  @Test("they are what a whole reading finds, after edits, undo and redo of every kind")
  func randomEdits() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    let test = try TestLibrary()
    let library = test.library
    var edits = RandomEdits(library: library, tracks: try await test.withTracks(10), seed: seed)
    var random = SeededGenerator(seed: seed &+ 1)
    var known = 0
    for number in 0..<250 {
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: _ = try await library.undo()
        case 2: _ = try await library.redo()
        default: try await edits.next()
        }
      }
      let shown = try await Self.shown(library)
      if shown.wasKnown { known += 1 }
      // Kept from one edit to the next, but for every fifth.
      guard number % 5 == 4 else { continue }
      Self.expectEqual(shown, try await Self.read(library), "seed \(seed), edit \(number)")
    }
    #expect(known > 20, "seed \(seed)")
  }

  @Test("what another process edits is read")
  func otherProcess() async throws {
    let test = try TestLibrary()
    let library = test.library
    let tracks = try await test.withTracks(6)
    let list = try await library.createPlaylist(named: "Peak").id
    _ = try await library.add(Array(tracks[..<4]), to: list)
    #expect(try await Self.shown(library).contents.first?.count == 4)
    // Between two edits of this process.
    let other = try Library(at: test.folder["library.db"])
    _ = try await library.add([tracks[4]], to: list)
    _ = try await other.add([tracks[5]], to: list)
    let window = try await library.window(ListQuery(.playlist(list)), range: 0..<9, anchor: nil)
    #expect(window.count == 6)
    let entries = window.rows.compactMap { row in
      if case .entry(let entry) = row { entry.id } else { nil }
    }
    try await library.moveEntries([entries[5]], of: list, .top)
    let shown = try await Self.shown(library)
    #expect(shown.contents.first?.map(\.track) == [5, 0, 1, 2, 3, 4].map { tracks[$0].rawValue })
    Self.expectEqual(shown, try await Self.read(library), "")
  }

  @Test("what a server's listing changes in tracks counts in their playlists")
  func changedTracks() async throws {
    let test = try TestLibrary()
    let library = test.library
    let tracks = try await test.withTracks(3)
    let list = try await library.createPlaylist(named: "Peak").id
    _ = try await library.add(tracks, to: list)
    _ = try await Self.shown(library)
    try await library.write(changing: .tracks) { db in
      try db.execute(sql: "UPDATE tracks SET missing = 1 WHERE id = \(tracks[0].rawValue)")
    }
    let missing = try await Self.shown(library)
    #expect(missing.contents[0].map(\.isMissing) == [true, false, false])
    Self.expectEqual(missing, try await Self.read(library), "missing")
    try await library.write(changing: .tracks) { db in
      try db.execute(sql: "UPDATE tracks SET duration = 7 WHERE id = \(tracks[1].rawValue)")
    }
    let changed = try await Self.shown(library)
    #expect(changed.contents[0][1].duration == 7)
    Self.expectEqual(changed, try await Self.read(library), "length")
  }

  @Test("an edit that fails leaves nothing behind")
  func failure() async throws {
    let test = try TestLibrary()
    let library = test.library
    let tracks = try await test.withTracks(3)
    let list = try await library.createPlaylist(named: "Peak").id
    _ = try await library.add(tracks, to: list)
    _ = try await Self.shown(library)
    await #expect(throws: LibraryError.self) {
      try await library.edit(name: { "failed" }) { db in
        _ = try db.add(tracks.map { QueuedTrack($0) }, to: list, again: true)
        throw LibraryError.noSuchPlaylist
      }
    }
    let shown = try await Self.shown(library)
    #expect(shown.wasKnown && shown.contents.first?.count == 3)
    try await library.moveEntries([EntryID(shown.contents[0][0].id)], of: list, .bottom)
    let moved = try await Self.shown(library)
    #expect(moved.wasKnown)
    Self.expectEqual(moved, try await Self.read(library), "")
  }

  @Test("a change of more rows than are kept is read whole")
  func manyRows() async throws {
    let test = try TestLibrary()
    let library = test.library
    let tracks = try await test.withTracks(3)
    let list = try await library.createPlaylist(named: "Peak").id
    for _ in 0..<400 { _ = try await library.addAgain(tracks.map { QueuedTrack($0) }, to: list) }
    let before = try await Self.shown(library)
    #expect(before.contents.first?.count == 1_200)
    try await library.removeEntries(before.contents[0].dropLast(2).map { EntryID($0.id) })
    let after = try await Self.shown(library)
    #expect(!after.wasKnown && after.contents.first?.count == 2)
    Self.expectEqual(after, try await Self.read(library), "")
  }
}

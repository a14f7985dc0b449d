import Library
import Music
import Testing

/// The history as a property of the library, under random edits.
@Suite("History")
struct HistoryTests {
  /// The library, and the state after each step that is not undone.
  private struct Walk {
    let test: TestLibrary
    var library: Library
    private var database: RawConnection
    var edits: RandomEdits
    var states: [[String]]
    private let query: String

    init(seed: UInt64) async throws {
      test = try TestLibrary()
      library = test.library
      let tracks = try await test.withTracks(10)
      // A scan finds missing files, which is no edit; forgetting them is one.
      for number in 8...10 { try test.folder.remove("music/\(number).flac") }
      try await test.scan()
      edits = RandomEdits(library: library, tracks: tracks, seed: seed)
      // Unnoticed moves of files, for relocating.
      database = try RawConnection(to: test.database.path)
      try database.run(
        """
        UPDATE revision SET change = change + 1, tracks = tracks + 1;
        CREATE TEMP TABLE gone AS SELECT * FROM tracks ORDER BY id LIMIT 6;
        UPDATE gone SET id = id + 1000, root = NULL, missing = 1,
          path = CAST('/gone/' || title || '.flac' AS BLOB),
          changed = (SELECT change FROM revision);
        INSERT INTO tracks SELECT * FROM gone;
        """)
      edits.tracks += tracks.prefix(6).map { TrackID($0.rawValue + 1000) }
      query = try test.database.userStateQuery
      states = [try database.run(query)]
    }

    var steps: Int {
      get throws {
        Int(try database.run("SELECT count(*) FROM undo_steps WHERE NOT undone")[0]) ?? -1
      }
    }

    /// One random edit behind step `index`; returns the index of the last step after it.
    mutating func edit(behind index: Int) async throws -> Int {
      try await edits.next()
      let (state, steps) = (try database.run(query), try steps)
      #expect(steps == index || steps == index + 1)
      if steps == index {
        // No step, or an extension of the last one.
        #expect(state == states[index] || edits.wasContinued)
        // Undone steps can still be redone then.
        if state != states[index] { states[index...] = [state] }
      } else {
        states[(index + 1)...] = [state]
      }
      return steps
    }

    func undo() async throws { #expect(try await library.undo() != nil) }
    func redo() async throws { #expect(try await library.redo() != nil) }

    /// Closes the library and opens it again, as the next start does.
    mutating func reopen() throws {
      library = try Library(at: test.folder["library.db"])
      database = try RawConnection(to: test.database.path)
      edits.library = library
    }

    func expect(_ index: Int) throws {
      let now = try database.run(query)
      guard now != states[index] else { return }
      let difference = now.difference(from: states[index])
      Issue.record("after step \(index): \(difference.prefix(6).map { "\($0)" })")
    }
  }

  @Test(
    "undoing all of hundreds of edits gives the first state byte for byte, redoing all the last",
    arguments: [11] as [UInt64])
  func thereAndBack(seed: UInt64) async throws {
    var walk = try await Walk(seed: seed)
    var last = 0
    for _ in 0..<700 { last = try await walk.edit(behind: last) }
    #expect(last > 300)
    for kind in [
      "imported", "relocated", "added", "moved", "saved", "deleted", "merged", "tempo", "grid",
      "the key", "label", "commented", "variations of", "primary",
    ] {
      let count = try walk.test.database.run(
        "SELECT count(*) FROM undo_steps WHERE name LIKE '%\(kind)%'")
      #expect(count != ["0"], "no step \(kind)")
    }
    for index in (0..<last).reversed() {
      if index == last / 2 { try walk.reopen() }
      try await walk.undo()
      try walk.expect(index)
    }
    #expect(try await walk.library.undo() == nil)
    try walk.reopen()
    for index in 1...last {
      if index == last / 2 { try walk.reopen() }
      try await walk.redo()
      try walk.expect(index)
    }
    #expect(try await walk.library.redo() == nil)
    #expect(try await walk.library.check() == [])
  }

  @Test(
    "edits, undos, redos and restarts in any order lead where they led before",
    arguments: [21, 22] as [UInt64])
  func anyOrder(seed: UInt64) async throws {
    var walk = try await Walk(seed: seed)
    var random = SeededGenerator(seed: seed &+ 1)
    var index = 0
    for _ in 0..<400 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<10: index = try await walk.edit(behind: index)
      case 10..<15 where index > 0:
        try await walk.undo()
        index -= 1
      case 15..<19 where index < walk.states.count - 1:
        try await walk.redo()
        index += 1
      case 19: try walk.reopen()
      default: break
      }
      try walk.expect(index)
    }
    while index > 0 {
      try await walk.undo()
      index -= 1
      try walk.expect(index)
    }
    #expect(try await walk.library.check() == [])
  }
}

extension RawDatabase {
  /// A query for every row of the tables with the user's data, and of all tracks but for the number
  /// of their last change.
  fileprivate var userStateQuery: String {
    get throws {
      try [
        "playlist_folders", "playlists", "entries", "cues", "slots", "templates", "tracks",
        "marks", "plays", "merged_tracks", "labels", "comments",
      ].map { table in
        let columns = try run(
          "SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'changed'")
        let quoted = columns.map { "quote(\($0))" }.joined(separator: "||','||")
        return "SELECT '\(table):'||\(quoted) FROM \(table) ORDER BY 1;"
      }.joined(separator: "\n")
    }
  }
}

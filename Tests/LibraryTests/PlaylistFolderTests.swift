import Library
import Music
import Testing

@Suite("Folders of playlists")
struct PlaylistFolderTests {
  private let library: Library
  private let club: PlaylistFolderID
  private let year: PlaylistFolderID
  private let friday: PlaylistID
  private let alone: PlaylistID

  init() async throws {
    library = try Library.inMemory()
    club = try await library.createPlaylistFolder(named: "Club 10")
    year = try await library.createPlaylistFolder(named: "2024", in: club)
    friday = try await library.createPlaylist(named: "Friday", in: year).id
    alone = try await library.createPlaylist(named: "Alone").id
  }

  private func rows(_ filter: String = "") async throws -> [String] {
    try await library.window(ListQuery(.playlists, filter: filter), range: 0..<99, anchor: nil)
      .rows.map { row in
        switch row {
        case .playlist(let node): "\(node.depth) \(node.playlist.name)"
        case .playlistFolder(let folder, let depth):
          "\(depth) \(folder.isCollapsed ? "+" : "-")\(folder.name) \(folder.playlistCount)"
        default: "?"
        }
      }
  }

  /// Performs an edit, undoes and redoes it; returns the rows after it.
  private func undone(_ step: String, _ edit: () async throws -> Void) async throws -> [String] {
    let before = try await rows()
    try await edit()
    let after = try await rows()
    #expect(try await library.undo() == step)
    #expect(try await rows() == before)
    #expect(try await library.redo() == step)
    #expect(try await rows() == after)
    return after
  }

  @Test("folders are in natural order, with what is in them")
  func order() async throws {
    _ = try await library.createPlaylistFolder(named: "Club 9")
    #expect(
      try await rows() == ["0 -Club 9 0", "0 -Club 10 1", "1 -2024 1", "2 Friday", "0 Alone"])
  }

  @Test("playlists and folders move together in one step, into one made for that too")
  func moves() async throws {
    let items = PlaylistItems(playlists: [alone], folders: [year])
    let moved = try await undone("moved 1 playlist and 1 folder to Festival") {
      try await library.move(items, to: .new("Festival", in: nil))
    }
    #expect(
      moved == ["0 -Club 10 0", "0 -Festival 2", "1 -2024 1", "2 Friday", "1 Alone"])
    let top = try await undone("moved Friday to the top level") {
      try await library.move(PlaylistItems(playlists: [friday]), to: .top)
    }
    #expect(
      top == ["0 -Club 10 0", "0 -Festival 1", "1 -2024 0", "1 Alone", "0 Friday"])
  }

  @Test("what is in a folder that moves stays in it, marked or not")
  func movesContents() async throws {
    let festival = try await library.createPlaylistFolder(named: "Festival")
    try await library.move(
      PlaylistItems(playlists: [friday], folders: [club, year]), to: .folder(festival))
    #expect(
      try await rows() == [
        "0 -Festival 1", "1 -Club 10 1", "2 -2024 1", "3 Friday", "0 Alone",
      ])
  }

  @Test("a folder goes neither into itself nor into one inside it, and nothing is moved then")
  func refusesCycles() async throws {
    let before = try await rows()
    for target in [club, year] {
      await #expect(throws: LibraryError.folderInItself("Club 10")) {
        try await library.move(
          PlaylistItems(playlists: [alone], folders: [club]), to: .folder(target))
      }
      await #expect(throws: LibraryError.folderInItself("Club 10")) {
        try await library.move(PlaylistItems(folders: [club]), to: .new("In it", in: target))
      }
    }
    #expect(try await rows() == before)
    #expect(try await library.undo() == "created Alone")
  }

  @Test("deleting nested folders keeps their playlists, which move up; several go in one step")
  func deletes() async throws {
    let saturday = try await library.createPlaylist(named: "Saturday", in: club).id
    let one = try await undone("deleted the folder Club 10") {
      try await library.deletePlaylistFolder(club)
    }
    #expect(one == ["0 -2024 1", "1 Friday", "0 Alone", "0 Saturday"])
    _ = try await library.undo()
    let both = try await undone("deleted 1 playlist and 2 folders") {
      try await library.delete(PlaylistItems(playlists: [saturday], folders: [club, year]))
    }
    #expect(both == ["0 Alone", "0 Friday"])
    await #expect(throws: LibraryError.noSuchFolder) {
      try await library.deletePlaylistFolder(club)
    }
  }

  @Test("names are taken within one place only")
  func names() async throws {
    await #expect(throws: LibraryError.folderNameTaken("Club 10")) {
      _ = try await library.createPlaylistFolder(named: "club 10")
    }
    _ = try await library.createPlaylistFolder(named: "Club 10", in: year)
    let renamed = try await undone("renamed the folder 2024 to 2025") {
      try await library.renamePlaylistFolder(year, to: " 2025 ")
    }
    #expect(renamed.contains("1 -2025 1"))
    #expect(try await library.playlistFolder(at: "club 10/2025")?.id == year)
    #expect(try await library.playlistFolder(at: "2025")?.id == year)
    #expect(try await library.playlistFolder(at: "2024") == nil)
  }

  @Test("a collapsed folder hides what is in it, which is no edit and outlasts one")
  func collapses() async throws {
    try await library.setCollapsed(true, club)
    #expect(try await rows() == ["0 +Club 10 1", "0 Alone"])
    // Matches of a filter show all the same; a matching folder stays collapsed.
    #expect(try await rows("fri") == ["0 -Club 10 1", "1 -2024 1", "2 Friday"])
    #expect(try await rows("club") == ["0 +Club 10 1"])
    // The cursor of a hidden row is on the folder that hides it.
    for row in [RowID.playlist(friday), .playlistFolder(year)] {
      let window = try await library.window(ListQuery(.playlists), range: 0..<99, anchor: row)
      #expect(window.anchorIndex == 0)
    }
    #expect(try await library.undo() == "created Alone")
    #expect(try await library.redo() == "created Alone")
    try await library.deletePlaylistFolder(club)
    #expect(try await rows() == ["0 -2024 1", "1 Friday", "0 Alone"])
    _ = try await library.undo()
    #expect(try await rows() == ["0 +Club 10 1", "0 Alone"])
  }
}

import Foundation
import Glibc
import Library
import Music
import Testing

@Suite("Opening")
struct OpeningTests {
  @Test("a library is made with its folders, and is what it was when it is opened again")
  func reopens() async throws {
    let folder = TemporaryFolder()
    let path = folder["a/b/library.db"]
    do {
      let library = try Library(at: path)
      #expect(try await library.isEmpty)
      try await library.setSetting("theme", "Vinyl")
      try await library.setSession("queue", "{}")
      _ = try await library.createPlaylist(named: "L")
    }
    let library = try Library(at: path)
    #expect(try await library.setting("theme") == "Vinyl")
    #expect(try await library.session("queue") == "{}")
    try await library.setSession("queue", nil)
    #expect(try await library.session("queue") == nil)
    #expect(try await library.playlists().map(\.name) == ["L"])
    #expect(try await library.check() == [])
    #expect(try RawDatabase(path: path).run("PRAGMA journal_mode") == ["wal"])
  }

  @Test("a part of the session is read from a library's file, and from no other file")
  func sessionOfFile() async throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    #expect(Health.session("place", of: path) == nil)
    #expect(!FileManager.default.fileExists(atPath: path.text))
    let library = try Library(at: path)
    try await library.setSession("place", "{}")
    #expect(Health.session("place", of: path) == "{}")
    #expect(Health.session("queue", of: path) == nil)
    let strange = RawDatabase(path: folder["strange.db"])
    try strange.run("CREATE TABLE session (key, value)")
    try strange.run("INSERT INTO session VALUES ('place', '{}')")
    #expect(Health.session("place", of: folder["strange.db"]) == nil)
  }

  @Test("a library that is settled is one whole file while it is still held")
  func settles() async throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    let library = try Library(at: path)
    _ = try await library.createPlaylist(named: "Kept")
    func bytesOfLog() -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path.text + "-wal"))?[.size] as? Int
    }
    #expect(try #require(bytesOfLog()) > 0)
    // A later read hinders the checkpoint, which is not retried.
    for _ in 0..<1_200 where bytesOfLog() != 0 {
      library.checkpoint()
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(bytesOfLog() == 0)
    let copy = folder["copy.db"]
    try FileManager.default.copyItem(atPath: path.text, toPath: copy.text)
    #expect(try await Library(at: copy).playlists().map(\.name) == ["Kept"])
    #expect(try await library.playlists().map(\.name) == ["Kept"])
  }

  @Test("what is not a library is refused and left as it is")
  func foreignFiles() throws {
    let folder = TemporaryFolder()
    let text = folder.write("text.db", Array(repeating: 0x41, count: 5_000))
    #expect(throws: LibraryError.damaged(text)) { try Library(at: text) }
    #expect(FileManager.default.contents(atPath: text.text)?.allSatisfy { $0 == 0x41 } == true)

    let other = folder["other.db"]
    try RawDatabase(path: other).run("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    let before = FileManager.default.contents(atPath: other.text)
    #expect(throws: LibraryError.foreign(other)) { try Library(at: other) }
    #expect(FileManager.default.contents(atPath: other.text) == before)

    #expect(throws: LibraryError.cannotOpen(folder.path, reason: "it is not a file")) {
      try Library(at: folder.path)
    }
    let inFile = text.appending("library.db")
    #expect { try Library(at: inFile) } throws: { error in
      guard case .cannotOpen(inFile, _) = error as? LibraryError else { return false }
      return true
    }
  }

  @Test("an empty file becomes a library")
  func emptyFile() async throws {
    let folder = TemporaryFolder()
    #expect(try await Library(at: folder.write("library.db", [])).isEmpty)
  }

  @Test("a library of a newer version is refused and left as it is")
  func newer() throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    _ = try Library(at: path)
    try RawDatabase(path: path).run("INSERT INTO grdb_migrations VALUES ('99')")
    try RawDatabase(path: path).emptyLog()
    let before = FileManager.default.contents(atPath: path.text)
    #expect(throws: LibraryError.newer(path)) { try Library(at: path) }
    #expect(FileManager.default.contents(atPath: path.text) == before)
    #expect(LibraryError.newer(path).message.contains("newer Tritone"))
  }

  @Test("a damaged page is found by the check")
  func damaged() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(200)
    #expect(try await test.library.check() == [])
    let path = test.folder["copy.db"]
    try test.database.run("VACUUM INTO '\(path.text)'")
    let descriptor = withCString(path) { open($0, O_WRONLY) }
    defer { close(descriptor) }
    let garbage = [UInt8](repeating: 0xA5, count: 4_096)
    for page in 20..<40 { _ = pwrite(descriptor, garbage, garbage.count, page * 4_096) }
    let found: [String]
    do {
      let library = try Library(at: path)
      found = library.recovered == nil ? try await library.check() : ["recovered"]
    } catch {
      found = ["damaged"]
    }
    #expect(!found.isEmpty)
  }

  @Test("an edit while another process holds the database waits, then says so")
  func locked() async throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    let library = try Library(at: path)
    let holder = Process()
    holder.executableURL = URL(filePath: "/usr/bin/python3")
    holder.arguments = [
      "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE')
      print('held', flush=True); sys.stdin.read()
      """, path.text,
    ]
    let (input, output) = (Pipe(), Pipe())
    holder.standardInput = input
    holder.standardOutput = output
    try holder.run()
    _ = output.fileHandleForReading.availableData
    await #expect(throws: LibraryError.locked(path)) {
      _ = try await library.createPlaylist(named: "L")
    }
    try input.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try await library.createPlaylist(named: "L").name == "L")
  }

  @Test("the tables of version 10 are these")
  func tablesOfVersionTen() throws {
    let folder = TemporaryFolder()
    let path = folder["library.db"]
    _ = try Library(at: path)
    let tables = try RawDatabase(path: path).run(
      """
      SELECT m.name || ': ' || group_concat(i.name, ' ') FROM sqlite_master m
      JOIN pragma_table_info(m.name) i WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'
      GROUP BY m.name ORDER BY m.name
      """)
    #expect(tables == OpeningTests.tables)
    let loose = try RawDatabase(path: path).run(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%STRICT%'
      AND name NOT IN ('grdb_migrations', 'sqlite_sequence')
      """)
    #expect(loose == [])
  }

  private static let tables = [
    """
    analyses: track fingerprint size modified tempo_version key_version loudness_version \
    edges_version energy_version waveform_version bpm bpm_confidence bpm_alternative \
    is_constant grid_anchor grid_period key key_confidence key_alternative tuning loudness \
    loudness_range true_peak sound_start sound_end audible_start audible_end fade_out \
    energy mix_in mix_out fault histogram beats
    """,
    "analysis_versions: part version",
    "book_choices: id folder track is_book",
    "book_files: track size modified facts",
    "book_parts: book position track duration",
    "book_state: change",
    "bookmarks: id book place note created",
    """
    books: id key title details chapters stated_chapters added gone place is_finished is_hidden \
    updated started finished speed jumps
    """,
    "chapters: track position title start end_time",
    "comments: id uuid track place author text created edited",
    "cues: id track time end_time type color name",
    "device_playlists: device device_id playlist name ours theirs",
    """
    device_tracks: device uuid track status path size modified source_size source_modified \
    fingerprint conversion plays last_played favorite rating device_plays device_last_played \
    device_favorite device_rating place \
    adopted
    """,
    """
    devices: id uuid name folder host user port library options last_sync speed abilities logs \
    sync_id journal journal_logs
    """,
    "energy_grades: grade least tracks",
    """
    entries: id playlist track position crossfade start_offset end_offset gain notes \
    title artist
    """,
    "folders: id parent path is_mount offline digest",
    "grdb_migrations: identifier",
    "labels: track category tags collection mood time_signature primary_track",
    """
    listen_services: id kind root user signed_in paused sends_love since imported failures \
    retry_time needs_sign_in fault
    """,
    """
    listens: id service time feedback title artist album album_artist number duration source \
    recording release artists
    """,
    "marks: track rating reaction notes color set_bpm set_key shifts_grid plays last_played",
    "merged_tracks: track survivor",
    "pending_analyses: track added parts",
    "playlist_folders: id parent name collapsed",
    """
    playlists: id folder name notes color target_bpm template created modified query \
    query_sort query_descending query_limit
    """,
    "plays: id track time",
    "rejects: folder name size modified",
    "removed_tracks: track changed",
    "replaced_queues: id time tracks title queue",
    "revision: tracks marks lists change identity library",
    "roots: id path is_file offline removed",
    "server_books: book source item library synced received bookmarks",
    "server_chapters: book position title start end_time",
    """
    server_episodes: track source item episode place is_finished is_hidden updated started \
    finished synced received
    """,
    "server_items: source item version",
    "server_playlists: source id playlist name own_name version tracks is_ours sending",
    """
    server_tracks: track listing digest rating loved plays told marked suffix cover track_gain \
    track_peak album_gain album_peak
    """,
    "servers: source uuid kind user options removed listing is_listing cursor last_listing",
    "session: key value",
    "settings: key value",
    """
    shared_changes: position source person id change playlist track is_rating is_attempted faults \
    follows hold held_until refusal
    """,
    "shared_comments: source playlist id track person name place text created edited is_new",
    "shared_entries: source playlist id position track",
    """
    shared_playlists: source id name details owner owner_name standing can_edit can_rate created \
    updated mark
    """,
    """
    shared_queues: source person name is_collaborator failures paused_until asked_until
    """,
    """
    shared_ratings: source playlist track person name is_collaborator reaction updated is_new
    """,
    "shared_reactions: source person track playlist reaction",
    "shared_tracks: track source id path labels mark",
    "slots: slot playlist",
    "sources: id kind name address credential",
    "templates: id name source",
    """
    tracks: id source path root folder title artist album_artist album genre date year \
    track disc bpm key title_sort artist_sort album_artist_sort album_sort compilation \
    duration codec container sample_rate bit_depth channels bit_rate has_art size modified \
    fingerprint reading added missing fault credit changed
    """,
    "undo_changes: id step target operation row",
    "undo_open: step",
    "undo_steps: id name undone bytes changes fault",
    "undo_values: change field value",
    "walks: path newest",
  ]
}

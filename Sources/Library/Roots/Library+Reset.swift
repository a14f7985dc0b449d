internal import GRDB

extension Library {
  /// Removes all tracks with their marks, all playlists and the history; the folders, the settings,
  /// the saved templates, the devices and the servers stay, these as if never synced or listed. No
  /// file is touched, and the history cannot take it back: make a backup first.
  package func reset() async throws(LibraryError) {
    try await write(changing: .tracks) { db in
      // Tables with rows of tracks follow by their foreign keys.
      for table in [
        "undo_steps", "entries", "playlists", "playlist_folders", "tracks",
        "replaced_queues", "merged_tracks", "rejects", "walks", "folders",
        "device_tracks", "device_playlists", "bookmarks", "book_parts", "book_choices",
        "book_files", "books", "server_items", "server_playlists", "server_episodes",
        "shared_playlists",
      ] {
        try db.execute(sql: "DELETE FROM \(table)")
      }
      try db.execute(sql: "UPDATE book_state SET change = 0")
      try db.resetServers()
      try db.execute(sql: "DELETE FROM session WHERE key <> 'place'")
      try db.execute(
        sql: """
          UPDATE devices SET last_sync = NULL, sync_id = NULL, logs = NULL, journal = NULL,
            journal_logs = NULL
          """)
      try db.identifyLibrary()
      try db.bumpRevision(.marks)
      try db.bumpRevision(.lists)
    }
    tellOfRoots()
  }
}

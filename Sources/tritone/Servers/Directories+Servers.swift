import Music

extension Directories {
  /// Downloaded tracks of servers, a folder for each.
  var downloads: FilePath { data.appending("downloads") }
  /// Sound of servers that has played, which goes by itself.
  var sounds: FilePath { cache.appending("sounds") }
  /// Covers of servers' tracks.
  var serverCovers: FilePath { cache.appending("server-covers") }
  /// The tracks whose downloads are not done.
  var waitingDownloads: FilePath { state.appending("downloads.json") }
  /// What is kept of a server besides its row in the library and its secret.
  func serverFolder(_ uuid: String) -> FilePath {
    state.appending("servers").appending(uuid)
  }
}

import Music

/// Where things are on a folder device.
enum DeviceLayout {
  static let music = FilePath("Music")
  static let database = FilePath("Database")
  static let lists = FilePath("Playlists")
  static let marker = "sync_state.json"
  static let markerPath = FilePath("Database/sync_state.json")
  static let library = "library.db"
  static let libraryPath = FilePath("Database/library.db")
  static let lockPath = FilePath("Database/.tritone-lock")
  static let counts = FilePath("SyncData/play_counts.json")

  static let temporary = ".tritone-"
  static let part = ".part"

  /// The name of a file that is not yet whole.
  static func partName(_ part: String) -> String { temporary + part + DeviceLayout.part }

  static func isPart(_ name: [UInt8]) -> Bool {
    name.starts(with: Array(temporary.utf8))
      && name.suffix(part.utf8.count).elementsEqual(part.utf8)
  }

  static func musicPath(_ path: FilePath) -> FilePath { music.appending(path.bytes) }
}

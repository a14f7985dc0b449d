internal import Music

/// Maps watches to folders.
struct WatchTree {
  private var paths: [Int32: FilePath] = [:]
  private var watches: [FilePath: Int32] = [:]
  /// Watches on folders in which an absent root is expected.
  private(set) var waiting: Set<Int32> = []

  var count: Int { paths.count }

  subscript(watch: Int32) -> FilePath? { paths[watch] }

  func isWatched(_ folder: FilePath) -> Bool { watches[folder] != nil }

  /// A watch belongs to a folder whatever its name: the last name set holds.
  mutating func set(_ watch: Int32, _ folder: FilePath) {
    if let old = paths[watch], old != folder { watches[old] = nil }
    paths[watch] = folder
    watches[folder] = watch
  }

  mutating func wait(_ watch: Int32) { waiting.insert(watch) }

  mutating func stopWaiting(_ watch: Int32) { waiting.remove(watch) }

  mutating func remove(_ watch: Int32) {
    waiting.remove(watch)
    guard let path = paths.removeValue(forKey: watch) else { return }
    if watches[path] == watch { watches[path] = nil }
  }

  /// The watches at and below a folder.
  func watches(below folder: FilePath) -> [Int32] {
    paths.filter { $0.value.isInside(folder) }.map(\.key)
  }

  /// Renames a folder with its subtree.
  mutating func move(_ from: FilePath, to: FilePath) {
    for watch in watches(below: from) {
      guard let old = paths[watch] else { continue }
      set(watch, FilePath(bytes: to.bytes + old.bytes.dropFirst(from.bytes.count)))
    }
  }
}

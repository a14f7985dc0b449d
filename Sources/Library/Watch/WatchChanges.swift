internal import Music

/// Changes in the folders of a library since the last scan.
struct WatchChanges: Equatable, Sendable {
  struct Rename: Equatable, Sendable {
    var from: FilePath
    var to: FilePath
    var isFolder: Bool
  }

  /// Observed moves, in order.
  private(set) var renames: [Rename] = []
  /// Changed names, by folder; true where the file's writer has closed it.
  private(set) var names: [FilePath: [[UInt8]: Bool]] = [:]
  /// Folders, and roots that are files, to be walked with their subtrees.
  private(set) var trees: Set<FilePath> = []
  /// Folders that disappeared with their subtrees.
  private(set) var goneTrees: Set<FilePath> = []
  /// Whether events were lost, so that anything may have changed.
  private(set) var isEverything = false

  private var count = 0
  /// Maximum number of names; more are found by walking.
  private static let maximumCount = 50_000

  var isEmpty: Bool {
    renames.isEmpty && names.isEmpty && trees.isEmpty && goneTrees.isEmpty && !isEverything
  }

  mutating func add(_ name: [UInt8], in folder: FilePath, isClosed: Bool) {
    count += 1
    guard count <= WatchChanges.maximumCount else { return addEverything() }
    names[folder, default: [:]][name, default: false] = names[folder]?[name] == true || isClosed
  }

  mutating func add(file: FilePath, isClosed: Bool) {
    guard let folder = file.parent else { return }
    add(file.nameBytes, in: folder, isClosed: isClosed)
  }

  mutating func add(tree: FilePath) { trees.insert(tree) }

  mutating func add(goneTree: FilePath) { goneTrees.insert(goneTree) }

  mutating func addEverything() {
    isEverything = true
    (names, trees, goneTrees, renames, count) = ([:], [], [], [], 0)
  }

  /// Consecutive moves are joined into one from the first path to the last.
  mutating func add(_ rename: Rename) {
    guard !isEverything else { return }
    if let index = renames.lastIndex(where: { $0.to == rename.from }) {
      renames[index].to = rename.to
      if renames[index].from == rename.to { renames.remove(at: index) }
    } else {
      renames.append(rename)
    }
    // If it has changed by then, both names are scanned.
    add(file: rename.from, isClosed: true)
    add(file: rename.to, isClosed: true)
  }

  /// Merges two sets of changes, `other` being the later one.
  mutating func merge(_ other: WatchChanges) {
    guard !isEverything, !other.isEverything else { return addEverything() }
    for rename in other.renames { add(rename) }
    for (folder, changed) in other.names {
      for (name, isClosed) in changed { add(name, in: folder, isClosed: isClosed) }
    }
    trees.formUnion(other.trees)
    goneTrees.formUnion(other.goneTrees)
  }
}

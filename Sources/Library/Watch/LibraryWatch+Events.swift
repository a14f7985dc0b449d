import Glibc
internal import Music
import Synchronization

/// Translates the system's events into changes of the library.
extension LibraryWatch {
  func takeEvents() {
    guard let inotify else { return }
    /// First halves of moves whose second half has not come.
    var departures: [UInt32: (path: FilePath, isFolder: Bool)] = [:]
    var isAgain = false
    while true {
      var events = inotify.read()
      if events.isEmpty {
        // The halves of a move are not queued atomically.
        guard !departures.isEmpty, !isAgain else { break }
        isAgain = true
        usleep(2_000)
        events = inotify.read()
      }
      for event in events { receive(event, &departures) }
    }
    for departure in departures.values {
      handleDeparture(departure.path, isFolder: departure.isFolder)
    }
  }

  private func receive(
    _ event: Inotify.Event, _ departures: inout [UInt32: (path: FilePath, isFolder: Bool)]
  ) {
    if event.kinds.contains(.overflowed) {
      change { $0.addEverything() }
      // Folders may have appeared among the lost events.
      return walk(state.withLock { $0.roots.map(\.path) })
    }
    if state.withLock({ $0.tree.waiting.contains(event.watch) }) { returnOfRoots(event.watch) }
    guard let folder = state.withLock({ $0.tree[event.watch] }) else { return }
    if event.kinds.contains(.ended) {
      state.withLock { $0.tree.remove(event.watch) }
      return
    }
    if !event.kinds.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted]), event.name.isEmpty {
      return handleLostFolder(folder)
    }
    guard let first = event.name.first else { return }
    let isHidden = first == UInt8(ascii: ".")
    let path = folder.appending(event.name)
    if event.kinds.contains(.movedFrom) {
      if !isHidden { departures[event.cookie] = (path, event.kinds.contains(.folder)) }
      return
    }
    let departure = departures.removeValue(forKey: event.cookie)
    if isHidden {
      if let departure { handleDeparture(departure.path, isFolder: departure.isFolder) }
    } else if event.kinds.contains(.movedTo), let departure {
      move(departure.path, to: path, isFolder: departure.isFolder)
    } else if event.kinds.contains(.folder) {
      handleFolder(path, event.kinds)
    } else {
      handleFile(path, event.kinds)
    }
  }

  private func handleFolder(_ path: FilePath, _ kinds: Inotify.Kinds) {
    if kinds.contains(.deleted) { return handleDeparture(path, isFolder: true) }
    // Other folders beside a root that is a file are not ours.
    guard isOurs(path) else { return }
    if kinds.contains(.attributes), state.withLock({ $0.tree.isWatched(path) }),
      path.withCString({ access($0, R_OK | X_OK) }) == 0
    {
      return
    }
    watch(path)
    change { $0.add(tree: path) }
  }

  private func handleFile(_ path: FilePath, _ kinds: Inotify.Kinds) {
    if kinds.contains(.deleted) { return handleDeparture(path, isFolder: false) }
    let isAudio = AudioNames.includes(path.nameBytes)
    if kinds == .created || !isAudio {
      // A written file ends with its close; a new link is complete.
      var status = stat()
      guard !kinds.contains(.written), path.withCString({ lstat($0, &status) }) == 0,
        status.st_mode & S_IFMT == S_IFLNK || isAudio && status.st_nlink > 1
      else { return }
    }
    change { $0.add(file: path, isClosed: true) }
  }

  private func move(_ from: FilePath, to: FilePath, isFolder: Bool) {
    guard isFolder else {
      let (wasAudio, isAudio) = (
        AudioNames.includes(from.nameBytes), AudioNames.includes(to.nameBytes)
      )
      if wasAudio, isAudio {
        return change { $0.add(WatchChanges.Rename(from: from, to: to, isFolder: false)) }
      }
      if wasAudio { change { $0.add(file: from, isClosed: true) } }
      if isAudio { change { $0.add(file: to, isClosed: true) } }
      return
    }
    guard isOurs(to) else { return handleDeparture(from, isFolder: true) }
    state.withLock { $0.tree.move(from, to: to) }
    change { $0.add(WatchChanges.Rename(from: from, to: to, isFolder: true)) }
    // A formerly hidden folder or a root's neighbour had no watches.
    watch(to)
  }

  /// Handles a path that disappeared, and was not seen to move.
  private func handleDeparture(_ path: FilePath, isFolder: Bool) {
    // A link to a folder is no folder, yet everything found through it is gone.
    guard isFolder || state.withLock({ $0.tree.isWatched(path) }) else {
      guard AudioNames.includes(path.nameBytes) else { return }
      return change { $0.add(file: path, isClosed: true) }
    }
    guard isOurs(path) else { return }
    unwatch(path)
    change { $0.add(goneTree: path) }
  }

  /// Handles a watched folder that was deleted or renamed; a root has no watched parent.
  private func handleLostFolder(_ folder: FilePath) {
    guard let root = state.withLock({ $0.roots.first { $0.path == folder } }) else { return }
    unwatch(root.path)
    change { $0.add(tree: root.path) }
    watch(root.path)
  }

  func unwatch(_ tree: FilePath) {
    let watches = state.withLock { state in
      let watches = state.tree.watches(below: tree)
      for watch in watches { state.tree.remove(watch) }
      return watches
    }
    for watch in watches { inotify?.remove(watch) }
  }

  /// Handles an appearance where a root is expected.
  private func returnOfRoots(_ watch: Int32) {
    let lost = state.withLock { state in
      state.roots.map(\.path).filter { !state.tree.isWatched($0) }
    }
    state.withLock { $0.tree.stopWaiting(watch) }
    inotify?.remove(watch)
    for root in lost {
      var status = stat()
      if root.withCString({ stat($0, &status) }) == 0 { walk([root]) } else { self.watch(root) }
    }
  }

  private func isOurs(_ path: FilePath) -> Bool {
    state.withLock { $0.roots.contains { !$0.isFile && path.isInside($0.path) } }
  }

  private func change(_ body: (inout WatchChanges) -> Void) {
    state.withLock { $0.pending.add(at: .now, body) }
  }
}

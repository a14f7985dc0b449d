import Glibc
internal import Music
import Synchronization
internal import Threads

/// Putting watches on folders.
extension LibraryWatch {
  /// Watches all folders of some trees, on an idle-priority thread of its own, and then has the
  /// trees scanned: changes before a folder was watched were not seen.
  func walk(_ trees: [FilePath]) {
    state.withLock { $0.walks += 1 }
    startWalk(trees)
  }

  /// Starts the thread of a walk that is counted already.
  func startWalk(_ trees: [FilePath]) {
    OwnThread.start(named: "watch walk") { [self] in
      var none = sched_param()
      // Without permission it runs at normal priority, which does no harm; 5 is SCHED_IDLE.
      sched_setscheduler(0, 5, &none)
      for tree in trees { watch(tree) }
      state.withLock { state in
        state.walks -= 1
        for tree in trees { state.pending.add(at: .now) { $0.add(tree: tree) } }
      }
      wake()
    }
  }

  /// Watches a folder and all sub folders that a scan would visit.
  func watch(_ tree: FilePath) {
    guard inotify != nil else { return }
    let roots = state.withLock { $0.roots }
    if let root = roots.first(where: { $0.path == tree }), !isThere(root) {
      return wait(for: tree)
    }
    guard roots.first(where: { $0.path == tree })?.isFile != true else {
      if let folder = tree.parent, !add(folder) { giveUp(tree) }
      return
    }
    let real = roots.filter { !$0.isFile }.map { $0.path.resolved ?? $0.path }
    var goesOn = true
    var walk = FolderWalk(tree, roots: real, skipsFiles: true) { folder in
      if goesOn { goesOn = self.add(folder) }
    }
    while goesOn, walk.next() != nil {
      if state.withLock({ $0.isOver }) { return }
    }
    if !goesOn, let root = roots.first(where: { tree.isInside($0.path) }) { giveUp(root.path) }
  }

  /// Falls back to polling a root that cannot be watched completely.
  private func giveUp(_ root: FilePath) {
    let count = state.withLock { state in
      state.unwatched.insert(root)
      state.updatePeriod(canWatch: true)
      return state.tree.count
    }
    report(.limitReached(folders: count, limit: Inotify.limit))
  }

  /// False when the limit of watches is reached.
  private func add(_ folder: FilePath) -> Bool {
    guard
      state.withLock({ $0.tree.count < bounds.folders || $0.tree.isWatched(folder) })
    else { return false }
    do {
      guard let watch = try addWatch(on: folder, for: .content) else { return false }
      let known = state.withLock { $0.tree[watch] }
      // A link may lead here, too: the known name holds while it is valid.
      if let known, known != folder, isSame(known, folder) { return true }
      state.withLock { $0.tree.set(watch, folder) }
      return true
    } catch {
      // Gone again, or without permission: the following scan finds out.
      return error.code != ENOSPC && error.code != ENOMEM
    }
  }

  /// Adds a watch, in place of those of quiet folders where the limit is reached; nil without
  /// inotify.
  private func addWatch(
    on folder: FilePath, for kinds: Inotify.Kinds
  ) throws(SystemError) -> Int32? {
    guard let inotify else { return nil }
    do throws(SystemError) {
      return try bounds.add(inotify, folder, kinds)
    } catch {
      guard error.code == ENOSPC, let quiet = library.quietFolders.withLock({ $0 }) else {
        throw error
      }
      quiet.giveWay()
      return try bounds.add(inotify, folder, kinds)
    }
  }

  private func isSame(_ one: FilePath, _ other: FilePath) -> Bool {
    var (first, second) = (stat(), stat())
    return one.withCString { stat($0, &first) } == 0
      && other.withCString { stat($0, &second) } == 0
      && first.st_ino == second.st_ino && first.st_dev == second.st_dev
  }

  private func isThere(_ root: ScanTarget) -> Bool {
    var status = stat()
    return root.path.withCString { stat($0, &status) } == 0
  }

  /// Watches the path of an absent root, or its nearest existing ancestor.
  private func wait(for root: FilePath) {
    var folder = root.parent
    while let path = folder {
      do throws(SystemError) {
        guard let watch = try addWatch(on: path, for: .arrivals) else { return }
        state.withLock { $0.tree.wait(watch) }
        // The root may have appeared before the watch was set.
        var status = stat()
        if root.withCString({ stat($0, &status) }) == 0 { walk([root]) }
        return
      } catch {
        guard error.code != ENOSPC else { return giveUp(root) }
        folder = path.parent
      }
    }
  }
}

import Dispatch
package import Glibc
internal import GRDB
package import Music
import Synchronization
internal import Threads

/// Keeps a library current: watches its folders, and has changes scanned.
///
/// One thread sleeps in poll until the system reports something; another one, at idle priority,
/// sets up the watches at the start and ends then. Neither writes to the database: scans do, one
/// after the other, on the library's own queue.
package final class LibraryWatch: Sendable {
  let library: Library
  let inotify: Inotify?
  let state: Mutex<State>
  private let pipe = WakePipe()
  private let scanStop = ScanStop()
  private let notice: @Sendable (WatchNotice) -> Void
  private let scanned: @Sendable (ScanProgress) -> Void
  let bounds: Bounds

  /// Microseconds until the next try after poll fails.
  private static let pause: UInt32 = 500_000

  /// Limits of the watching.
  package struct Bounds: Sendable {
    /// Maximum number of watched folders, where the system does not allow fewer.
    package var folders = Int.max
    /// Interval of polling what cannot be watched.
    package var period = Duration.seconds(300)
    /// Waits for descriptors, as poll(2) does.
    package var poll: @Sendable (_ descriptors: inout [pollfd], _ timeout: Int32) -> Int32 = {
      Glibc.poll(&$0, nfds_t($0.count), $1)
    }
    /// Adds a watch, as inotify_add_watch(2) does.
    package var add: @Sendable (Inotify, FilePath, Inotify.Kinds) throws(SystemError) -> Int32 = {
      (inotify, folder, kinds) throws(SystemError) in try inotify.add(folder, for: kinds)
    }

    package init() {}
  }

  struct State {
    var tree = WatchTree()
    var roots: [ScanTarget] = []
    var pending: WatchPending
    /// Roots where not every change is seen, to be walked periodically.
    var shared: Set<FilePath> = []
    var unwatched: Set<FilePath> = []
    /// Walks that set up watches.
    var walks = 0
    var hasNoticed = false
    var hasSaidWaiting = false
    var isOver = false

    init(period: Duration) { pending = WatchPending(period: period) }
  }

  /// - Parameters:
  ///   - scanned: called on another thread with what a scan of changes found.
  ///   - notice: called on another thread with messages to the user: at most once that something
  ///     cannot be watched, and once each time that storing fails.
  package init(
    _ library: Library, bounds: Bounds = Bounds(),
    scanned: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    notice: @escaping @Sendable (WatchNotice) -> Void
  ) {
    self.library = library
    self.notice = notice
    self.scanned = scanned
    self.bounds = bounds
    state = Mutex(State(period: bounds.period))
    do {
      inotify = try Inotify()
    } catch {
      inotify = nil
      state.withLock { $0.hasNoticed = true }
      notice(.impossible(code: error.code))
    }
  }

  /// Starts watching; changes since the last scan are found once everything is watched.
  package func start() {
    library.rootsChanged.withLock { listener in
      listener = { [weak self] in
        self?.state.withLock { $0.pending.rootsChanged = true }
        self?.pipe.wake()
      }
    }
    library.quietFolders.withLock { $0 = QuietFolders() }
    OwnThread.start(named: "watch") { self.run() }
  }

  /// Stops watching; a running scan stops at the next file.
  package func stop() {
    scanStop.set()
    library.quietFolders.withLock { $0 = nil }
    state.withLock { $0.isOver = true }
    pipe.wake()
  }

  /// The number of watched folders.
  package var watchCount: Int { state.withLock { $0.tree.count } }
  /// Whether everything is watched and no scan is due.
  package var isIdle: Bool {
    state.withLock { $0.walks == 0 && $0.pending.isIdle && !$0.roots.isEmpty }
  }

  func wake() { pipe.wake() }

  func report(_ what: WatchNotice) {
    let isFirst = state.withLock { state in
      defer { state.hasNoticed = true }
      return !state.hasNoticed
    }
    if isFirst { notice(what) }
  }

  /// Reports that storing fails, once until it succeeds; a mere lock is not reported.
  private func tellWaiting(_ error: LibraryError) {
    let reason: String
    switch error {
    case .diskFull(let path): reason = "no space is left, free some (\(path.text))"
    case .readOnly(let path): reason = "\(path.text) cannot be written to"
    default: return
    }
    let isFirst = state.withLock { state in
      defer { state.hasSaidWaiting = true }
      return !state.hasSaidWaiting
    }
    if isFirst { notice(.waiting(reason: reason)) }
  }

  // MARK: The thread

  private func run() {
    let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    defer { if mounts >= 0 { close(mounts) } }
    var table = MountTable()
    updateRoots(table)
    while !state.withLock({ $0.isOver }) {
      var descriptors = [
        pollfd(fd: pipe.readable, events: Int16(POLLIN), revents: 0),
        pollfd(fd: inotify?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        // Always readable; POLLPRI reports a change of the table.
        pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
      ]
      let timeout = state.withLock { $0.pending.timeout(at: .now) }
      let ready = bounds.poll(&descriptors, timeout)
      let code = errno
      if ready < 0 && code != EINTR {
        // Memory may be short for a while: events wait in the descriptors.
        report(.interrupted(code: code))
        usleep(LibraryWatch.pause)
        continue
      }
      pipe.clear()
      if descriptors[1].revents != 0 { takeEvents() }
      if descriptors[2].revents != 0 {
        let now = MountTable()
        apply(table.mounts.symmetricDifference(now.mounts).map(\.path), now)
        table = now
      }
      if state.withLock({ $0.pending.takeRootsChanged() }) { updateRoots(table) }
      state.withLock { state in
        if state.pending.takePeriod(at: .now) {
          for root in state.shared.union(state.unwatched) {
            state.pending.add(at: .now) { $0.add(tree: root) }
          }
        }
      }
      scanIfDue()
    }
  }

  /// Reads the roots, and watches new ones.
  private func updateRoots(_ table: MountTable) {
    let roots: [ScanTarget]
    do {
      roots = try library.database.read { try ScanTarget.all($0) }
    } catch {
      // Locked or damaged: others that use the library report it.
      return
    }
    let (new, gone) = state.withLock { state in
      let known = Set(state.roots.map(\.path))
      let gone = known.filter { path in !roots.contains { path.isInside($0.path) } }
      state.unwatched.subtract(gone)
      state.roots = roots
      state.shared = Set(roots.map(\.path).filter { table.isShared($0) })
      state.updatePeriod(canWatch: inotify != nil)
      let new = roots.map(\.path).filter { !known.contains($0) }
      // Together with the roots: in between all of them would seem watched.
      if !new.isEmpty { state.walks += 1 }
      return (new, gone)
    }
    for root in gone { unwatch(root) }
    guard !new.isEmpty else { return }
    startWalk(new)
  }

  /// Handles file systems mounted or unmounted at these paths.
  private func apply(_ mounts: [FilePath], _ table: MountTable) {
    let roots = state.withLock { $0.roots }
    var trees: [FilePath] = []
    for root in roots {
      let real = root.path.resolved ?? root.path
      for mount in mounts {
        if root.path.isInside(mount) || real.isInside(mount) {
          trees.append(root.path)
        } else if mount.isInside(real) {
          trees.append(FilePath(bytes: root.path.bytes + mount.bytes.dropFirst(real.bytes.count)))
        }
      }
    }
    guard !trees.isEmpty else { return }
    state.withLock { state in
      state.shared = Set(roots.map(\.path).filter { table.isShared($0) })
      state.updatePeriod(canWatch: inotify != nil)
      for tree in trees { state.pending.add(at: .now) { $0.add(tree: tree) } }
    }
    walk(trees)
  }

  // MARK: Scanning

  private func scanIfDue() {
    guard let changes = state.withLock({ $0.pending.popDue(at: .now) }) else { return }
    library.scanQueue.async { [self] in
      do {
        var progress = ScanProgress()
        let (unsettled, linked) = try library.withScan(stop: scanStop, progress: { _ in }) { scan in
          defer { progress = scan.progress }
          return try scan.run(changes)
        }
        for root in linked { watch(root) }
        state.withLock { state in
          state.pending.scanned(unsettled: unsettled, at: .now)
          state.hasSaidWaiting = false
        }
        if progress.hasChanges { scanned(progress) }
      } catch {
        // Another process holds the database, or the disk is full: nothing is lost by waiting.
        state.withLock { $0.pending.failed(changes, at: .now) }
        tellWaiting(library.failure(error))
      }
      wake()
    }
  }
}

extension LibraryWatch.State {
  mutating func updatePeriod(canWatch: Bool) {
    if !canWatch { unwatched = Set(roots.map(\.path)) }
    pending.setPeriodic(!shared.isEmpty || !unwatched.isEmpty, at: .now)
  }
}

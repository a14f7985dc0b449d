import Glibc
internal import Music
import Synchronization

/// Finds quiet folders: those whose files a scan need not stat, since the system has reported no
/// change of them since an earlier scan did.
///
/// Has an inotify descriptor of its own, with every single write to a file, which would wake the
/// thread of `LibraryWatch` all the time. Nobody waits for this one: it is read when a scan of a
/// whole root begins. Used by the scans of one library, which run one after the other, and by their
/// listers.
final class QuietFolders: @unchecked Sendable {
  // because all mutable state, that of the folders included, is accessed with `access` locked only.
  private let access = Mutex(())
  /// Nil until the first folder is watched, and again once events were lost.
  private var inotify: Inotify?
  private var roots: [FilePath: QuietFolder] = [:]
  private var watched: [Int32: QuietFolder] = [:]
  /// Whether the system reports every change of a file, by device.
  private var complete: [UInt64: Bool] = [:]
  /// Whether the user's limit was reached: others need the watches more.
  private var isOver = false
  private let mounts = MountChanges()
  private let maximumCount: Int
  private let maximumBatches: Int

  /// The part of the user's watches that is for `LibraryWatch` and other programs.
  private static let reserve = 4

  /// - Parameters:
  ///   - maximumCount: of watches.
  ///   - maximumBatches: of events that one update reads.
  init(maximumCount: Int = Inotify.limit / QuietFolders.reserve, maximumBatches: Int = 1_024) {
    self.maximumCount = maximumCount
    self.maximumBatches = maximumBatches
  }

  /// Takes in all changes up to now; to be called before `quietListing`.
  ///
  /// - Parameter roots: all roots of the library.
  func update(_ roots: [FilePath]) {
    access.withLock { _ in
      // Another file system may be at any path.
      if mounts.haveChanged() { return reset() }
      for (path, folder) in self.roots where !roots.contains(path) {
        forget(folder)
        self.roots[path] = nil
      }
      for _ in 0..<maximumBatches {
        guard let events = inotify?.read(), !events.isEmpty else { return }
        for event in events {
          if event.kinds.contains(.overflowed) { return reset() }
          receive(event)
        }
      }
      // Events come as fast as they are read: the rest is given up, as lost ones are.
      reset()
    }
  }

  /// The folder of a root.
  func root(_ path: FilePath) -> QuietFolder {
    access.withLock { _ in
      if let known = roots[path] { return known }
      let folder = QuietFolder()
      roots[path] = folder
      return folder
    }
  }

  /// Removes all watches for good, for others that need them.
  func giveWay() {
    access.withLock { _ in
      reset()
      isOver = true
    }
  }

  /// The listing of a quiet folder, without its names of files; nil for any other.
  ///
  /// - Parameter top: the path of a root, whose outer folders are not watched.
  func quietListing(of folder: QuietFolder, top: FilePath? = nil) -> DirectoryListing? {
    access.withLock { _ in
      guard !folder.isChanging, !folder.isStale, folder.watch != nil, let contents = folder.contents
      else { return nil }
      if let top {
        var status = stat()
        guard top.withCString({ stat($0, &status) }) == 0,
          DirectoryListing.Identity(status) == contents.identity
        else { return nil }
      }
      return DirectoryListing(contents, inner: folder.inner)
    }
  }

  /// Watches a folder that is about to be listed.
  func willList(_ folder: QuietFolder, at path: FilePath) {
    access.withLock { _ in
      let watch = watch(folder, at: path)
      // The folder had another name until now.
      if let watch, let other = watched[watch], other !== folder { other.watch = nil }
      // Without this watch until now, changes of the names in it were not seen.
      if watch == nil || folder.watch != watch { forget(folder) }
      // The listing may fail: then there is none.
      (folder.isStale, folder.contents) = (false, nil)
      guard let watch else { return }
      watched[watch] = folder
      folder.watch = watch
    }
  }

  /// Notes the listing of a folder, and adds to it the folders in that.
  func note(_ listing: inout DirectoryListing, of folder: QuietFolder, at path: FilePath) {
    access.withLock { _ in
      let all = folder.inner
      let old = folder.identity == listing.identity ? all : []
      folder.identity = listing.identity
      folder.contents = nil
      // The target of a link may be moved without an event.
      guard listing.isPlain, folder.watch != nil, isComplete(listing.identity.device, path) else {
        for inner in all { forget(inner.folder) }
        folder.inner = []
        return
      }
      folder.inner = inner(listing.folders, old)
      let kept = Set(folder.inner.map { ObjectIdentifier($0.folder) })
      for inner in all where !kept.contains(ObjectIdentifier(inner.folder)) { forget(inner.folder) }
      folder.contents = QuietFolder.Contents(listing)
      listing.inner = folder.inner
    }
  }

  // MARK: Watches

  private func watch(_ folder: QuietFolder, at path: FilePath) -> Int32? {
    guard !isOver, folder.watch != nil || watched.count < maximumCount else { return nil }
    do throws(SystemError) {
      if inotify == nil { inotify = try Inotify() }
      return try inotify?.add(path, for: .everything)
    } catch {
      switch error.code {
      case ENOSPC, ENOMEM, EMFILE, ENFILE:
        reset()
        isOver = true
      // Gone again, or without permission.
      default: break
      }
      return nil
    }
  }

  private func isComplete(_ device: UInt64, _ path: FilePath) -> Bool {
    if let known = complete[device] { return known }
    let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let isComplete = FileSystemTimes.areWatchable(descriptor)
    complete[device] = isComplete
    return isComplete
  }

  private func receive(_ event: Inotify.Event) {
    guard let folder = watched[event.watch] else { return }
    if event.kinds.contains(.ended) { folder.watch = nil }
    if !event.kinds.isDisjoint(with: [.ended, .selfDeleted, .selfMoved, .unmounted]) {
      forget(folder)
      if event.kinds.contains(.ended) { watched[event.watch] = nil }
    } else if event.kinds.contains(.folder) {
      folder.isStale = true
      // Another folder may have the name now, while a program still has the former one open, so that
      // its end is not reported.
      if event.kinds.contains(.attributes) { return }
      let index = folder.inner.partitioningIndex {
        !$0.name.lexicographicallyPrecedes(event.name)
      }
      guard index < folder.inner.count, folder.inner[index].name == event.name else { return }
      forget(folder.inner[index].folder)
    } else {
      // Its writer, or the next one, may have it mapped, of which nothing is reported.
      folder.isChanging = true
    }
  }

  /// Forgets a folder with its subtree.
  private func forget(_ folder: QuietFolder) {
    leave(folder)
    (folder.contents, folder.isStale) = (nil, true)
    for inner in folder.inner { forget(inner.folder) }
    folder.inner = []
  }

  private func leave(_ folder: QuietFolder) {
    guard let watch = folder.watch else { return }
    folder.watch = nil
    watched[watch] = nil
    inotify?.remove(watch)
  }

  private func reset() {
    inotify = nil
    watched = [:]
    // Listers may have some of these folders still.
    for folder in roots.values { forget(folder) }
    (roots, complete) = ([:], [:])
  }

  /// The folders in a folder, with those that are known; both in the order of their names.
  private func inner(
    _ names: [[UInt8]], _ old: [QuietFolder.Inner]
  ) -> [QuietFolder.Inner] {
    guard !old.isEmpty else { return names.map { QuietFolder.Inner(name: $0) } }
    let known = Dictionary(old.map { ($0.name, $0.folder) }) { first, _ in first }
    return names.map { QuietFolder.Inner(name: $0, folder: known[$0] ?? QuietFolder()) }
  }
}

import Dispatch
internal import GRDB
package import Music
import Synchronization
internal import Threads

/// The only access to the user's data: tracks, playlists, mix slots, settings.
///
/// Every writing method is one transaction, committed before it returns. The cooperative threads
/// only hand work over; they never wait for the database.
package final class Library: Sendable {
  /// The path of the database; empty for one in memory.
  package let path: FilePath
  /// The repair at this opening, where the library was damaged.
  package let recovered: Recovery?
  let database: LibraryDatabase
  let historyBounds: HistoryBounds
  let notifier = ChangeNotifier()
  let lists = Mutex(ListCache())
  let playlistCache = Mutex(PlaylistCache())
  let mixPoints = Mutex(MixPointCache())
  let smartTotals = Mutex(SmartTotals())
  let catalog: LiveCatalog
  let waveforms: WaveformStore
  /// The last revision seen of the database, for detecting edits by other processes.
  let noticed = Mutex<Revision?>(nil)
  /// The changes from which no book was to be formed.
  let bookChanges = Mutex(UneventfulChanges())
  /// Counts the edits of changes that wait for servers for sharing, of this process.
  let sharedEdits = Atomic(0)
  /// Serial queue of scans.
  let scanQueue = DispatchQueue(label: "library.scan")

  /// Finds downloads of servers' tracks, which are analysed as files are.
  let downloads: DownloadLookup

  /// Called when a scan may have added roots.
  let rootsChanged = Mutex<(@Sendable () -> Void)?>(nil)

  /// Folders that scans may leave out; nil while the folders are not watched.
  let quietFolders = Mutex<QuietFolders?>(nil)

  /// Seconds to wait for another process to release its lock.
  private static let patience: Double = 5

  /// Opens the library at a path; creates the file and its folders where there are none.
  ///
  /// A damaged library of ours is set aside, and its newest good backup opened in its place.
  ///
  /// - Parameters:
  ///   - isOurs: whether a file at this path is a library of ours whatever its header says.
  ///   - listsSoon: whether the catalog is loaded at once, not with the first list.
  ///   - notice: called with what a user should know of the opening, before this returns.
  ///   - downloads: of servers' tracks.
  /// - Throws: `.newer`, `.foreign` and `.damaged` leave the file as it is.
  package init(
    at path: FilePath, isOurs: Bool = false, listsSoon: Bool = true,
    history: HistoryBounds = HistoryBounds(),
    notice: @escaping (OpeningNotice) -> Void = { _ in },
    downloads: @escaping DownloadLookup = { _ in nil }
  ) throws(LibraryError) {
    let path = path.withoutLink
    self.path = path
    historyBounds = history
    self.downloads = downloads
    catalog = LiveCatalog(beside: path)
    if listsSoon { catalog.openFile() }
    var found: Recovery?
    database = try LibraryOpening(path: path, isOurs: isOurs) {
      if case .recovered(let recovery) = $0 { found = recovery }
      notice($0)
    }.open()
    do {
      try database.writer.writeWithoutTransaction { try $0.createListTriggers() }
    } catch {
      throw LibraryError(error, at: path)
    }
    recovered = found
    waveforms = WaveformStore(beside: path)
    beginCatalog(atOnce: listsSoon)
  }

  private init(database: LibraryDatabase) {
    path = FilePath("")
    recovered = nil
    historyBounds = HistoryBounds()
    downloads = { _ in nil }
    self.database = database
    catalog = LiveCatalog(beside: nil)
    waveforms = WaveformStore(beside: nil)
    beginCatalog(atOnce: true)
  }

  private func beginCatalog(atOnce: Bool) {
    catalog.begin(database, atOnce: atOnce) { [weak self] in
      self?.lists.withLock { $0 = ListCache() }
      self?.notifier.signal()
    }
  }

  /// A library in memory, for the life of the process.
  package static func inMemory() throws(LibraryError) -> Library {
    do {
      let database = try LibraryDatabase(inMemory: configuration)
      try Schema.update(database.writer)
      try database.writer.writeWithoutTransaction { try $0.createListTriggers() }
      return Library(database: database)
    } catch {
      throw LibraryError(error, at: FilePath(":memory:"))
    }
  }

  /// Saves the catalog for the next start, where enough of it has changed; waits for the disk on
  /// another thread than the caller's. Without it the library opens more slowly.
  package func saveCatalog() async {
    let (catalog, database) = (catalog, database)
    await catalog.ready()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      scanQueue.async {
        catalog.save(database)
        continuation.resume()
      }
    }
  }

  /// Returns when the catalog takes no more memory than it has to: after a rebuild, once it has
  /// been written; else at once.
  package func catalogSaved() async { await catalog.saved() }

  /// Checkpoints the log into the database file, for the end of the process, where others may still
  /// hold the library.
  ///
  /// Running reads and writes are interrupted, and waited for at most a second: committed
  /// transactions are safe without the checkpoint.
  package func checkpoint() {
    let done = DispatchSemaphore(value: 0)
    OwnThread.start(named: "settle") { [database] in
      database.interrupt()
      // The next writer makes up for a failed checkpoint.
      try? database.writer.writeWithoutTransaction { db in
        guard db.totalChangesCount > 0 else { return }
        // Other processes are not waited for.
        try db.execute(sql: "PRAGMA busy_timeout = 200")
        try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      done.signal()
    }
    _ = done.wait(timeout: .now() + 1)
  }

  /// Whether lists have to wait: for moments or, where the catalog is rebuilt, for seconds.
  package var isReading: Bool { catalog.isReading }

  /// Yields after changes of anything that lists show, at most ten times a second.
  ///
  /// There is one stream: one task should listen to it.
  package var changes: AsyncStream<Void> { notifier.stream }

  /// The number of changes that were reported, or are about to be.
  package var changeCount: Int { notifier.count }

  static var configuration: Configuration {
    var configuration = Configuration.guarded { db in
      // In WAL mode a commit is safe from the death of the process without waiting for the
      // disk; a power cut may take the last commits, and never more than those.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      // Readers fetch rows by number; each of them has a cache of its own.
      try db.execute(sql: "PRAGMA cache_size = -\(db.configuration.readonly ? 4_000 : 16_000)")
      // A log that one large edit has grown is truncated again; in bytes.
      try db.execute(sql: "PRAGMA journal_size_limit = 33554432")
    }
    configuration.busyMode = .timeout(patience)
    return configuration
  }
}

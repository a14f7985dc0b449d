import Dispatch
internal import GRDB
package import Music
import Synchronization
internal import Threads

/// The one door to what the user owns: tracks, playlists, mix slots, settings.
///
/// Every method that writes is one transaction, committed before it returns. Nothing here runs
/// on the cooperative threads for longer than it takes to hand the work over.
package final class Library: Sendable {
  /// Where it is; empty for one in memory.
  package let path: FilePath
  /// What was done at this opening about a library that was damaged.
  package let recovered: Recovery?
  let database: any DatabaseWriter
  let historyBounds: HistoryBounds
  let notifier = ChangeNotifier()
  let lists = Mutex(ListCache())
  let smartTotals = Mutex(SmartTotals())
  let catalog: LiveCatalog
  let waveforms: WaveformStore
  /// The state of the database that was looked at last, to notice what others did to it.
  let noticed = Mutex<Revision?>(nil)
  /// Scans run on it one after the other.
  let scanQueue = DispatchQueue(label: "library.scan")

  /// Called when folders were given that may be new roots.
  let rootsChanged = Mutex<(@Sendable () -> Void)?>(nil)

  /// Seconds to wait for another process to let go of the database.
  private static let patience: Double = 5

  /// Opens the library in a file, which is made with its folders when it is not there.
  ///
  /// A damaged library of ours is set aside, and its newest good backup opened in its place.
  ///
  /// - Parameters:
  ///   - isOurs: whether whatever lies there is a library of ours by its place.
  ///   - listsSoon: whether what lists are made from is made ready at once, not with the first one.
  ///   - notice: told what a user should know of the opening, before it returns.
  /// - Throws: `.newer`, `.foreign` and `.damaged` leave the file as it is.
  package init(
    at path: FilePath, isOurs: Bool = false, listsSoon: Bool = true,
    history: HistoryBounds = HistoryBounds(),
    notice: @escaping (OpeningNotice) -> Void = { _ in }
  ) throws(LibraryError) {
    let path = path.withoutLink
    self.path = path
    historyBounds = history
    catalog = LiveCatalog(beside: path)
    if listsSoon { catalog.openFile() }
    var found: Recovery?
    database = try LibraryOpening(path: path, isOurs: isOurs) {
      if case .recovered(let recovery) = $0 { found = recovery }
      notice($0)
    }.open()
    recovered = found
    waveforms = WaveformStore(beside: path)
    beginCatalog(atOnce: listsSoon)
  }

  private init(database: any DatabaseWriter) {
    path = FilePath("")
    recovered = nil
    historyBounds = HistoryBounds()
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

  /// A library that is gone with the process.
  package static func inMemory() throws(LibraryError) -> Library {
    do {
      let database = try DatabaseQueue(configuration: configuration)
      try Schema.migrator.migrate(database)
      return Library(database: database)
    } catch {
      throw LibraryError(error, at: FilePath(":memory:"))
    }
  }

  /// Keeps what lists are made from for the next time, where enough of it is new; waits for the
  /// disk, on another thread than the caller's. Without it the library opens more slowly.
  package func keepCatalog() async {
    let (catalog, database) = (catalog, database)
    await catalog.ready()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      scanQueue.async {
        catalog.save(database)
        continuation.resume()
      }
    }
  }

  /// Returns when what lists are made from takes no more memory than it has to: where it is made
  /// anew, when it has been written; else at once.
  package func catalogKept() async { await catalog.kept() }

  /// Brings what was committed here into the one file, which is then whole without its log: for the
  /// end of the process, where others may still hold on to the library.
  ///
  /// What reads and writes at the moment is interrupted, and waited for at most a second: what was
  /// committed is safe without it.
  package func settle() {
    let settled = DispatchSemaphore(value: 0)
    OwnThread.start(named: "settle") { [database] in
      database.interrupt()
      // Whoever changes something next does what could not be done.
      try? database.writeWithoutTransaction { db in
        guard db.totalChangesCount > 0 else { return }
        // Other processes are not waited for.
        try db.execute(sql: "PRAGMA busy_timeout = 200")
        try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
      settled.signal()
    }
    _ = settled.wait(timeout: .now() + 1)
  }

  /// Whether lists have to wait, for moments or, where the catalog is made anew, for seconds.
  package var isReading: Bool { catalog.isReading }

  /// Yields after changes of anything that lists show, at most ten times a second.
  ///
  /// There is one stream: one task should listen to it.
  package var changes: AsyncStream<Void> { notifier.stream }

  static var configuration: Configuration {
    var configuration = Configuration.guarded { db in
      // In WAL mode a commit is safe from the death of the process without waiting for the
      // disk; a power cut may take the last commits, and never more than those.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      // Readers fetch rows by number; each of them has a cache of its own.
      try db.execute(sql: "PRAGMA cache_size = -\(db.configuration.readonly ? 4_000 : 16_000)")
      // A log that one large edit has made long is cut again, to bytes.
      try db.execute(sql: "PRAGMA journal_size_limit = 33554432")
    }
    configuration.busyMode = .timeout(patience)
    return configuration
  }
}

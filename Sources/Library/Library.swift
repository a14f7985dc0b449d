import Foundation
internal import GRDB
package import Music
import Synchronization

/// The one door to what the user owns: tracks, playlists, mix slots, settings.
///
/// Every method that writes is one transaction, committed before it returns. Nothing here runs
/// on the cooperative threads for longer than it takes to hand the work over.
package final class Library: Sendable {
  /// Where it is; empty for one in memory.
  package let path: FilePath
  let database: any DatabaseWriter
  let notifier = ChangeNotifier()
  let lists = Mutex(ListCache())
  let catalog: LiveCatalog
  /// The state of the database that was looked at last, to notice what others did to it.
  let noticed = Mutex<Revision?>(nil)
  /// Scans run on it one after the other.
  let scanQueue = DispatchQueue(label: "library.scan")

  /// Called when folders were given that may be new roots.
  let rootsChanged = Mutex<(@Sendable () -> Void)?>(nil)

  /// Seconds to wait for another process to let go of the database.
  private static let patience: TimeInterval = 5

  /// Opens the library in a file, which is made with its folders when it is not there.
  ///
  /// - Throws: `.newer` and `.damaged` leave the file as it is.
  package init(at path: FilePath) throws(LibraryError) {
    self.path = path
    database = try Library.opened(at: path)
    catalog = LiveCatalog(beside: path)
    beginCatalog()
  }

  private init(database: any DatabaseWriter) {
    path = FilePath("")
    self.database = database
    catalog = LiveCatalog(beside: nil)
    beginCatalog()
  }

  private func beginCatalog() {
    catalog.begin(database) { [weak self] in
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

  /// Whether lists have to wait, for moments or, where the catalog is made anew, for seconds.
  package var isReading: Bool { catalog.isReading }

  /// Yields after changes of anything that lists show, at most ten times a second.
  ///
  /// There is one stream: one task should listen to it.
  package var changes: AsyncStream<Void> { notifier.stream }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { db in
      // In WAL mode a commit is safe from the death of the process without waiting for the
      // disk; a power cut may take the last commits, and never more than those.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      // Readers fetch rows by number; each of them has a cache of its own.
      try db.execute(sql: "PRAGMA cache_size = -\(db.configuration.readonly ? 4_000 : 16_000)")
    }
    return configuration
  }

  private static func opened(at path: FilePath) throws(LibraryError) -> any DatabaseWriter {
    do {
      guard let name = String(validating: path.bytes, as: UTF8.self) else {
        throw LibraryError.cannotOpen(path, reason: "its name is not UTF-8")
      }
      if let folder = path.parent {
        try FileManager.default.createDirectory(
          atPath: folder.text, withIntermediateDirectories: true)
      }
      try examine(name, path)
      let database = try DatabasePool(path: name, configuration: configuration)
      try Schema.migrator.migrate(database)
      return database
    } catch let error as CocoaError {
      let reason = (error.underlying as? POSIXError).map { systemText($0.code.rawValue) }
      throw .cannotOpen(path, reason: reason ?? "its folder cannot be made")
    } catch {
      throw LibraryError(error, at: path)
    }
  }

  /// Refuses what is not ours before anything is written to it.
  private static func examine(_ name: String, _ path: FilePath) throws {
    if let folder = path.parent, folder.withCString({ access($0, W_OK) }) != 0 {
      let code = errno
      // The log beside the database cannot be written either, whatever the file's own rights.
      guard access(name, F_OK) != 0 else { throw LibraryError.readOnly(path) }
      throw LibraryError.cannotOpen(path, reason: systemText(code))
    }
    var status = stat()
    guard stat(name, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LibraryError.cannotOpen(path, reason: "it is not a file")
    }
    guard access(name, R_OK | W_OK) == 0 else {
      throw errno == EACCES && access(name, R_OK) != 0
        ? LibraryError.cannotOpen(path, reason: systemText(EACCES)) : LibraryError.readOnly(path)
    }
    guard status.st_size > 0 else { return }
    var looking = configuration
    looking.readonly = true
    try DatabaseQueue(path: name, configuration: looking).read { db in
      let owner = try Int.fetchOne(db, sql: "PRAGMA application_id")
      let isEmpty =
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_master)") ?? true
      guard owner == Schema.applicationID || (owner == 0 && isEmpty) else {
        throw LibraryError.damaged(path)
      }
      if try Schema.migrator.hasBeenSuperseded(db) { throw LibraryError.newer(path) }
    }
  }
}

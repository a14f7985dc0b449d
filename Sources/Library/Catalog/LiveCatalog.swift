internal import Catalog
import Dispatch
internal import GRDB
internal import Music
import Synchronization

/// The catalog of an open library: read from its file, rebuilt on a thread of its own, or made by
/// the first scan, and updated by the changes since, a few rows at a time.
final class LiveCatalog: Sendable {
  /// The path of the catalog's file; nil for a library in memory.
  let path: FilePath?
  let state = Mutex(State())
  /// Queue of the prefetch; nobody waits for it.
  let prefetchQueue = DispatchQueue(label: "catalog.ahead", qos: .utility)

  struct State {
    var catalog: Catalog?
    /// The conditions that the catalog shows; nil until requested.
    var conditions: CatalogConditions?
    var failure: (any Error)?
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Tracks changed since the file was written.
    var unsaved = 0
    /// The file it was read from, until its checksum has been verified: a damaged one must not be
    /// saved under a new checksum.
    var unverified: CatalogFile?
    /// The folders likely to be opened next.
    var folders: [FilePath] = []
    var isPrefetchDue = false
    /// Starts loading the catalog; nil once begun.
    var beginning: (@Sendable () -> Void)?
    /// The catalog's search count when its texts were released.
    var searchesAtRelease = 0
    var isReleaseDue = false
    /// Saves the catalog; nil before loading began.
    var saving: (@Sendable () -> Void)?
    /// Nothing else allocates while it is rebuilt and written.
    var isBeingSaved = false
    var waitingUntilSaved: [CheckedContinuation<Void, Never>] = []
    var isSaveDue = false
    var triesToSave = 0
  }

  /// Held by whoever writes the file.
  let saving = Mutex(())

  /// Opens the file while the database is being opened: validating it takes as long as that at a
  /// million tracks.
  private let openingQueue = DispatchQueue(label: "catalog.file", qos: .userInitiated)
  private let opened = Mutex<Opened?>(nil)
  /// The catalog that a scan has made; nil once it is in use.
  let scanned = Mutex<ScannedCatalog?>(nil)

  private struct Opened {
    var file: CatalogFile
    var catalog: Catalog
  }

  /// Fewer changes than this are read again at the next opening instead of writing the whole file
  /// when the library is closed.
  static let fewChanges = 200

  private static let restBeforeCheck = Duration.milliseconds(200)

  /// Rows merged at once, which bounds the memory.
  private static let batch = 20_000

  init(beside database: FilePath?) {
    path = database.map { FilePath(bytes: $0.bytes + Array("-catalog".utf8)) }
  }

  // MARK: Opening

  /// Begins to open the file before the state of the database is known.
  func openFile() {
    openingQueue.async { [self] in readFile() }
  }

  private func readFile() {
    guard let path else { return }
    do throws(CatalogFileError) {
      let file = try CatalogFile(at: path)
      let catalog = try file.catalog()
      opened.withLock { $0 = Opened(file: file, catalog: catalog) }
    } catch {
      // Whatever is wrong with the file, the database has all of it.
    }
  }

  /// Loads the catalog on another thread, at once or when it is first waited for.
  ///
  /// - Parameter wasWrong: Called when lists turn out to be built from a damaged file.
  func begin(
    _ database: LibraryDatabase, atOnce: Bool, wasWrong: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.saving = { [weak self] in self?.saveRebuilt(database) }
      state.beginning = { [weak self] in
        // Not a thread of Foundation's: it releases what it holds after its thread-local storage is
        // gone, and a database that is closed then damages the heap.
        let queue = DispatchQueue(label: "catalog")
        queue.async { [weak self] in
          guard let self else { return }
          guard open(database) else { return saveRebuilt(database) }
          // The first lists need the processors more.
          queue.async(after: LiveCatalog.restBeforeCheck) { [weak self] in
            guard let self else { return }
            if !isVerified() {
              remake(database)
              wasWrong()
            }
            saveRebuilt(database)
          }
        }
      }
    }
    if atOnce { beginIfNeeded() }
  }

  private func beginIfNeeded() {
    let beginning = state.withLock { state in
      defer { state.beginning = nil }
      return state.beginning
    }
    beginning?()
  }

  /// Whether lists have been requested yet.
  var isBegun: Bool { state.withLock { $0.beginning == nil } }

  /// Returns when lists can be built; at once in all but the first moments.
  func ready() async {
    beginIfNeeded()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isReady = state.withLock { state in
        let isReady = state.catalog != nil || state.failure != nil
        if !isReady { state.waiting.append(continuation) }
        return isReady
      }
      if isReady { continuation.resume() }
    }
  }

  /// Whether lists cannot be built yet.
  var isReading: Bool { state.withLock { $0.catalog == nil && $0.failure == nil } }

  /// Whether the catalog's file is undamaged; reads all of it the first time.
  func isVerified() -> Bool {
    guard let file = state.withLock({ $0.unverified }) else { return true }
    guard file.isSound() else { return false }
    state.withLock { if $0.unverified === file { $0.unverified = nil } }
    return true
  }

  /// Opens the file where it matches the database, and rebuilds the catalog where not.
  ///
  /// - Returns: Whether the file was opened, and has yet to be verified.
  private func open(_ database: LibraryDatabase) -> Bool {
    do {
      // One reading, during which other threads open connections of their own.
      let known = try database.read { db in
        let folders = try db.likelyFolders()
        state.withLock { $0.folders = folders }
        let version = try db.catalogVersion()
        let (file, known) = saved(version) ?? (nil, madeByScan(version))
        guard let known, let changed = try bringUpToDate(known, db) else {
          return nil as (CatalogFile?, Catalog, Int, CatalogConditions?)?
        }
        guard let file else { return (nil, known, LiveCatalog.fewChanges, nil) }
        let conditions = try CatalogConditions(
          db, at: try Revision.current(db), known: known.conditions)
        return (file, known, changed, conditions)
      }
      if let (file, catalog, changed, conditions) = known {
        conditions?.apply(to: catalog)
        if file != nil { catalog.prepareLists() }
        publish(.success(catalog), unsaved: changed, from: file, conditions)
        return file != nil
      }
      publish(.success(try buildCatalog(database)), unsaved: LiveCatalog.fewChanges)
    } catch {
      publish(.failure(error), unsaved: 0)
    }
    return false
  }

  private func saved(_ version: CatalogVersion) -> (CatalogFile, Catalog)? {
    // Waits for the opening in progress.
    let known = openingQueue.sync {
      if opened.withLock({ $0 == nil }) { readFile() }
      return opened.withLock { opened in
        defer { opened = nil }
        return opened
      }
    }
    // A file with a later change than the database belongs to one that was replaced.
    guard let known, known.file.shows(version), known.catalog.version.change <= version.change
    else { return nil }
    return (known.file, known.catalog)
  }

  private func buildCatalog(_ database: LibraryDatabase) throws -> Catalog {
    try database.read { try buildCatalog($0) }
  }

  private func buildCatalog(_ db: Database) throws -> Catalog {
    let catalog = Catalog(try db.catalogVersion())
    try db.fill(catalog)
    return catalog
  }

  private func remake(_ database: LibraryDatabase) {
    do {
      publish(.success(try buildCatalog(database)), unsaved: LiveCatalog.fewChanges)
    } catch {
      publish(.failure(error), unsaved: 0)
    }
  }

  private func publish(
    _ outcome: Result<Catalog, any Error>, unsaved: Int, from file: CatalogFile? = nil,
    _ conditions: CatalogConditions? = nil
  ) {
    let waiting = state.withLock { state in
      switch outcome {
      case .success(let catalog):
        state.catalog = catalog
        state.failure = nil
        state.unsaved = unsaved
        state.isBeingSaved = unsaved >= LiveCatalog.fewChanges
        state.unverified = file
      case .failure(let error):
        if state.catalog == nil { state.failure = error }
      }
      state.conditions = conditions
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
    prefetch()
  }

  // MARK: Using

  /// Calls with exclusive access to the catalog, at the database's state or a later one.
  func use<Outcome: Sendable>(
    _ db: Database, _ revision: Revision, _ body: (Catalog) throws -> Outcome
  ) throws -> Outcome {
    let (outcome, isWorkDue, isNew) = try state.withLock { state in
      // The next caller retries a failed read.
      var isNew = state.catalog == nil
      let catalog = try state.catalog ?? buildCatalog(db)
      (state.catalog, state.failure) = (catalog, nil)
      let changed = try bringUpToDate(catalog, db)
      state.unsaved += changed ?? LiveCatalog.fewChanges
      if changed == nil {
        state.catalog = try buildCatalog(db)
        isNew = true
        state.conditions = nil
      }
      let current = state.catalog ?? catalog
      if state.conditions?.revision != revision.tracks {
        let conditions = try CatalogConditions(db, at: revision)
        conditions.apply(to: current, since: state.conditions)
        state.conditions = conditions
      }
      let outcome = try body(current)
      let isWorkDue =
        !state.isPrefetchDue && !state.isBeingSaved && current.hasPrefetch(state.folders)
      if current.searches != state.searchesAtRelease { releaseSearchesLater(&state) }
      return (outcome, isWorkDue, isNew)
    }
    if isWorkDue { prefetch() }
    if isNew { saveLater() }
    return outcome
  }

  /// Reads the changes since; returns their number, or nil where the catalog cannot take them.
  private func bringUpToDate(_ catalog: Catalog, _ db: Database) throws -> Int? {
    let version = try db.catalogVersion()
    let known = catalog.version.change
    guard known < version.change else { return 0 }
    var removed = try db.tracksRemoved(after: known)
    var (count, isMerged, hasMore) = (removed.count, true, true)
    var reader = try CatalogReader(db, changedAfter: known)
    var batch = CatalogBatch()
    while hasMore, isMerged {
      hasMore = try reader.read(LiveCatalog.batch, into: &batch)
      isMerged = catalog.apply(batch, removed: removed)
      count += batch.count
      removed = []
      batch.removeAll()
    }
    guard isMerged else { return nil }
    catalog.version = version
    return count
  }
}

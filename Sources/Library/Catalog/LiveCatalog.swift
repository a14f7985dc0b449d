internal import Catalog
import Dispatch
internal import GRDB
internal import Music
import Synchronization

/// The catalog of an open library: read from its file or made anew on a thread of its own, and
/// brought up to date by what has changed since, a few rows at a time.
final class LiveCatalog: Sendable {
  /// Where the catalog is kept; nil for a library in memory.
  let path: FilePath?
  let state = Mutex(State())
  /// Where what lists may need is made ahead, with nobody waiting.
  let aheadQueue = DispatchQueue(label: "catalog.ahead", qos: .utility)

  struct State {
    var catalog: Catalog?
    /// The revision of tracks for which it is known what is offline, and that.
    var rootsRevision: Int64?
    var offline: OfflineFolders?
    /// The grades that energies of the catalog are told by; nil until it was asked for them.
    var energyGrades: [Float]?
    var failure: (any Error)?
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Tracks that were changed since the file was written.
    var unsaved = 0
    /// The file that it comes from, while nobody knows yet whether that is what was written:
    /// another one made of it would never be found out.
    var unverified: CatalogFile?
    /// The folders that are likely to be looked into.
    var folders: [FilePath] = []
    var isAheadDue = false
    /// Has it made ready; nil once that was begun.
    var beginning: (@Sendable () -> Void)?
    /// The catalog's searches when its texts were let go of.
    var searchesLetGo = 0
    var isLettingGoDue = false
    /// Has the catalog kept; nil before it was begun.
    var keeping: (@Sendable () -> Void)?
    /// While it is made and written nothing else takes memory.
    var isBeingKept = false
    var waitingUntilKept: [CheckedContinuation<Void, Never>] = []
    var isKeepingDue = false
    var triesToKeep = 0
  }

  /// Held by whoever writes the file.
  let saving = Mutex(())

  /// Opens the file while the database is being opened: looking through what it says takes as long
  /// as that at a million tracks.
  private let openingQueue = DispatchQueue(label: "catalog.file", qos: .userInitiated)
  private let opened = Mutex<Opened?>(nil)

  private struct Opened {
    var file: CatalogFile
    var catalog: Catalog
  }

  /// So few changes are read anew when the library is opened rather than all written when it is
  /// closed.
  static let fewChanges = 200

  private static let restBeforeCheck: DispatchTimeInterval = .milliseconds(200)

  /// Rows that are merged at once: what they take of memory is bounded by that.
  private static let batch = 20_000

  init(beside database: FilePath?) {
    path = database.map { FilePath(bytes: $0.bytes + Array("-catalog".utf8)) }
  }

  // MARK: Opening

  /// Begins to open the file before it is known what the database says.
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
      // Whatever is wrong with the file, the database has it all.
    }
  }

  /// Has the catalog made ready on another thread, at once or when it is first waited for.
  ///
  /// - Parameter wasWrong: Called when it turns out that lists were made from a damaged file.
  func begin(
    _ database: any DatabaseWriter, atOnce: Bool, wasWrong: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      state.keeping = { [weak self] in self?.keepMade(database) }
      state.beginning = { [weak self] in
        // Not a thread of Foundation's: one gives up what it holds when all that it has of its own
        // is gone already, and a database that is closed then damages the heap.
        let queue = DispatchQueue(label: "catalog")
        queue.async { [weak self] in
          guard let self else { return }
          guard open(database) else { return keepMade(database) }
          // The first lists need the processors more.
          queue.asyncAfter(deadline: .now() + LiveCatalog.restBeforeCheck) { [weak self] in
            guard let self else { return }
            if !isVerified() {
              remake(database)
              wasWrong()
            }
            keepMade(database)
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

  /// Whether anybody has asked for lists yet.
  var isBegun: Bool { state.withLock { $0.beginning == nil } }

  /// Returns when lists can be made; at once in all but the first moments.
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

  /// Whether lists cannot be made yet.
  var isReading: Bool { state.withLock { $0.catalog == nil && $0.failure == nil } }

  /// Whether the catalog is what was written, for which all of its file is read where nobody has.
  func isVerified() -> Bool {
    guard let file = state.withLock({ $0.unverified }) else { return true }
    guard file.isSound() else { return false }
    state.withLock { if $0.unverified === file { $0.unverified = nil } }
    return true
  }

  /// Opens the file where it fits the database, and makes the catalog anew where not.
  ///
  /// - Returns: Whether the file was opened, and has yet to be verified.
  private func open(_ database: any DatabaseWriter) -> Bool {
    do {
      let version = try database.read { try $0.catalogVersion() }
      let folders = try database.read { try $0.likelyFolders() }
      state.withLock { $0.folders = folders }
      if let (file, catalog) = saved(version),
        let changed = try database.read({ try bringUpToDate(catalog, $0) })
      {
        publish(.success(catalog), unsaved: changed, from: file)
        return true
      }
      publish(.success(try made(database)), unsaved: LiveCatalog.fewChanges)
    } catch {
      publish(.failure(error), unsaved: 0)
    }
    return false
  }

  private func saved(_ version: CatalogVersion) -> (CatalogFile, Catalog)? {
    // Waits for what was begun.
    let known = openingQueue.sync {
      if opened.withLock({ $0 == nil }) { readFile() }
      return opened.withLock { opened in
        defer { opened = nil }
        return opened
      }
    }
    // A file that knows more than the database belongs to one that is gone.
    guard let known, known.file.shows(version), known.catalog.version.change <= version.change
    else { return nil }
    return (known.file, known.catalog)
  }

  private func made(_ database: any DatabaseWriter) throws -> Catalog {
    try database.read { try made($0) }
  }

  private func made(_ db: Database) throws -> Catalog {
    let catalog = Catalog(try db.catalogVersion())
    try db.fill(catalog)
    return catalog
  }

  private func remake(_ database: any DatabaseWriter) {
    do {
      publish(.success(try made(database)), unsaved: LiveCatalog.fewChanges)
    } catch {
      publish(.failure(error), unsaved: 0)
    }
  }

  private func publish(
    _ outcome: Result<Catalog, any Error>, unsaved: Int, from file: CatalogFile? = nil
  ) {
    let waiting = state.withLock { state in
      switch outcome {
      case .success(let catalog):
        state.catalog = catalog
        state.failure = nil
        state.unsaved = unsaved
        state.isBeingKept = unsaved >= LiveCatalog.fewChanges
        state.unverified = file
      case .failure(let error):
        if state.catalog == nil { state.failure = error }
      }
      (state.rootsRevision, state.offline, state.energyGrades) = (nil, nil, nil)
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
    makeAhead()
  }

  // MARK: Using

  /// Calls with the catalog as the state of the database has it, or a later one. Nobody else
  /// has it meanwhile.
  func use<Outcome: Sendable>(
    _ db: Database, _ revision: Revision, _ body: (Catalog) throws -> Outcome
  ) throws -> Outcome {
    let (outcome, isWorkDue, isNew) = try state.withLock { state in
      // A read that failed is tried again by whoever asks next.
      var isNew = state.catalog == nil
      let catalog = try state.catalog ?? made(db)
      (state.catalog, state.failure) = (catalog, nil)
      let changed = try bringUpToDate(catalog, db)
      state.unsaved += changed ?? LiveCatalog.fewChanges
      if changed == nil {
        state.catalog = try made(db)
        isNew = true
        (state.rootsRevision, state.offline, state.energyGrades) = (nil, nil, nil)
      }
      let current = state.catalog ?? catalog
      if state.rootsRevision != revision.tracks {
        let offline = try db.offlineFolders()
        if offline != state.offline { current.setOffline(offline) }
        (state.rootsRevision, state.offline) = (revision.tracks, offline)
        let grades = try db.energyGrades()
        if grades != state.energyGrades { current.setEnergyGrades(grades) }
        state.energyGrades = grades
      }
      let outcome = try body(current)
      let isWorkDue =
        !state.isAheadDue && !state.isBeingKept && current.hasWorkAhead(state.folders)
      if current.searches != state.searchesLetGo { letGoLater(&state) }
      return (outcome, isWorkDue, isNew)
    }
    if isWorkDue { makeAhead() }
    if isNew { keepLater() }
    return outcome
  }

  /// Reads what was changed since; how many tracks, or nil where the catalog cannot take them.
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

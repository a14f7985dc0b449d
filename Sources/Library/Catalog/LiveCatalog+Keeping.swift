internal import Catalog
import Dispatch
internal import GRDB
import Synchronization

/// The catalog is written beside the database when it was made anew, after scans and at the end.
/// From then on it lies in the file, of which the system keeps in memory what is looked at.
extension LiveCatalog {
  /// Writes the catalog, where enough has changed for that to be worth it. Waits for the disk.
  ///
  /// - Returns: False where it was changed meanwhile or somebody else writes it: it is worth
  ///   another try.
  @discardableResult
  func save(_ database: any DatabaseWriter) -> Bool {
    saving.withLock { _ in saved(database) }
  }

  private func saved(_ database: any DatabaseWriter) -> Bool {
    guard let path else { return true }
    do {
      try database.read { db in try use(db, try Revision.current(db)) { _ in } }
    } catch {
      // Whoever reads lists next is told; what is not up to date is not kept.
      return true
    }
    // Where the file is damaged the catalog is made anew, and kept then.
    guard state.withLock({ $0.unsaved >= LiveCatalog.fewChanges }), isVerified() else {
      return true
    }
    let current = state.withLock { state -> (CatalogImage, Catalog, Int)? in
      guard let catalog = state.catalog, state.unverified == nil,
        state.unsaved >= LiveCatalog.fewChanges
      else { return nil }
      return (CatalogImage(of: catalog), catalog, catalog.edits)
    }
    guard let (image, catalog, edits) = current else { return true }
    do throws(CatalogFileError) {
      let file = try image.write(to: path) { copy in
        state.withLock { state in
          guard state.catalog === catalog, catalog.edits == edits else { return false }
          copy()
          return true
        }
      }
      return try state.withLock { state throws(CatalogFileError) in
        guard state.catalog === catalog, catalog.edits == edits else { return false }
        state.unsaved = 0
        try file.replaceMemory(of: catalog)
        return true
      }
    } catch {
      // The file only saves time and memory; without it the catalog is made anew.
      return error != .busy
    }
  }

  // MARK: What was made anew

  /// It is tried again when nobody has changed anything for so long, and not for ever.
  private static let quiet: DispatchTimeInterval = .seconds(3)
  private static let maximumTries = 100

  /// Writes at once what was made anew, so that it need not be made again whatever happens, and
  /// only then has made ahead what lists may need.
  func keepMade(_ database: any DatabaseWriter) {
    let isWorthIt = state.withLock { state in
      state.unsaved >= LiveCatalog.fewChanges
        && (state.catalog?.count ?? 0) >= LiveCatalog.fewChanges
    }
    let isKept = !isWorthIt || save(database)
    let waiting = state.withLock { state in
      state.isBeingKept = false
      defer { state.waitingUntilKept = [] }
      return state.waitingUntilKept
    }
    waiting.forEach { $0.resume() }
    makeAhead()
    if !isKept { keepLater() }
  }

  /// Returns when it is ready and not being written after it was made anew, in most cases at once.
  func kept() async {
    await ready()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isKept = state.withLock { state in
        if state.isBeingKept { state.waitingUntilKept.append(continuation) }
        return !state.isBeingKept
      }
      if isKept { continuation.resume() }
    }
  }

  /// The same in the next quiet moment.
  func keepLater() {
    let edits = state.withLock { state -> Int? in
      guard !state.isKeepingDue, state.triesToKeep < LiveCatalog.maximumTries,
        let catalog = state.catalog
      else { return nil }
      state.isKeepingDue = true
      state.triesToKeep += 1
      return catalog.edits
    }
    guard let edits else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + LiveCatalog.quiet) {
      [weak self] in self?.keep(ifStillAt: edits)
    }
  }

  private func keep(ifStillAt edits: Int) {
    let (isQuiet, keeping) = state.withLock { state in
      state.isKeepingDue = false
      return (state.catalog?.edits == edits, state.keeping)
    }
    if isQuiet { keeping?() } else { keepLater() }
  }
}

internal import Catalog
import Dispatch
internal import GRDB
import Synchronization

/// Saving: the catalog is written beside the database after a rebuild, after scans and at the end.
/// From then on it is a mapped file, of which the system keeps the used pages in memory.
extension LiveCatalog {
  /// Writes the catalog, where enough has changed. Waits for the disk.
  ///
  /// - Returns: False where it changed meanwhile or another process writes it: it is worth another
  ///   try.
  @discardableResult
  func save(_ database: LibraryDatabase) -> Bool {
    saving.withLock { _ in saved(database) }
  }

  private func saved(_ database: LibraryDatabase) -> Bool {
    guard let path else { return true }
    do {
      try database.read { db in try use(db, try Revision.current(db)) { _ in } }
    } catch {
      // The next reader of lists gets the error; an outdated catalog is not saved.
      return true
    }
    // A damaged file leads to a rebuild, which is saved then.
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
      // The file only saves time and memory; without it the catalog is rebuilt.
      return error != .busy
    }
  }

  // MARK: After a rebuild

  /// A failed save is tried again after so long without changes, and not for ever.
  private static let quiet = Duration.seconds(3)
  private static let maximumTries = 100

  /// Saves a rebuilt catalog at once, so that no crash costs another rebuild, and only then starts
  /// the prefetch.
  func saveRebuilt(_ database: LibraryDatabase) {
    let isWorthIt = state.withLock { state in
      state.unsaved >= LiveCatalog.fewChanges
        && (state.catalog?.count ?? 0) >= LiveCatalog.fewChanges
    }
    let isKept = !isWorthIt || save(database)
    let waiting = state.withLock { state in
      state.isBeingSaved = false
      defer { state.waitingUntilSaved = [] }
      return state.waitingUntilSaved
    }
    waiting.forEach { $0.resume() }
    prefetch()
    if !isKept { saveLater() }
  }

  /// Returns when a rebuilt catalog is ready and written, in most cases at once.
  func saved() async {
    await ready()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isKept = state.withLock { state in
        if state.isBeingSaved { state.waitingUntilSaved.append(continuation) }
        return !state.isBeingSaved
      }
      if isKept { continuation.resume() }
    }
  }

  /// Saves a rebuilt catalog in the next quiet moment.
  func saveLater() {
    let edits = state.withLock { state -> Int? in
      guard !state.isSaveDue, state.triesToSave < LiveCatalog.maximumTries,
        let catalog = state.catalog
      else { return nil }
      state.isSaveDue = true
      state.triesToSave += 1
      return catalog.edits
    }
    guard let edits else { return }
    DispatchQueue(label: "catalog.save", qos: .utility).async(after: LiveCatalog.quiet) {
      [weak self] in self?.keep(ifStillAt: edits)
    }
  }

  private func keep(ifStillAt edits: Int) {
    let (isQuiet, saving) = state.withLock { state in
      state.isSaveDue = false
      return (state.catalog?.edits == edits, state.saving)
    }
    if isQuiet { saving?() } else { saveLater() }
  }
}

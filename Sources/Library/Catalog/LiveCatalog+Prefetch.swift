internal import CLinux
internal import Catalog
import Dispatch
internal import GRDB
internal import Music
import Synchronization

/// Prefetch: orders, groups and folders are prepared after the opening and after changes, so that
/// the first view of each finds it ready.
extension LiveCatalog {
  /// Requests of the user go first, and continuous changes are waited out.
  private static let pause = Duration.milliseconds(250)

  /// Typing never waits; the next letter comes in a tenth of a second.
  private static let pauseOfTyping = Duration.milliseconds(5)

  /// Prefetches what lists may need. Nobody waits for it, and the catalog is locked for a few
  /// milliseconds at a time.
  func prefetch() {
    let begun = state.withLock { state -> (edits: Int, isTypedOn: Bool)? in
      guard !state.isPrefetchDue, !state.isBeingSaved, let catalog = state.catalog else {
        return nil
      }
      state.isPrefetchDue = true
      return (catalog.edits, catalog.isTypedOn)
    }
    guard let begun else { return }
    let pause = begun.isTypedOn ? LiveCatalog.pauseOfTyping : LiveCatalog.pause
    prefetchQueue.async(after: pause) { [weak self] in
      self?.prefetch(of: begun.edits)
    }
  }

  private func prefetch(of edits: Int) {
    let isQuiet = state.withLock { state in
      state.isPrefetchDue = false
      return state.catalog?.edits == edits
    }
    guard isQuiet else { return prefetch() }
    // Memory for verifying the file.
    releaseCleanPages()
    while let (catalog, work) = begun() {
      var work = work
      work.perform()
      state.withLock { if $0.catalog === catalog { $0.catalog?.adopt(work) } }
      if work.isLarge { releaseCleanPages() }
    }
    // While somebody types, the texts for the next search stay.
    if state.withLock({ $0.catalog?.searches == $0.searchesAtRelease }) { releaseCleanPages() }
  }

  // MARK: Releasing memory

  /// A catalog's file has some 160 bytes a track, all of which come back in a few milliseconds.
  private static let rest = Duration.seconds(2)

  /// Releases the memory of searches when nobody has searched for a while.
  func releaseSearchesLater(_ state: inout State) {
    guard !state.isReleaseDue, let searches = state.catalog?.searches else { return }
    state.isReleaseDue = true
    prefetchQueue.async(after: LiveCatalog.rest) { [weak self] in
      self?.releaseCleanPages(after: searches)
    }
  }

  private func releaseCleanPages(after searches: Int) {
    let isDue = state.withLock { state in
      state.isReleaseDue = false
      guard let catalog = state.catalog else { return false }
      guard catalog.searches == searches else {
        releaseSearchesLater(&state)
        return false
      }
      state.searchesAtRelease = searches
      return true
    }
    if isDue { releaseCleanPages() }
  }

  /// Releases clean pages of the file, and temporary memory.
  private func releaseCleanPages() {
    var next: Int? = 0
    while let start = next { next = state.withLock { $0.catalog?.releaseCleanPages(from: start) } }
    malloc_trim(0)
  }

  private func begun() -> (Catalog, CatalogPrefetch)? {
    state.withLock { state in
      guard let catalog = state.catalog, let work = catalog.prefetch(state.folders) else {
        return nil
      }
      return (catalog, work)
    }
  }
}

extension Database {
  /// The folder that the list of folders shows, where it shows one.
  func likelyFolders() throws -> [FilePath] {
    let roots = try Row.fetchAll(
      self, sql: "SELECT id, path, is_file FROM roots WHERE NOT removed LIMIT 2")
    guard roots.count == 1, let only = roots.first, !(only[2] as Bool) else { return [] }
    return [try TrackRow.path(only, 1)]
  }
}

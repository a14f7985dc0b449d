internal import CLinux
import Dispatch
package import Music

extension Library {
  /// Scans new and changed files in some folders or files, which become part of the library, or in
  /// all roots of it.
  ///
  /// Runs on threads of its own; a second scan waits for the first. Cancelling the task ends it;
  /// what was written until then is kept.
  ///
  /// - Parameters:
  ///   - followsMoves: whether a new file may be a moved missing track; otherwise it is a track of
  ///     its own.
  ///   - progress: called from another thread, at most ten times a second and at the end.
  /// - Throws: `.unreadable` for a path that cannot be scanned, before anything is scanned.
  package func scan(
    _ roots: [FilePath]?, followsMoves: Bool = true,
    progress: @escaping @Sendable (ScanProgress) -> Void
  ) async throws(LibraryError) -> ScanProgress {
    let stop = ScanStop()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<ScanProgress, LibraryError>, Never>) in
        scanQueue.async { [self] in
          let result: Result<ScanProgress, LibraryError>
          do {
            result = .success(
              try withScan(stop: stop, progress: progress) { scan in
                scan.followsMoves = followsMoves
                return try scan.run(roots)
              })
          } catch {
            result = .failure(failure(error))
          }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      stop.set()
    }
    // With no lists requested and no change the catalog's file is still valid.
    let isUneventful =
      if case .success(let progress) = result { progress.isUneventful } else { false }
    if catalog.isBegun || !isUneventful { await saveCatalog() }
    return try result.get()
  }

  /// Files or folders from which on the memory is worth the time that it takes to return it.
  private static let manyPaths = 1_000

  /// Calls with a scan, and returns the memory that a large one leaves behind: the folders of a million tracks take 10 MB in the arena of this thread, and as
  /// much in caches of the database.
  func withScan<Outcome>(
    stop: ScanStop, progress: @escaping @Sendable (ScanProgress) -> Void,
    _ body: (Scan) throws -> Outcome
  ) throws -> Outcome {
    var paths = 0
    defer {
      if paths >= Library.manyPaths {
        database.releaseCaches { if self.catalog.isBegun { malloc_trim(0) } }
      }
    }
    let scan = Scan(self, stop: stop, progress: progress)
    defer {
      paths = max(scan.progress.found, scan.folders.folders.count)
      scan.folders = ScanFolders()
    }
    return try body(scan)
  }
}

extension ScanProgress {
  /// Whether no track has changed.
  fileprivate var isUneventful: Bool { added + updated + moved + missing == 0 }
}

internal import GRDB
package import Music
internal import Threads

extension Library {
  /// Matches the lines of a document with tracks, and changes nothing.
  ///
  /// Cancelling the task ends it.
  ///
  /// - Parameters:
  ///   - path: where the document is, or a file in the folder that its paths are relative to.
  ///   - progress: called from another thread.
  package func planImport(
    _ document: PlaylistDocument, at path: FilePath,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(LibraryError) -> ImportPlan {
    await catalog.ready()
    let stop = ScanStop()
    let result: Result<ImportPlan, LibraryError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // File checks may wait for a disk: not for a shared thread.
        OwnThread.start(named: "import", stackSize: 8 << 20) { [self] in
          continuation.resume(
            returning: Result { () throws(LibraryError) in
              do {
                return try database.read { db in
                  try plan(document, path, ListBuilder(db, self), stop, progress)
                }
              } catch {
                throw failure(error)
              }
            })
        }
      }
    } onCancel: {
      stop.set()
    }
    return try result.get()
  }

  private func plan(
    _ document: PlaylistDocument, _ path: FilePath, _ builder: ListBuilder, _ stop: ScanStop,
    _ progress: @escaping (ImportProgress) -> Void
  ) throws -> ImportPlan {
    let matcher = TrackMatcher(
      builder.db, DocumentPaths(of: path), stop: stop, progress: progress)
    let playlists = document.playlists
    // A track in several playlists is matched once for each: that is cheap enough.
    let all = playlists.flatMap(\.tracks) + document.collection
    var rest = try matcher.matches(of: all, builder)[...]
    let matches = playlists.map { playlist in
      defer { rest = rest.dropFirst(playlist.tracks.count) }
      return Array(rest.prefix(playlist.tracks.count))
    }
    return ImportPlan(
      source: path, document: document, matches: matches, collection: Array(rest))
  }

  /// Imports the playlists of a document, with its folders, as one step of the history.
  ///
  /// Every line becomes an entry; a missing file becomes a missing track, shown dimmed. Unknown
  /// files are scanned into the library first, which undo does not revert. Cancelling the task ends
  /// it with nothing written.
  package func importPlaylists(
    _ plan: ImportPlan, _ options: ImportOptions = ImportOptions(),
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(LibraryError) -> ImportReport {
    let scanned = try await scanFiles(of: plan, progress: progress)
    let stop = ScanStop()
    do {
      return try await withTaskCancellationHandler {
        try await edit(name: options.merging == nil ? Library.step : Library.mergingStep) { db in
          var importer = try PlaylistImporter(
            db, plan, scanned: scanned, options, stop: stop, progress: progress)
          return try importer.run()
        }
      } onCancel: {
        stop.set()
      }
    } catch {
      throw failure(error)
    }
  }

  @Sendable private static func mergingStep(_ report: ImportReport) -> String {
    switch report.playlists.count {
    case 0: "took over changes from \(report.source.name)"
    case let count: "took over \(count.counted("playlist", .plain)) from \(report.source.name)"
    }
  }

  @Sendable private static func step(_ report: ImportReport) -> String {
    let new = report.playlists.filter { !$0.isKnown }
    return switch new.count {
    case 0: "imported from \(report.source.name)"
    case 1: "imported \(new[0].name) from \(report.source.name)"
    case let count: "imported \(count) playlists from \(report.source.name)"
    }
  }
}

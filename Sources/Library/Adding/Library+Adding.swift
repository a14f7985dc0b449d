import Dispatch
internal import GRDB
internal import Media
package import Music

extension Library {
  /// Copies or moves music files into a folder, under names made of their tags, and takes them into
  /// the library; the folder becomes one of its own.
  ///
  /// Marks, entries and plays follow a file that moves. Nothing is replaced, a source is deleted
  /// only when its copy was compared with it and is in the library, and a killed run loses nothing:
  /// the next one goes on. Cancelling the task ends it between two files or in the middle of one.
  ///
  /// - Parameter progress: called from another thread, after each file.
  package func add(
    _ request: AddingRequest, progress: @escaping @Sendable (AddingProgress) -> Void
  ) async throws(LibraryError) -> AddingReport {
    let cancellation = Cancellation()
    let result: Result<AddingReport, LibraryError> = await withTaskCancellationHandler {
      do throws(LibraryError) {
        return .success(try await run(request, cancellation, progress))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  private func run(
    _ request: AddingRequest, _ cancellation: Cancellation,
    _ progress: @escaping @Sendable (AddingProgress) -> Void
  ) async throws(LibraryError) -> AddingReport {
    let run = AddingRun(self, request, cancellation)
    if let absent = try await absentFolder(of: request.folder) {
      return await run.perform {
        $0.stop(.absent(absent))
        return $0.report
      }
    }
    await run.perform { $0.prepare() }
    // Its files are known before others are compared with them.
    if !request.isDryRun, await run.perform({ $0.report.stop == nil }) {
      let isInside = try await read { db in
        try ScanTarget.all(db).contains { !$0.isFile && request.folder.isInside($0.path) }
      }
      if !isInside { _ = try await scan([request.folder]) { _ in } }
    }
    await run.perform { $0.walk() }
    var hasMore = true
    while hasMore {
      hasMore = await run.perform { $0.step(progress) }
      await settle(run, request)
    }
    await run.perform { $0.removeEmptyFolders() }
    if !request.isDryRun { await saveCatalog() }
    return await run.perform { $0.report }
  }

  /// The folder of the library, or the mount point in it, that is not there.
  private func absentFolder(of path: FilePath) async throws(LibraryError) -> FilePath? {
    try await read { db in
      var availability = try FileAvailability(db)
      if let absent = try availability.absentFolder(of: path, db) { return absent }
      guard let real = path.resolvedAsFarAsItIsThere, real != path else { return nil }
      return try availability.absentFolder(of: real, db)
    }
  }

  /// Takes transferred files into the library; then their sources are deleted.
  private func settle(_ run: AddingRun, _ request: AddingRequest) async {
    let moves = await run.perform { $0.pending.map { ($0.from, $0.to) } }
    guard !request.isDryRun, !moves.isEmpty else {
      return await run.perform { $0.settle { _ in true } }
    }
    let isMove = request.mode == .move
    let known: Set<FilePath>
    do {
      known = try await onScanQueue { [self] in
        try scan(added: moves.map(\.1))
        let spelling = RootSpelling(try database.read { try ScanTarget.all($0) })
        return try database.write { db in
          var known: Set<FilePath> = []
          for (from, to) in moves {
            let name = spelling.target(of: to, real: to.resolved)?.path ?? to
            guard let track = try db.presentTrack(at: name) else { continue }
            known.insert(to)
            guard isMove else { continue }
            let real = from.resolved ?? from.realParent
            let former = spelling.target(of: from, real: real)?.path ?? from
            try db.follow(from: former, to: track)
          }
          return known
        }
      }
    } catch {
      let reason = failure(error).message
      return await run.perform { $0.lose(reason: reason) }
    }
    if isMove { notifier.signal() }
    await run.perform { $0.settle { known.contains($0) } }
  }

  /// Scans new files. One that has vanished again is no reason to leave out the others.
  private func scan(added files: [FilePath]) throws {
    var files = files
    while !files.isEmpty {
      do {
        _ = try Scan(self, stop: ScanStop()) { _ in }.run(files)
        return
      } catch {
        guard case LibraryError.unreadable(let path, _) = error, files.contains(path) else {
          throw error
        }
        files.removeAll { $0 == path }
      }
    }
  }
}

extension Database {
  fileprivate func track(at path: FilePath) throws -> Int64? {
    try Int64.fetchOne(
      self, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [path.data])
  }

  /// The track of a file that the library has found.
  fileprivate func presentTrack(at path: FilePath) throws -> Int64? {
    try Int64.fetchOne(
      self, sql: "SELECT id FROM tracks WHERE path = ? AND NOT missing", arguments: [path.data])
  }

  /// The track of a file that moved takes the place of the one found at its new path.
  fileprivate func follow(from path: FilePath, to found: Int64) throws {
    guard let former = try track(at: path), former != found else { return }
    try merge(found, into: former, takesPosition: true)
    // A file that was given to the library by itself.
    try execute(
      sql: "UPDATE roots SET removed = 1 WHERE is_file AND path = ?", arguments: [path.data])
  }
}

extension FilePath {
  /// The path with the links of the nearest folder resolved that is there.
  fileprivate var resolvedAsFarAsItIsThere: FilePath? {
    var (folder, below) = (absolute, [[UInt8]]())
    while true {
      if let real = folder.resolved { return below.reversed().reduce(real) { $0.appending($1) } }
      guard let parent = folder.parent, parent != folder else { return nil }
      below.append(folder.nameBytes)
      folder = parent
    }
  }

  /// The path with the links of its folder resolved, for a file that is gone.
  fileprivate var realParent: FilePath? {
    parent?.resolved.map { $0.appending(nameBytes) }
  }
}

/// The queue of one request, with what belongs to it.
private final class AddingRun: @unchecked Sendable {
  // because the adder is used on the queue alone, one piece of work at a time
  private let adder: FileAdder
  private let queue = DispatchQueue(label: "add files")

  init(_ library: Library, _ request: AddingRequest, _ cancellation: Cancellation) {
    adder = FileAdder(request, library.database, cancellation: cancellation)
  }

  func perform<Value: Sendable>(_ work: @escaping @Sendable (FileAdder) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: work(adder)) }
    }
  }
}

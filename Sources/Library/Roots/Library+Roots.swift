internal import GRDB
package import Music
import Synchronization

// The roots of the library: the folders, and single files, that were given to a scan.
extension Library {
  /// The roots of the library, by path.
  package func roots() async throws(LibraryError) -> [FilePath] {
    try await read { db in try ScanTarget.all(db).map(\.path) }
  }

  /// The roots with their totals.
  package func rootContents() async throws(LibraryError) -> [LibraryRoot] {
    try await read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT r.path, r.is_file, r.offline, coalesce(c.tracks, 0) FROM roots r LEFT JOIN
            (SELECT root, count(*) AS tracks FROM tracks GROUP BY root) c ON c.root = r.id
          WHERE NOT r.removed ORDER BY r.path
          """)
      return try rows.map { row in
        try LibraryRoot(
          path: TrackRow.path(row, 0), isFile: row.value(1), isOffline: row.value(2),
          tracks: row.value(3))
      }
    }
  }

  /// Removes a root from the library with all its tracks, their marks, cues and entries, as one
  /// step that can be undone. No file is touched.
  ///
  /// - Parameter isPreview: whether the removal is only reported.
  /// - Throws: `.noSuchRoot` where the path names none, neither as it is nor with links resolved.
  package func removeRoot(_ path: FilePath, isPreview: Bool = false)
    async throws(LibraryError) -> RemovedRoot
  {
    let removed = try await removeRoots([path], isPreview: isPreview)
    guard let removed = removed.first else { throw .noSuchRoot(path) }
    return removed
  }

  /// Removes several roots as one step.
  package func removeRoots(_ paths: [FilePath], isPreview: Bool = false)
    async throws(LibraryError) -> [RemovedRoot]
  {
    let all = try await read { db in try ScanTarget.all(db) }
    var targets: [ScanTarget] = []
    for path in paths {
      let absolute = path.absolute
      let real = absolute.resolved
      guard
        let target = all.first(where: { $0.path == absolute })
          ?? all.first(where: { $0.path.resolved.map { $0 == real } ?? false })
      else { throw .noSuchRoot(path) }
      if !targets.contains(where: { $0.root == target.root }) { targets.append(target) }
    }
    let chosen = targets
    if isPreview {
      var roots = try await read { db in try chosen.map { try db.contents(of: $0) } }
      let isUndoable = historyBounds.keeps(tracks: roots.reduce(0) { $0 + $1.tracks })
      for index in roots.indices { roots[index].isUndoable = isUndoable }
      return roots
    }
    let name: @Sendable ([RemovedRoot]) -> String = { roots in
      let what = roots.count == 1 ? roots[0].path.text : roots.count.counted("folder", .plain)
      return "took \(what) out of the library"
    }
    var (removed, isUndoable) = try await largeEdit(name: name) { db in
      let contents = try chosen.map { try db.contents(of: $0) }
      for target in chosen { try db.remove(target) }
      return contents
    }
    for index in removed.indices { removed[index].isUndoable = isUndoable }
    tellOfRoots()
    return removed
  }

  /// Has the watch of the library look at the roots again.
  func tellOfRoots() { rootsChanged.withLock { $0 }?() }

  /// Paths as the library names them: a file in a root by another name goes by the root's.
  package func namesInLibrary(of paths: [FilePath]) async throws(LibraryError) -> [FilePath] {
    guard !paths.isEmpty else { return [] }
    let roots = try await read { db in try ScanTarget.all(db).filter { !$0.isFile } }
    let places = paths.map(\.absolute).map { (path: $0, real: $0.resolved) }
    // Nearly always there is no link on the way: then the disks of the roots, which may be those of
    // servers that do not answer, are not asked.
    let isPlain = places.allSatisfy { index in
      index.real == index.path && roots.contains { index.path.isInside($0.path) }
    }
    guard !isPlain else { return places.map(\.path) }
    let spelling = RootSpelling(roots)
    return zip(paths, places).map { spelling.target(of: $1.path, real: $1.real)?.path ?? $0 }
  }
}

extension Database {
  fileprivate func contents(of root: ScanTarget) throws -> RemovedRoot {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT (SELECT count(*) FROM tracks WHERE root = ?1),
          (SELECT count(*) FROM entries WHERE track IN (SELECT id FROM tracks WHERE root = ?1))
        """, arguments: [root.root])
    return RemovedRoot(path: root.path, tracks: row?[0] ?? 0, entries: row?[1] ?? 0)
  }

  fileprivate func remove(_ root: ScanTarget) throws {
    // Its tracks go with it.
    try execute(sql: "UPDATE roots SET removed = 1 WHERE id = ?", arguments: [root.root])
    // Records that the next scan restores are no part of the step.
    try forgetScans(inside: root.path)
    try bumpRevision(.tracks)
    try bumpRevision(.marks)
  }

  /// Deletes records of scans at and below a path, besides tracks and folders.
  func forgetScans(inside path: FilePath) throws {
    let location = path.range
    try execute(
      sql: """
        DELETE FROM rejects WHERE folder IN
          (SELECT id FROM folders WHERE \(PathRange.condition))
        """, arguments: location.arguments)
    try execute(
      sql: "DELETE FROM walks WHERE \(PathRange.condition)", arguments: location.arguments)
  }

  // MARK: Nested roots

  /// Merges nested roots into the outer ones: both of two may have been restored. The inner ones
  /// are removed and keep their rows, so that undo can restore them.
  func joinNestedRoots() throws {
    let all = try ScanTarget.all(self)
    let nested = all.filter { inner in
      all.contains { $0.root != inner.root && !$0.isFile && inner.path.isInside($0.path) }
    }
    guard !nested.isEmpty else { return }
    for inner in nested {
      try leaveToOtherRoots(tracksOf: inner.root)
      try execute(sql: "UPDATE roots SET removed = 1 WHERE id = ?", arguments: [inner.root])
    }
    try bumpRevision(.tracks)
  }

  /// Reassigns the tracks of a root to be removed to the widest of the other roots that contain
  /// them.
  func leaveToOtherRoots(tracksOf root: Int64) throws {
    let path = try Row.fetchOne(self, sql: "SELECT path FROM roots WHERE id = ?", arguments: [root])
      .map { try TrackRow.path($0, 0) }
    guard let path else { return }
    let others = try ScanTarget.all(self).filter {
      $0.root != root && ($0.path.isInside(path) || !$0.isFile && path.isInside($0.path))
    }
    let change = try nextChange()
    for other in others.sorted(by: { $0.path.bytes.count < $1.path.bytes.count }) {
      try execute(
        sql: "UPDATE tracks SET root = ?, changed = ? WHERE root = ? AND (\(PathRange.condition))",
        arguments: [other.root, change, root] + other.path.range.arguments)
    }
  }
}

internal import GRDB
internal import Music
import Glibc

/// The results for files that an import found on the disk.
struct ScannedFiles: Sendable {
  var tracks: [FilePath: TrackID] = [:]
  /// Files that were not scanned.
  var left: Set<FilePath> = []
}

extension Library {
  /// Files outside of all roots that one import makes roots of their own: the cost of each grows
  /// with their number.
  private static let maximumOutside = 1_000

  /// Scans the unknown files of a plan into the library, those that hold audio.
  func scanFiles(
    of plan: ImportPlan, progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws(LibraryError) -> ScannedFiles {
    let roots = try await read { db in
      try ScanTarget.all(db).filter { !$0.isFile }.map(\.path)
    }
    var files = ScannedFiles()
    var seen: Set<FilePath> = []
    var paths: [FilePath] = []
    var outside = 0
    for case .unscanned(let path) in Array(plan.matches.joined()) + plan.collection
    where seen.insert(path).inserted {
      // One file that has gone meanwhile would fail the whole scan.
      guard path.withCString({ access($0, R_OK) }) == 0 else { continue }
      let isInside = roots.contains { path.isInside($0) }
      if isInside || outside < Library.maximumOutside {
        paths.append(path)
        outside += isInside ? 0 : 1
      } else {
        files.left.insert(path)
      }
    }
    guard !paths.isEmpty else { return files }
    let total = paths.count
    _ = try await scan(paths) {
      progress(ImportProgress(.scanning, min(total, $0.added + $0.failed), of: total))
    }
    let known = zip(paths, try await namesInLibrary(of: paths)).map { ($0, $1) }
    files.tracks = try await read { db in
      var found: [FilePath: TrackID] = [:]
      let statement = try db.cachedStatement(sql: "SELECT id FROM tracks WHERE path = ?")
      for (path, own) in known {
        // The scan resolves links and dots in names.
        for name in [path, path.absolute, own] where found[path] == nil {
          let id = try Int64.fetchOne(statement, arguments: [name.data])
          found[path] = id.map { TrackID($0) }
        }
      }
      return found
    }
    return files
  }
}

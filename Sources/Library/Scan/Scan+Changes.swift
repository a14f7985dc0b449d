internal import CLinux
import Glibc
internal import GRDB
internal import Music

/// Scans known changes, without looking at the rest.
extension Scan {
  /// Nanoseconds since a write within which a file may still grow.
  private static let settling: Int64 = 500_000_000

  /// - Returns: files that may still grow, to be looked at again in a moment, and folders that
  ///   links lead to.
  func run(_ changes: WatchChanges) throws -> (unsettled: [FilePath], linked: [FilePath]) {
    defer { readers.stop() }
    awaitsWriters = true
    if changes.isEverything { try joinDoubledRoots() }
    let targets = try library.database.read { try ScanTarget.all($0) }
    let roots = targets.filter { !$0.isFile }.map { $0.path.resolved ?? $0.path }
    var linked: [FilePath] = []
    if changes.isEverything {
      try keepingListings(isWhole: true) {
        for target in targets { try scan(target, roots) }
      }
    } else {
      let trees = Set(try rename(changes.renames, targets)).union(changes.trees)
      // Files in a walked tree are found by the walk, each once.
      let apart = changes.names.filter { folder, names in
        guard trees.contains(where: { folder.isInside($0) }) else { return true }
        closed.formUnion(names.filter(\.value).keys.map { folder.appending($0) })
        return false
      }
      for tree in changes.goneTrees { try handleLostTree(tree, targets) }
      for tree in trees where !trees.contains(where: { $0 != tree && tree.isInside($0) }) {
        guard let target = ScanTarget.containing(tree, targets) else { continue }
        if tree != target.path, FileAvailability.isAbsent(tree) {
          try handleLostTree(tree, targets)
        } else {
          try scan(target.part(tree), roots)
        }
      }
      for (folder, names) in apart { linked += try look(folder, names, targets, roots) }
      for target in targets where linked.contains(target.path) { try scan(target, roots) }
    }
    _ = try finish()
    return (unsettled, linked)
  }

  private func scan(_ target: ScanTarget, _ roots: [FilePath]) throws {
    if target.isFile { try scanFile(target) } else { try scanFolder(target, roots: roots) }
  }

  /// The listing of a folder without files that may still be written to: these exist, and nothing
  /// more is known of them yet.
  func settled(
    _ listing: DirectoryListing, in folder: FilePath, _ index: Int
  ) -> ScanLookup.ListedFolder {
    let files = settled(listing.files, in: folder)
    let isWhole = !listing.areAsked || files.allSatisfy { $0.fileStamp != nil }
    return ScanLookup.ListedFolder(
      folder: index, files: files, areAsked: listing.areAsked,
      digest: isWhole ? listing.digest : nil)
  }

  private func settled(
    _ files: [DirectoryListing.File], in folder: FilePath
  ) -> [DirectoryListing.File] {
    guard awaitsWriters else { return files }
    return files.map { file in
      let path = folder.appending(file.name)
      guard let fileStamp = file.fileStamp, Scan.isFresh(fileStamp), !closed.contains(path) else {
        return file
      }
      unsettled.append(path)
      return DirectoryListing.File(name: file.name, fileStamp: nil)
    }
  }

  private static func isFresh(_ fileStamp: FileStamp) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- fileStamp.modified
    return age >= 0 && age < settling
  }

  /// Scans some names in a folder; returns the roots in which these include links to folders.
  private func look(
    _ folder: FilePath, _ names: [[UInt8]: Bool], _ targets: [ScanTarget], _ roots: [FilePath]
  ) throws -> [FilePath] {
    var linked: [FilePath] = []
    var listings: [Int64: (target: ScanTarget, files: ScanLookup.ListedFolder)] = [:]
    var presence = try library.database.read { try FileAvailability($0) }
    for (name, isClosed) in names {
      let path = folder.appending(name)
      guard let target = ScanTarget.containing(path, targets) else { continue }
      if listings[target.root] == nil {
        try library.database.read { try folders.load(folder, $0) }
        let index = folders.index(of: folder, root: target.rootIsFile ? nil : target.rootPath)
        listings[target.root] = (
          target.part(folder), ScanLookup.ListedFolder(folder: index, files: [], isWhole: false)
        )
      }
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else {
        if presence.isGone(path, root: target.root) {
          listings[target.root]?.files.absent.append(name)
        }
        continue
      }
      if isLink(path), !FolderWalk(folder, roots: roots).isElsewhere(path) { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR where isLink(path):
        // Its target may be known by another name: only a walk from the top can tell.
        linked.append(target.rootPath)
      case S_IFREG where AudioNames.includes(name):
        let file = DirectoryListing.File(name: name, fileStamp: FileStamp(status))
        listings[target.root]?.files.files += isClosed ? [file] : settled([file], in: folder)
        progress.found += 1
      default: break
      }
    }
    for (target, files) in listings.values {
      var listed = [files]
      try lookUp(&listed, target)
    }
    return linked
  }

  private func isLink(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Handles a folder that disappeared: its tracks are gone, unless its file system is.
  private func handleLostTree(_ tree: FilePath, _ targets: [ScanTarget]) throws {
    guard let target = ScanTarget.containing(tree, targets) else { return }
    gone += try library.database.read { db in
      var presence = try FileAvailability(db)
      guard presence.isGone(tree, root: target.root) else { return [] }
      return try db.tracks(inside: tree).filter { !$0.isMissing }.map(\.id)
    }
  }
}

extension ScanTarget {
  /// The root that contains a path.
  static func containing(_ path: FilePath, _ targets: [ScanTarget]) -> ScanTarget? {
    targets.first { $0.isFile ? $0.path == path : path.isInside($0.path) }
  }

  /// A folder of this root, or the root itself, as a target.
  func part(_ folder: FilePath) -> ScanTarget {
    guard !isFile else { return self }
    var part = self
    part.path = folder
    return part
  }
}

extension Database {
  struct LocatedTrack {
    var id: Int64
    var path: FilePath
    var isMissing: Bool
  }

  /// The tracks at and below a path.
  func tracks(inside path: FilePath) throws -> [LocatedTrack] {
    try Row.fetchAll(
      try cachedStatement(
        sql: "SELECT id, path, missing FROM tracks WHERE \(PathRange.condition)"),
      arguments: path.range.arguments
    ).map { try LocatedTrack(id: $0.value(0), path: TrackRow.path($0, 1), isMissing: $0.value(2)) }
  }
}

internal import GRDB
internal import Music

extension Scan {
  /// Moves tracks with files whose renames were observed, without reading them.
  ///
  /// - Returns: folders that moved to their present paths, to be walked.
  func rename(_ renames: [WatchChanges.Rename], _ targets: [ScanTarget]) throws -> [FilePath] {
    var trees: [FilePath] = []
    var moves: [(track: Int64, to: FilePath, target: ScanTarget)] = []
    for rename in renames {
      guard let target = ScanTarget.containing(rename.to, targets),
        FileAvailability.isAbsent(rename.from), !FileAvailability.isAbsent(rename.to)
      else {
        // The files have changed since: both paths are scanned.
        trees += rename.isFolder ? [rename.from, rename.to] : []
        continue
      }
      if rename.isFolder { trees.append(rename.to) }
      moves += try library.database.read { db in
        try db.tracks(inside: rename.from).map { track in
          let below = track.path.bytes.dropFirst(rename.from.bytes.count)
          return (track.id, FilePath(bytes: rename.to.bytes + below), target)
        }
      }
      // Each is written before the next is looked at: the same file may be renamed again.
      try move(moves)
      moves = []
    }
    return trees
  }

  /// - Parameter areSeen: whether the files were seen at their new paths; otherwise missing ones
  ///   stay so.
  func move(
    _ moves: [(track: Int64, to: FilePath, target: ScanTarget)], areSeen: Bool = true
  ) throws {
    guard !moves.isEmpty else { return }
    var rows: [FilePath: Int] = [:]
    for (_, path, target) in moves {
      guard let parent = path.parent, rows[parent] == nil else { continue }
      try library.database.read { try folders.load(parent, $0) }
      rows[parent] = folders.index(of: parent, root: target.rootIsFile ? nil : target.rootPath)
    }
    try library.database.write { db in
      for (track, path, target) in moves {
        guard let index = path.parent.flatMap({ rows[$0] }) else { continue }
        let isMissing = try Bool.fetchOne(
          db, sql: "SELECT missing FROM tracks WHERE id = ?", arguments: [track])
        let there = try Int64.fetchOne(
          db, sql: "SELECT id FROM tracks WHERE path = ?", arguments: [path.data])
        if let there, !areSeen, isMissing == true {
          // Facts about the file at the new path are newer.
          try db.handOver(track, to: there, precedence: .survivor)
          try db.stampChange(of: [there])
        } else if let there {
          // The file there is replaced, as by a program that saves to another name first.
          try db.merge(track, into: there, takesPosition: false)
        } else {
          try db.move(
            track, to: path, folder: try folders.row(of: index, db), target: target,
            isSeen: areSeen)
        }
      }
      try db.stampChange(of: moves.map(\.track))
      try db.bumpRevision(.tracks)
    }
    progress.moved += moves.count
    library.notifier.signal()
  }
}

extension Database {
  fileprivate func move(
    _ track: Int64, to path: FilePath, folder: Int64, target: ScanTarget, isSeen: Bool
  ) throws {
    try execute(
      sql: """
        UPDATE tracks SET path = ?, folder = ?, root = ?, missing = missing AND NOT ? WHERE id = ?
        """, arguments: [path.data, folder, target.root, isSeen, track])
  }
}

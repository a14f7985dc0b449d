internal import GRDB
internal import Music

extension Scan {
  /// Merges roots that are one folder by two names, by a link and by its own path: every track in
  /// it was two. Nested roots are merged, too.
  func joinDoubledRoots() throws {
    var targets = try library.database.read { try ScanTarget.all($0) }
    let isNested = targets.contains { inner in
      targets.contains { $0.root != inner.root && !$0.isFile && inner.path.isInside($0.path) }
    }
    if isNested {
      targets = try library.database.write { db in
        try db.joinNestedRoots()
        return try ScanTarget.all(db)
      }
    }
    let doubled = RootSpelling(targets).doubled
    guard !doubled.isEmpty else { return }
    for (root, outer, path) in doubled {
      let tracks = try library.database.read { try $0.tracks(inside: root.path) }
      try move(
        tracks.map { track in
          let below = track.path.bytes.dropFirst(root.path.bytes.count)
          return (track.id, FilePath(bytes: path.bytes + below), outer)
        }, areSeen: false)
      try library.database.write { db in
        try db.forgetScans(inside: root.path)
        try db.execute(sql: "DELETE FROM roots WHERE id = ?", arguments: [root.root])
        try db.bumpRevision(.tracks)
      }
    }
    library.tellOfRoots()
  }
}

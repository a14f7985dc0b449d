internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// Tracks in the order of their ids; unknown ids are left out.
  package func tracks(_ ids: [TrackID]) async throws(LibraryError) -> [Track] {
    try await read { db in
      let found = try db.tracks(ids.map(\.rawValue))
      return ids.compactMap { found[$0.rawValue] }
    }
  }

  /// The track of a file.
  package func track(at path: FilePath) async throws(LibraryError) -> Track? {
    try await track(of: .file(path))
  }

  package func track(of source: MediaSource) async throws(LibraryError) -> Track? {
    try await read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT \(TrackRow.columns) FROM \(TrackRow.sourceWithFindings) WHERE t.path = ?",
        arguments: [source.data])
      return try row.map(TrackRow.track)
    }
  }

  /// Tracks whose files existed at the last scan.
  package var trackCount: Int {
    get async throws(LibraryError) {
      try await read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM tracks WHERE missing = 0") ?? 0
      }
    }
  }

  /// Whether the library never had a track.
  package var isEmpty: Bool {
    get async throws(LibraryError) {
      try await read { db in
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM tracks)") ?? true
      }
    }
  }

  /// The files at or below some paths that have an audio name and no audio.
  package func rejects(below paths: [FilePath]) async throws(LibraryError) -> [FilePath] {
    let paths = try await namesInLibrary(of: paths)
    return try await read { db in
      try db.rejects().filter { file in paths.isEmpty || paths.contains { file.isInside($0) } }
    }
  }

  /// The tracks that a query finds, in path order, missing ones included; none for an invalid
  /// query.
  package func search(_ text: String) async throws(LibraryError) -> [Track] {
    let ids = try await searchIDs(text)
    return try await tracks(ids)
  }

  /// As `search`, with ids only, for going through a large library in parts.
  package func searchIDs(_ text: String) async throws(LibraryError) -> [TrackID] {
    await catalog.ready()
    return try await read { db in
      guard let query = try? TrackQuery(parsing: text) else { return [] }
      let builder = try ListBuilder(db, self)
      return try builder.use { catalog in
        let list = catalog.tracks(
          .songs, sort: .path, among: try builder.matching(query, catalog), includesMissing: true)
        return list.ids(0..<list.count).map { TrackID($0) }
      }
    }
  }
}

extension Database {
  /// The files that have an audio name and no audio, by folder, then by name.
  func rejects() throws -> [FilePath] {
    try Row.fetchAll(
      self, sql: "SELECT f.path, r.name FROM rejects r JOIN folders f ON f.id = r.folder"
    ).map { row in try TrackRow.path(row, 0).appending(TrackRow.path(row, 1).bytes) }
      .inFolderOrder(\.self)
  }
}

extension Array {
  /// Sorted by folder as lists show them, then by file name.
  func inFolderOrder(_ path: (Element) -> FilePath) -> [Element] {
    map { element in
      let file = path(element)
      return ((file.parent.map(FolderKey.key) ?? []) + file.nameBytes, element)
    }.sorted { $0.0.precedes($1.0) }.map(\.1)
  }
}

internal import GRDB
internal import Music

/// The columns of a server in a query that selects `columns` from `source` first.
enum ServerRow {
  static let columns = """
    v.source, v.uuid, v.kind, s.name, s.address, v.user, v.options, v.last_listing
    """
  static let source = "servers v JOIN sources s ON s.id = v.source"

  static func server(_ row: Row) throws -> Server {
    guard let kind = ServerKind(rawValue: try row.value(2)) else { throw UnreadableValue() }
    return Server(
      id: ServerID(try row.value(0)), uuid: try row.value(1), kind: kind, name: try row.value(3),
      address: try row.value(4), user: try row.value(5), options: try StoredJSON.read(row.value(6)),
      lastListing: try row.value(7))
  }
}

extension Database {
  /// All servers by name, but those that were removed.
  func servers() throws -> [Server] {
    try Row.fetchAll(
      self, sql: "SELECT \(ServerRow.columns) FROM \(ServerRow.source) WHERE NOT v.removed"
    ).map(ServerRow.server).sorted(byName: \.name, id: \.id.rawValue)
  }

  /// - Throws: `.server(.gone)`.
  func server(_ id: ServerID) throws -> Server {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT \(ServerRow.columns) FROM \(ServerRow.source)
          WHERE v.source = ? AND NOT v.removed
          """), arguments: [id.rawValue])
    guard let row else { throw LibraryError.server(.gone) }
    return try ServerRow.server(row)
  }

  /// The row of the folder of a server's tracks, created when there is none.
  func folder(of server: Server) throws -> Int64 {
    let path = FilePath.server(named: server.name).data
    try execute(
      sql: "INSERT INTO folders (parent, path) VALUES (NULL, ?) ON CONFLICT (path) DO NOTHING",
      arguments: [path])
    guard
      let id = try Int64.fetchOne(
        self, sql: "SELECT id FROM folders WHERE path = ?", arguments: [path])
    else { throw UnreadableValue() }
    return id
  }

  /// Moves the folder of a server to another name.
  func renameFolder(_ old: String, to new: String) throws {
    try execute(
      sql: "UPDATE folders SET path = ? WHERE path = ?",
      arguments: [FilePath.server(named: new).data, FilePath.server(named: old).data])
  }

  /// Sets columns of a server.
  func set(_ assignments: String, _ values: StatementArguments, of id: ServerID) throws {
    try execute(
      sql: "UPDATE servers SET \(assignments) WHERE source = ?", arguments: values + [id.rawValue])
  }

  /// Lets all servers be listed anew; those that were removed go with the tracks that knew them.
  func resetServers() throws {
    try execute(
      sql: """
        DELETE FROM sources WHERE id IN (SELECT source FROM servers WHERE removed);
        UPDATE servers SET is_listing = 0, cursor = NULL, last_listing = NULL;
        """)
  }
}

internal import GRDB
package import Music

// The services that take listens. Their tokens are elsewhere.
extension Library {
  /// The services that the user has signed in to.
  package func listenServices() async throws(LibraryError) -> [ListenService] {
    try await read { try $0.listenServices("signed_in") }
  }

  /// Adds a service, or signs in to a known one again.
  package func signIn(
    to kind: ListenServiceKind, at root: String, as user: String, sendsLove: Bool = false,
    now: Int64
  ) async throws(LibraryError) -> ListenService? {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: """
          INSERT INTO listen_services (kind, root, user, signed_in, sends_love, since)
          VALUES (?, ?, ?, 1, ?, ?)
          ON CONFLICT DO UPDATE SET signed_in = 1, paused = 0, sends_love = max(sends_love, excluded.sends_love),
            failures = 0, retry_time = 0, needs_sign_in = 0, fault = NULL
          """, arguments: [kind.rawValue, root, user, sendsLove, now])
      return try db.listenServices(
        "kind = ? AND root = ? AND user = ?", [kind.rawValue, root, user]
      ).first
    }
  }

  /// Deletes the queue of a service; the time up to which plays were imported stays.
  package func signOut(of service: ListenServiceID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(sql: "DELETE FROM listens WHERE service = ?", arguments: [service.rawValue])
      try db.execute(
        sql: """
          UPDATE listen_services SET signed_in = 0, paused = 0, failures = 0, retry_time = 0,
            needs_sign_in = 0, fault = NULL WHERE id = ?
          """, arguments: [service.rawValue])
    }
  }

  /// Notes an attempt that failed, and when the next one is due.
  package func postponeListens(
    of service: ListenServiceID, to time: Int64, because reason: String
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: """
          UPDATE listen_services SET failures = min(failures, 1000) + 1, retry_time = ?, fault = ?
          WHERE id = ?
          """, arguments: [time, reason, service.rawValue])
    }
  }

  /// Notes that the user has to sign in; returns whether that is new.
  package func requireSignIn(
    to service: ListenServiceID, because reason: String
  ) async throws(LibraryError) -> Bool {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: """
          UPDATE listen_services SET needs_sign_in = 1, fault = ? WHERE id = ? AND needs_sign_in = 0
          """, arguments: [reason, service.rawValue])
      return db.changesCount > 0
    }
  }

  /// Pauses the sending to all services, or resumes it.
  package func pauseListens(_ isPaused: Bool) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(sql: "UPDATE listen_services SET paused = ?", arguments: [isPaused])
    }
  }

  package func setSendsLove(
    _ sends: Bool, to service: ListenServiceID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: "UPDATE listen_services SET sends_love = ? WHERE id = ?",
        arguments: [sends, service.rawValue])
    }
  }

  /// Makes all services due at once.
  package func retryListens() async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: """
          UPDATE listen_services SET failures = 0, retry_time = 0, needs_sign_in = 0, fault = NULL
          """)
    }
  }

  /// Notes the time up to which plays were imported.
  package func noteImported(
    upTo time: Int64, to service: ListenServiceID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: "UPDATE listen_services SET imported = max(imported, ?) WHERE id = ?",
        arguments: [time, service.rawValue])
    }
  }
}

extension Database {
  func listenServices(
    _ condition: String, _ arguments: StatementArguments = []
  ) throws -> [ListenService] {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT id, kind, root, user, paused, sends_love, since, imported, failures, retry_time,
          needs_sign_in, fault, (SELECT count(*) FROM listens WHERE service = s.id)
        FROM listen_services s WHERE \(condition) ORDER BY id
        """, arguments: arguments)
    return try rows.compactMap { row in
      guard let kind = ListenServiceKind(rawValue: try row.value(1)) else { return nil }
      var service = try ListenService(
        id: ListenServiceID(row.value(0)), kind: kind, root: row.value(2), user: row.value(3),
        isPaused: row.value(4), sendsLove: row.value(5), since: row.value(6),
        imported: row.value(7), failures: row.value(8), retryTime: row.value(9),
        waiting: row.value(12))
      let reason: String? = try row.value(11)
      let needsSignIn: Bool = try row.value(10)
      if needsSignIn {
        service.obstacle = .signIn(reason: reason ?? "")
      } else if let reason {
        service.obstacle = .failing(reason: reason)
      }
      return service
    }
  }
}

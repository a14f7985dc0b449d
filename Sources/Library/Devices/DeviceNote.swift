internal import GRDB
package import Music

/// A text that those who read a device keep in the library; it means nothing to the library.
package enum DeviceNote: String, Sendable, CaseIterable {
  /// How far the device's logs of plays were read. `Library.commit` changes it along with the plays.
  case logs
}

extension Library {
  package func deviceNote(
    _ note: DeviceNote, of id: DeviceID
  ) async throws(LibraryError) -> String? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT \(note.rawValue) FROM devices WHERE id = ?", arguments: [id.rawValue])
    }
  }

  /// Stores a note; nil removes it.
  package func setDeviceNote(
    _ note: DeviceNote, _ text: String?, of id: DeviceID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { try $0.set("\(note.rawValue) = ?", [text], of: id) }
  }

  /// The library's UUID; random, and another one once it begins anew or goes back to a backup.
  package func libraryUUID() async throws(LibraryError) -> LibraryUUID {
    try await read { try $0.libraryUUID() }
  }
}

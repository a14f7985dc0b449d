/// Why the database of a device cannot be used.
package enum DeviceDatabaseFault: Equatable, Sendable {
  case damaged
  /// Written by a later version, whose data this one would lose.
  case newer
  /// A database of another program.
  case foreign
  /// More rows or text than any library has.
  case tooLarge
  /// SQLite's reason.
  case failed(String)

  /// The one line a user reads.
  package var message: String {
    switch self {
    case .damaged:
      "The device's database is damaged; move Database/library.db away from there and sync again"
    case .newer:
      "The device's database was written by a newer program; update Tritone to sync with it"
    case .foreign:
      "Database/library.db on the device is a database of another program, and was left alone"
    case .tooLarge: "The device's database is larger than any that can be read"
    case .failed(let reason): "The device's database cannot be used: \(reason)"
    }
  }
}

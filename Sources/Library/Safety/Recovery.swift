/// What was done about a library that could not be used.
package struct Recovery: Equatable, Sendable, Codable {
  /// Where the damaged file is now.
  package var setAside: String
  /// The backup that took its place; nil for a new and empty library.
  package var backup: String?
  /// When that backup was made, in Unix seconds.
  package var made: Int64?

  /// What happened, for the user: one line, both paths.
  package var message: String {
    "The library was damaged and is kept as \(setAside); "
      + (backup.map { "the backup \($0) was opened in its place; tritone scan adds what it lacks" }
        ?? "there was no good backup, so that a new one was begun; tritone scan finds your music")
  }
}

/// The recovery of a library that could not be used.
package struct Recovery: Equatable, Sendable, Codable {
  /// The new path of the damaged file.
  package var setAside: String
  /// The backup that replaced it; nil for a new and empty library.
  package var backup: String?
  /// The time of that backup, in Unix seconds.
  package var created: Int64?

  /// The names in the library's settings.
  private enum CodingKeys: String, CodingKey { case setAside, backup, created = "made" }

  /// The message to the user: one line, both paths.
  package var message: String {
    "The library was damaged and is kept as \(setAside); "
      + (backup.map { "the backup \($0) was opened in its place; tritone scan adds what it lacks" }
        ?? "there was no good backup, so that a new one was begun; tritone scan finds your music")
  }
}

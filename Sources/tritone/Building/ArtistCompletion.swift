import FoundationEssentials
import Library
import Music

/// Names of the library's artists that complete what is typed, from one state of the library that is
/// kept until the library changes.
actor ArtistCompletion {
  private let library: Library
  private var opened: Task<BuildCatalogue, any Error>?

  init(_ library: Library) { self.library = library }

  func libraryChanged() { opened = nil }

  /// Names that are like a text, the best first; those that are merely close to it are left out.
  func names(completing text: String, limit: Int) async throws -> [String] {
    let library = library
    let task =
      opened
      ?? Task {
        try await library.buildCatalogue(
          LocalBuildOptions(), now: Int64(Date.now.timeIntervalSince1970))
      }
    opened = task
    do {
      return try await task.value.artists(matching: text, limit: limit)
        .filter { $0.kind != .close }.map(\.artist.name)
    } catch {
      opened = nil
      throw error
    }
  }
}

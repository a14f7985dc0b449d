import Library
import Testing

extension TestLibrary {
  /// Runs `body` while the library watches its folders.
  func whileWatched(_ body: () async throws -> Void) async throws {
    let watch = LibraryWatch(library) { Issue.record("\($0.message)") }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle }
    try await body()
  }
}

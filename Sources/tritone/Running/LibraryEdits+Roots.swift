import Interface
import Library
import Music

/// Folders that are taken out of the library, and what is said of that.
extension LibraryEdits {
  func removeRoots(_ paths: [FilePath]) async throws -> Event {
    let removed = try await library.removeRoots(paths)
    let tracks = removed.reduce(0) { $0 + $1.tracks }
    let what = paths.count == 1 ? paths[0].text : paths.count.counted("folder", .plain)
    let them = tracks.counted("track", one: "a")
    let took = "Took \(what) with \(them) out of the library"
    guard removed.allSatisfy(\.isUndoable) else {
      return .done("\(took), which is more than undo can bring back")
    }
    return .done("\(took); \(key: .undo) brings it back")
  }
}

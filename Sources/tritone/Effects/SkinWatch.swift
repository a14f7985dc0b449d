import Glibc
import Library
import Music
import Synchronization

/// The watch on the file of the current skin. The run loop polls its descriptor and takes changes;
/// any thread may name another file.
final class SkinWatch: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// Opened with the first file, and kept: the run loop may be polling it.
    var inotify: Inotify?
    var path: String?
    /// The file's names by the watches on their folders.
    var names: [Int32: [UInt8]] = [:]
  }

  /// Readable after changes in the watched folders; -1 where nothing is or can be watched.
  var descriptor: Int32 { state.withLock { $0.inotify?.descriptor ?? -1 } }

  /// The watched file.
  var path: String? { state.withLock { $0.path } }

  /// Watches a file in place of the last one; nil watches none.
  ///
  /// Editors save by renaming: the folder is watched, and that of the file behind a link.
  func follow(_ path: String?) {
    state.withLock { state in
      // Without a watch a skin is read again when it is chosen.
      if state.inotify == nil, path != nil { state.inotify = try? Inotify() }
      guard let inotify = state.inotify else { return state.path = path }
      var names: [Int32: [UInt8]] = [:]
      for file in Set([path, path.flatMap(SkinWatch.resolved)].compactMap(\.self)) {
        guard let slash = file.lastIndex(of: "/"),
          // A folder that cannot be watched is one less.
          let watch = try? inotify.add(
            FilePath(String(file[...slash])), for: [.written, .movedTo])
        else { continue }
        names[watch] = Array(file[file.index(after: slash)...].utf8)
      }
      for old in state.names.keys where names[old] == nil { inotify.remove(old) }
      (state.path, state.names) = (path, names)
    }
  }

  /// The path of the watched file, where it was saved since the last call.
  func takeChange() -> String? {
    state.withLock { state in
      guard let inotify = state.inotify else { return nil }
      let isSaved = inotify.read().contains { event in
        event.kinds.contains(.overflowed) || state.names[event.watch] == event.name
      }
      return isSaved ? state.path : nil
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

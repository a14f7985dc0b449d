import Glibc
import Library
import Music
import Synchronization

/// A file that is read again when it was saved.
enum WatchedFile: Hashable {
  /// That of the skin of a terminal, by its number.
  case skin(Int)
  case settings
}

/// The watch on the files of the skins that show and on config.toml. The run loop polls its descriptor
/// and takes changes; any thread may name another file.
final class FileWatch: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// Opened with the first file, and kept: the run loop may be polling it.
    var inotify: Inotify?
    var paths: [WatchedFile: String] = [:]
    /// The files behind links.
    var targets: [WatchedFile: String] = [:]
    /// The files' names by the watches on their folders.
    var names: [Int32: [(name: [UInt8], file: WatchedFile)]] = [:]
  }

  /// Readable after changes in the watched folders; -1 where nothing is or can be watched.
  var descriptor: Int32 { state.withLock { $0.inotify?.descriptor ?? -1 } }

  /// The watched file of a kind.
  func path(of file: WatchedFile) -> String? { state.withLock { $0.paths[file] } }

  /// Watches a skin in all terminals.
  func followEverywhere(_ path: String?) {
    for file in state.withLock({ Array($0.paths.keys) }) where file != .settings {
      follow(path, as: file)
    }
  }

  /// Watches a file in place of the last one of its kind; nil watches none.
  ///
  /// Editors save by renaming: the folder is watched, and that of the file behind a link.
  func follow(_ path: String?, as file: WatchedFile) {
    // A slow disk must not keep the run loop from the descriptor.
    let target = path.flatMap { FileWatch.resolved($0) }
    state.withLock { state in
      state.paths[file] = path
      state.targets[file] = target
      // Without a watch a file is read again at the next start.
      if state.inotify == nil, path != nil { state.inotify = try? Inotify() }
      guard let inotify = state.inotify else { return }
      var names: [Int32: [(name: [UInt8], file: WatchedFile)]] = [:]
      for (file, path) in state.paths {
        for place in Set([path, state.targets[file]].compactMap(\.self)) {
          guard let slash = place.lastIndex(of: "/"),
            // A folder that cannot be watched is one less.
            let watch = try? inotify.add(
              FilePath(String(place[...slash])), for: [.written, .movedTo, .created])
          else { continue }
          names[watch, default: []].append(
            (Array(place[place.index(after: slash)...].utf8), file))
        }
      }
      for old in state.names.keys where names[old] == nil { inotify.remove(old) }
      state.names = names
    }
  }

  /// Watches a file no longer.
  func forget(_ file: WatchedFile) {
    guard path(of: file) != nil else { return }
    follow(nil, as: file)
  }

  /// The files that were saved since the last call, with their paths.
  func takeChanges() -> [WatchedFile: String] {
    state.withLock { state in
      guard let inotify = state.inotify else { return [:] }
      var saved: Set<WatchedFile> = []
      for event in inotify.read() {
        if event.kinds.contains(.overflowed) { saved.formUnion(state.paths.keys) }
        for (name, file) in state.names[event.watch] ?? [] where name == event.name {
          // A file that is made by a link is never written. One that is opened for writing is empty.
          if event.kinds == .created, !FileWatch.hasContent(state.paths[file]) { continue }
          saved.insert(file)
        }
      }
      return state.paths.filter { saved.contains($0.key) }
    }
  }

  private static func hasContent(_ path: String?) -> Bool {
    guard let path else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > 0
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

import CLinux
import Glibc
import Library
import Music
import Threads

/// Watches one file of a folder that other programs write, on a thread of its own that sleeps
/// without a timer.
final class SyncFolderWatch: Sendable {
  private let stop: Int32

  /// Nil where the folder cannot be watched.
  ///
  /// May wait for a disk.
  ///
  /// - Parameter changed: called on the watch's thread when the file was written or renamed to;
  ///   false when the folder has gone or moved, and with it the watch.
  init?(_ folder: FilePath, name: String, changed: @escaping @Sendable (Bool) -> Void) {
    // A folder that cannot be watched is looked into with the next change of a playlist.
    guard let inotify = try? Inotify(),
      (try? inotify.add(folder, for: [.written, .movedTo, .selfMoved])) != nil
    else { return nil }
    stop = tritone_eventfd()
    // The thread may end first, and its descriptor's number be given again.
    let stopped = fcntl(stop, F_DUPFD_CLOEXEC, 0)
    guard stopped >= 0 else { return nil }
    OwnThread.start(named: "sync watch") {
      SyncFolderWatch.run(inotify, stopped, Array(name.utf8), changed)
      close(stopped)
    }
  }

  deinit {
    guard stop >= 0 else { return }
    eventfd_write(stop, 1)
    close(stop)
  }

  private static func run(
    _ inotify: Inotify, _ stop: Int32, _ name: [UInt8], _ changed: (Bool) -> Void
  ) {
    var isOver = false
    while true {
      var polled = [
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        pollfd(fd: inotify.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      // Without its folder the thread waits for its end alone.
      if poll(&polled, isOver ? 1 : 2, -1) < 0, errno != EINTR { return }
      if polled[0].revents != 0 { return }
      let events = inotify.read()
      isOver = isOver || events.contains { $0.name.isEmpty && !$0.kinds.contains(.overflowed) }
      if events.contains(where: { $0.name == name || $0.name.isEmpty }) { changed(!isOver) }
    }
  }
}

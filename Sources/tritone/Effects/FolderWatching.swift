import Interface
import Library
import Log
import Synchronization

/// The watch on the library's folders, on or off.
final class FolderWatching: Sendable {
  private let library: Library
  private let mailbox: Mailbox
  private let state = Mutex(State())

  private struct State {
    /// Nil until set.
    var isWanted: Bool?
    var watch: LibraryWatch?
  }

  init(library: Library, mailbox: Mailbox) {
    self.library = library
    self.mailbox = mailbox
  }

  /// Returns at once.
  ///
  /// - Parameter isDefault: whether an explicit setting takes precedence.
  func set(_ isOn: Bool, isDefault: Bool = false) {
    state.withLock { state in
      guard state.isWanted != isOn, !isDefault || state.isWanted == nil else { return }
      state.isWanted = isOn
      state.watch?.stop()
      state.watch = isOn ? begun() : nil
    }
  }

  private func begun() -> LibraryWatch {
    let log = mailbox.log.log
    let watch = LibraryWatch(
      library, scanned: { log.watched($0) },
      notice: { [mailbox] notice in
        log.warning(.watch, "limited", [LogField("reason", sentence: notice.message)])
        mailbox.post(.failed(notice.message))
      })
    watch.start()
    log.info(.watch, "on")
    return watch
  }
}

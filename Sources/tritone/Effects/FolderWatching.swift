import Interface
import Library
import Log
import Media
import Synchronization
import Threads

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
    let begins = state.withLock { state in
      guard state.isWanted != isOn, !isDefault || state.isWanted == nil else { return false }
      state.isWanted = isOn
      state.watch?.stop()
      state.watch = nil
      return isOn
    }
    if begins { OwnThread.start(named: "begin watch") { self.begin() } }
  }

  /// Without FFmpeg every changed file would be taken for a broken one.
  private func begin() {
    do throws(MediaError) {
      try FFmpegLibraries.load()
    } catch {
      state.withLock { $0.isWanted = nil }
      return mailbox.post(.failed(error.reason))
    }
    state.withLock { [library, mailbox] state in
      guard state.isWanted == true, state.watch == nil else { return }
      let log = mailbox.log.log
      state.watch = LibraryWatch(
        library, scanned: { log.watched($0) },
        notice: { notice in
          log.warning(.watch, "limited", [LogField("reason", sentence: notice.message)])
          mailbox.post(.failed(notice.message))
        })
      state.watch?.start()
      mailbox.log.log.info(.watch, "on")
    }
  }
}

import Interface
import Library
import Music
import Synchronization

/// The running search for an order: one at a time, the newest.
final class ArrangementSearch: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)

  func perform(_ order: ArrangementEffect, _ library: Library, _ mailbox: Mailbox) {
    switch order {
    case .find(let playlist, let isFirstKept):
      begin(of: playlist, keepingFirst: isFirstKept, library, mailbox)
    case .cancel: cancel()
    }
  }

  private func begin(
    of playlist: PlaylistID, keepingFirst: Bool, _ library: Library, _ mailbox: Mailbox
  ) {
    let new = Task.detached {
      do {
        let arrangement = try await library.arrangement(of: playlist, keepingFirst: keepingFirst) {
          mailbox.post(.mixing(.arrangementProgressed(playlist, $0)))
        }
        if !Task.isCancelled { mailbox.post(.mixing(.arrangementFound(arrangement))) }
      } catch {
        // A stopped or replaced search has no result.
        guard !Task.isCancelled else { return }
        mailbox.post(.mixing(.arrangementFailed(playlist, UserText.of(error))))
      }
    }
    task.withLock { task in
      task?.cancel()
      task = new
    }
  }

  private func cancel() { task.withLock { $0?.cancel() } }
}

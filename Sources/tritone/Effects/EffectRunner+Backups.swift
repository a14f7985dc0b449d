import Interface
import Library
import Log

extension EffectRunner {
  /// Makes a backup a day for as long as the program runs.
  func keepBackups() {
    let (library, mailbox) = (library, mailbox)
    Task.detached(priority: .background) {
      // The first lists have priority.
      var pause: Duration = .seconds(5)
      while (try? await Task.sleep(for: pause)) != nil {
        do {
          if try await library.timeToNextBackup() == 0 {
            let backup = try await library.backUp(isGentle: true)
            mailbox.log.log.backedUp(backup.path)
          }
          pause = .seconds(max(60, try await library.timeToNextBackup()))
        } catch LibraryError.backupFailed(.locked) {
          // Another player is making it.
          pause = .seconds(60)
        } catch {
          mailbox.log.log.error(
            .library, "the backup failed", [LogField("reason", sentence: UserText.of(error))])
          mailbox.post(.failed(UserText.of(error)))
          pause = .seconds(3_600)
        }
      }
    }
  }
}

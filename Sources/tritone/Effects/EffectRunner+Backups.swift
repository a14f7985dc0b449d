import Interface
import Library

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
            _ = try await library.backUp(isGentle: true)
          }
          pause = .seconds(max(60, try await library.timeToNextBackup()))
        } catch LibraryError.backupFailed(.locked) {
          // Another player is making it.
          pause = .seconds(60)
        } catch {
          mailbox.post(.failed(UserText.of(error)))
          pause = .seconds(3_600)
        }
      }
    }
  }
}

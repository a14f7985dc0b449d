import Interface
import Library
import Media
import Music
import Synchronization

/// Copies and moves files into the library's folder, one request at a time; it can be cancelled.
final class AddingFiles: Sendable {
  private let library: Library
  private let mailbox: Mailbox
  private let directories: Directories
  private let running = Mutex<Task<Void, Never>?>(nil)

  init(library: Library, mailbox: Mailbox, directories: Directories) {
    self.library = library
    self.mailbox = mailbox
    self.directories = directories
  }

  /// - Parameter folder: nil for the library's only folder; the user is asked where it has several.
  func add(_ path: FilePath, _ mode: AddingMode, into folder: FilePath?, for asker: Asker) {
    running.withLock { running in
      guard running == nil else {
        return mailbox.answer(.done(.library(.addingRefused)), to: asker)
      }
      running = Task.detached { [self] in
        await run(path, mode, folder, for: asker)
        self.running.withLock { $0 = nil }
      }
    }
  }

  func cancel() { running.withLock { $0 }?.cancel() }

  /// Stops, and waits until what was added is in the library.
  func finish() async {
    let task = running.withLock { $0 }
    task?.cancel()
    await task?.value
  }

  private func run(
    _ path: FilePath, _ mode: AddingMode, _ folder: FilePath?, for asker: Asker
  ) async {
    do {
      let source = directories.absolute(path)
      // A file that a killed run has hidden is there.
      HiddenSource.restoreName(of: source)
      guard directories.exists(source) else {
        return mailbox.answer(
          .failed("There is no file or folder \(source.text)"), to: asker)
      }
      let folders = try await library.rootContents().filter { !$0.isFile }.map(\.path)
      guard
        let folder = folder.map({ directories.absolute($0) })
          ?? (folders.count == 1 ? folders[0] : nil)
      else {
        return mailbox.answer(
          .library(.addingNeedsFolder(source, mode, among: folders)), to: asker)
      }
      try FFmpegLibraries.load()
      mailbox.post(.library(.addingProgressed(AddingProgress(done: 0, total: 0))))
      let request = AddingRequest(
        [source], into: folder, mode: mode, layout: try FileLayout(FileLayout.standardSource))
      let report = try await library.add(request) { [mailbox] in
        mailbox.post(.library(.addingProgressed($0)))
      }
      mailbox.answer(.library(.addingEnded(report)), to: asker)
    } catch {
      mailbox.post(.library(.addingEnded(nil)))
      mailbox.answer(.failed(UserText.of(error)), to: asker)
    }
  }
}

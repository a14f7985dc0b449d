// Keeps all playlists in one JSON file of a folder that the user has chosen, for another machine to
// take over. Written two seconds after the last change, and only where the contents differ; sleeps
// without a timer while nothing has changed.

import Exchange
import Glibc
import Interface
import Library
import Music

actor SyncFile {
  static let name = "tritone.json"
  static let setting = "sync folder"

  private let library: Library
  private let mailbox: Mailbox
  private var folder: FilePath?
  /// What was written last, or is about to be.
  private var known: ListRevision?
  private var pending: Task<Void, Never>?
  private var writing: Task<Void, Never>?
  private var hasFailed = false

  private static let delay: Duration = .seconds(2)

  init(library: Library, mailbox: Mailbox) {
    self.library = library
    self.mailbox = mailbox
  }

  /// Goes on where the last player left off.
  func start() async {
    do {
      guard let path = try await library.setting(SyncFile.setting) else { return }
      folder = FilePath(path)
      await changed()
    } catch {
      mailbox.post(.failed(UserText.of(error)))
    }
  }

  /// Keeps the file in a folder from now on; nil leaves it as it is.
  func follow(_ folder: FilePath?) async throws {
    try await library.setSetting(SyncFile.setting, folder?.text)
    pending?.cancel()
    (self.folder, known, pending, hasFailed) = (folder, nil, nil, false)
    await changed()
  }

  /// Something in the library has changed; what a scan finds is none of it.
  func changed() async {
    guard folder != nil else { return }
    do {
      let revision = try await library.listRevision()
      guard revision != known else { return }
      known = revision
    } catch {
      return fail(error)
    }
    pending?.cancel()
    pending = Task {
      do { try await Task.sleep(for: SyncFile.delay) } catch { return }
      await write()
    }
  }

  /// Writes what waits to be written, at once.
  func finish() async {
    guard folder != nil else { return }
    await writing?.value
    let isWaiting = pending != nil
    pending?.cancel()
    // The last edit may not have been told of yet.
    let revision = try? await library.listRevision()
    if isWaiting || revision != known { await write() }
  }

  private func write() async {
    pending = nil
    // One at a time; a file that has these contents already is left alone.
    while let writing { await writing.value }
    guard let folder else { return }
    let task = Task { await write(into: folder) }
    writing = task
    await task.value
  }

  private func write(into folder: FilePath) async {
    let path = folder.appending(SyncFile.name)
    do {
      let revision = try await library.listRevision()
      let bytes = try await DocumentExport(library: library).bytes(
        of: .all, as: .json, at: WritingTarget(path))
      // Others write into that folder: what they put in the file's place leads us nowhere.
      if !SyncFile.holds(path, bytes) {
        try AtomicFile.write(bytes, to: path, replaces: true, links: .refused)
      }
      hasFailed = false
      // Edits made meanwhile have found this one at work.
      writing = nil
      if revision != known, self.folder == folder {
        known = nil
        await changed()
      }
    } catch {
      writing = nil
      fail(error)
    }
  }

  /// Said once, and tried again with the next change.
  private func fail(_ error: any Error) {
    if !hasFailed {
      mailbox.post(.failed("The playlists were not written for others: \(UserText.of(error))"))
    }
    hasFailed = true
  }

  private static func holds(_ path: FilePath, _ bytes: [UInt8]) -> Bool {
    // What cannot be read is written anew.
    guard let there = try? DocumentFile.bytes(at: path) else { return false }
    return there == bytes
  }
}

// Mirrors all playlists in one JSON file of a folder chosen by the user, for use on another
// machine. Written two seconds after the last change, and only if the contents differ; without
// changes there is no timer.

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
  /// The revision last written, or being written.
  private var known: ListRevision?
  private var pending: Task<Void, Never>?
  private var writing: Task<Void, Never>?
  private var hasFailed = false

  private static let delay: Duration = .seconds(2)

  init(library: Library, mailbox: Mailbox) {
    self.library = library
    self.mailbox = mailbox
  }

  /// Resumes from the last run.
  func start() async {
    do {
      guard let path = try await library.setting(SyncFile.setting) else { return }
      folder = FilePath(path)
      await changed()
    } catch {
      mailbox.post(.failed(UserText.of(error)))
    }
  }

  /// Mirrors into a folder from now on; nil leaves the file as it is.
  func follow(_ folder: FilePath?) async throws {
    try await library.setSetting(SyncFile.setting, folder?.text)
    pending?.cancel()
    (self.folder, known, pending, hasFailed) = (folder, nil, nil, false)
    await changed()
  }

  /// The library has changed; changes by a scan do not count.
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

  /// Writes pending changes at once.
  func finish() async {
    guard folder != nil else { return }
    await writing?.value
    let isWaiting = pending != nil
    pending?.cancel()
    // The event of the last edit may still be pending.
    let revision = try? await library.listRevision()
    if isWaiting || revision != known { await write() }
  }

  private func write() async {
    pending = nil
    // One write at a time; a file with the same contents is left alone.
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
      // Other programs write into that folder: links in the file's place are not followed.
      if !SyncFile.holds(path, bytes) {
        try AtomicFile.write(bytes, to: path, replaces: true, links: .refused)
      }
      hasFailed = false
      // Edits in the meantime started no write.
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

  /// Reports a failure once; the next change retries.
  private func fail(_ error: any Error) {
    if !hasFailed {
      mailbox.post(.failed("The playlists were not written for others: \(UserText.of(error))"))
    }
    hasFailed = true
  }

  private static func holds(_ path: FilePath, _ bytes: [UInt8]) -> Bool {
    // An unreadable file is rewritten.
    guard let there = try? DocumentFile.bytes(at: path) else { return false }
    return there == bytes
  }
}

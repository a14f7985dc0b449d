// Mirrors all playlists in one JSON file of a folder chosen by the user, for use on another
// machine. Written two seconds after the last change, and only if the contents differ; read when
// another machine has written it. Without changes there is no timer.

import Exchange
import Glibc
import Interface
import Library
import Music

actor SyncFile {
  static let name = "tritone.json"
  static let setting = "sync folder"
  static let autoSetting = "sync auto"

  let library: Library
  let mailbox: Mailbox
  private var folder: FilePath?
  /// The revision last written or taken over, or about to be written.
  private var known: ListRevision?
  private var pending: Task<Void, Never>?
  /// Waits until the file rests.
  private var looking: Task<Void, Never>?
  /// One write or reading at a time.
  private var running: Task<Void, Never>?
  private var hasFailed = false
  private var takesOver = true
  private var watch: SyncFolderWatch?
  /// The digest of a file that cannot be taken over, which was told.
  var refused: String?

  private static let delay: Duration = .seconds(2)
  /// Time in which a file that is being written by another program changes.
  private static let rest: Duration = .seconds(1)
  /// Time for a damaged file to become whole, before it is written over.
  private static let patience: Duration = .seconds(10)

  init(library: Library, mailbox: Mailbox) {
    self.library = library
    self.mailbox = mailbox
  }

  /// Resumes from the last run.
  func start() async {
    do {
      guard let path = try await library.setting(SyncFile.setting) else { return }
      folder = FilePath(path)
      takesOver = try await library.setting(SyncFile.autoSetting) != "off"
      known = try await base().flatMap { ListRevision(text: $0.revision) }
      await changed()
      look()
    } catch {
      mailbox.post(.failed(UserText.of(error)))
    }
  }

  /// Mirrors into a folder from now on; nil leaves the file as it is.
  func follow(_ folder: FilePath?) async throws {
    if folder != self.folder { try await keep(nil) }
    try await library.setSetting(SyncFile.setting, folder?.text)
    pending?.cancel()
    looking?.cancel()
    (self.folder, known, pending, hasFailed, refused, watch) = (folder, nil, nil, false, nil, nil)
    await changed()
    watchFolder()
  }

  /// Whether changes by other machines are taken over.
  func setTakesOver(_ isOn: Bool) async throws {
    try await library.setSetting(SyncFile.autoSetting, isOn ? nil : "off")
    (takesOver, refused) = (isOn, nil)
    look()
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
    write(after: SyncFile.delay)
  }

  private func write(after delay: Duration) {
    pending?.cancel()
    pending = Task {
      do { try await Task.sleep(for: delay) } catch { return }
      pending = nil
      await synchronise(writes: true)
    }
  }

  /// The file may have been written by another machine.
  func look() {
    watchFolder()
    guard let path = folder?.appending(SyncFile.name), takesOver else { return }
    looking?.cancel()
    looking = Task {
      var last: FileVersion?
      repeat {
        last = FileVersion(path)
        do { try await Task.sleep(for: SyncFile.rest) } catch { return }
      } while FileVersion(path) != last
      await synchronise(writes: false)
    }
  }

  private func watchFolder() {
    guard watch == nil, let folder else { return }
    watch = SyncFolderWatch(folder, name: SyncFile.name) { [weak self] isWatched in
      Task { await self?.noticed(isWatched: isWatched) }
    }
  }

  private func noticed(isWatched: Bool) {
    if !isWatched { watch = nil }
    look()
  }

  /// Writes pending changes at once.
  func finish() async {
    guard folder != nil else { return }
    looking?.cancel()
    await running?.value
    let isWaiting = pending != nil
    pending?.cancel()
    pending = nil
    // The event of the last edit may still be pending.
    let revision = try? await library.listRevision()
    if isWaiting || revision != known { await synchronise(writes: true) }
  }

  /// - Parameter writes: whether the library has changed.
  private func synchronise(writes: Bool) async {
    // A file with the same contents is left alone.
    while let running { await running.value }
    guard let folder else { return }
    let task = Task { await synchronise(folder, writes: writes) }
    running = task
    await task.value
  }

  private func synchronise(_ folder: FilePath, writes: Bool) async {
    let path = folder.appending(SyncFile.name)
    do {
      var writes = writes
      if takesOver {
        let isEdited = try await isEdited(writes)
        switch try await takeOver(path) {
        case .unchanged: break
        case .faulty(let isNew):
          // It may become whole yet.
          if isNew, writes { write(after: SyncFile.patience) }
          writes = writes && !isNew
        case .tookOver(let from, let to, let contributes):
          writes = isEdited || contributes
          if known == from || known == to {
            known = to
            if !writes { endPending() }
          }
        }
      }
      if writes {
        let (before, revision) = (known, try await library.listRevision())
        try await write(path, revision)
        // Edits in the meantime wait for a write of their own.
        if known == before, self.folder == folder { known = revision }
      }
      hasFailed = false
      running = nil
    } catch {
      running = nil
      fail(error)
    }
  }

  private func isEdited(_ writes: Bool) async throws -> Bool {
    if writes || pending != nil { return true }
    return try await library.listRevision() != known
  }

  private func endPending() {
    pending?.cancel()
    pending = nil
  }

  private func write(_ path: FilePath, _ revision: ListRevision) async throws {
    let document = try await library.document(of: .all)
    let bytes: [UInt8]
    do {
      bytes = try DocumentWriter.bytes(of: document, as: .json, at: WritingTarget(path))
    } catch {
      throw Failure(reason: error.text)
    }
    // Other programs write into that folder: links in the file's place are not followed.
    if !SyncFile.holds(path, bytes) {
      try AtomicFile.write(bytes, to: path, replaces: true, links: .refused)
    }
    refused = nil
    try await keep(
      SyncBase(written: document, file: PlaylistDigest.file(bytes), revision: revision.text))
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

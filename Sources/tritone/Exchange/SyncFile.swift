// Mirrors all playlists in one JSON file of a folder chosen by the user, for use on another
// machine. Written two seconds after the last change, and only if the contents differ; read when
// another machine has written it. Without changes there is no timer.

import Exchange
import Interface
import Library
import Music

actor SyncFile {
  static let name = "tritone.json"
  static let setting = "sync folder"

  let library: Library
  let mailbox: Mailbox
  private var folder: FilePath?
  /// Whether the user chose a folder since the start.
  private var hasChosen = false
  /// The revision last written or taken over, or about to be written.
  private var known: ListRevision?
  private var pending: Task<Void, Never>?
  /// Waits until the file rests.
  private var looking: Task<Void, Never>?
  /// One write or reading at a time.
  private var running: Task<Void, Never>?
  private var hasFailed = false
  private var takesOver: Bool
  private var watch: SyncFolderWatch?
  /// The digest of a file that cannot be taken over.
  var refused: String?
  /// Whether such a file was reported since one could be read.
  var hasTold = false

  private static let delay: Duration = .seconds(2)
  /// Time in which a file that is being written by another program changes.
  private static let rest: Duration = .seconds(1)
  /// Time for a damaged file to become whole, before it is written over.
  private static let patience: Duration = .seconds(10)

  /// - Parameter takesOver: Whether changes by other machines are taken over.
  init(library: Library, mailbox: Mailbox, takesOver: Bool = true) {
    self.library = library
    self.mailbox = mailbox
    self.takesOver = takesOver
  }

  /// Resumes from the last run.
  func start() async {
    do {
      guard let path = try await library.setting(SyncFile.setting), !hasChosen else { return }
      let folder = FilePath(path)
      self.folder = folder
      let revision = try await record(of: folder).revision
      guard !hasChosen else { return }
      known = ListRevision(text: revision)
      await changed()
      look()
    } catch {
      mailbox.post(.failed(UserText.of(error)))
    }
  }

  /// Mirrors into a folder from now on; nil leaves the file as it is.
  func follow(_ folder: FilePath?) async throws {
    hasChosen = true
    pending?.cancel()
    looking?.cancel()
    (self.folder, pending, looking, watch) = (folder, nil, nil, nil)
    while let running { await running.value }
    try await library.setSetting(SyncFile.setting, folder?.text)
    (known, hasFailed, refused, hasTold) = (nil, false, nil, false)
    await changed()
    await watchFolder()
  }

  /// Whether changes by other machines are taken over.
  func setTakesOver(_ isOn: Bool) {
    (takesOver, refused, hasTold) = (isOn, nil, false)
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
    guard let path = folder?.appending(SyncFile.name) else { return }
    pending?.cancel()
    pending = Task {
      do {
        try await Task.sleep(for: delay - SyncFile.rest)
        try await waitForRest(of: path)
      } catch { return }
      if Task.isCancelled { return }
      pending = nil
      await synchronise(writes: true)
    }
  }

  /// The file may have been written by another machine.
  func look() {
    looking?.cancel()
    looking = Task {
      await watchFolder()
      guard let path = folder?.appending(SyncFile.name), takesOver else { return }
      do { try await waitForRest(of: path) } catch { return }
      await synchronise(writes: false)
    }
  }

  private func waitForRest(of path: FilePath) async throws {
    var (last, now): (SyncFileVersion?, SyncFileVersion) = (
      nil, try await SyncFile.version(of: path)
    )
    while now != last {
      last = now
      try await Task.sleep(for: SyncFile.rest)
      now = try await SyncFile.version(of: path)
    }
  }

  private func watchFolder() async {
    guard watch == nil, let folder else { return }
    let changed: @Sendable (Bool) -> Void = { [weak self] isWatched in
      Task { [weak self] in await self?.noticed(isWatched: isWatched) }
    }
    let made = try? await SyncFile.onDisk {
      SyncFolderWatch(folder, name: SyncFile.name, changed: changed)
    }
    // Another one may have been made meanwhile, or another folder chosen.
    if watch == nil, folder == self.folder { watch = made }
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
    defer { running = nil }
    do {
      guard let lock = try library.lockMirror() else {
        // Another player has this library, and may write the same.
        if writes { write(after: SyncFile.delay) }
        return
      }
      defer { withExtendedLifetime(lock) {} }
      let version = try await SyncFile.version(of: folder.appending(SyncFile.name))
      var lacks = writes
      if takesOver { lacks = try await takeOver(folder, writes: writes) }
      // The user may have chosen another folder meanwhile.
      guard self.folder == folder else { return }
      if lacks { try await write(folder, over: version) }
      hasFailed = false
    } catch {
      fail(error)
    }
  }

  /// - Returns: Whether the file is to be written.
  private func takeOver(_ folder: FilePath, writes: Bool) async throws -> Bool {
    let isEdited = try await isEdited(writes)
    let result = try await takeOver(folder, isEdited: isEdited)
    guard self.folder == folder else { return false }
    switch result {
    case .unchanged: return writes
    case .faulty(let isNew):
      // It may become whole yet.
      if isNew, writes { write(after: SyncFile.patience) }
      return writes && !isNew
    case .postponed:
      write(after: SyncFile.delay)
      return false
    case .tookOver(let from, let to, let contributes):
      let lacks = contributes || isEdited
      if known == from || known == to {
        known = to
        if !lacks { endPending() }
      }
      return lacks
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

  private func write(_ folder: FilePath, over version: SyncFileVersion) async throws {
    let (before, revision) = (known, try await library.listRevision())
    guard try await write(folder, revision, over: version) else {
      return write(after: SyncFile.delay)
    }
    refused = nil
    // Edits in the meantime wait for a write of their own.
    if known == before, self.folder == folder { known = revision }
  }

  /// Reports a failure once; the next change retries.
  private func fail(_ error: any Error) {
    known = nil
    if !hasFailed {
      mailbox.post(.failed("The playlists were not written for others: \(UserText.of(error))"))
    }
    hasFailed = true
  }
}

import Glibc
internal import GRDB
internal import Media
internal import Music

/// Transfers the files of a request, in steps between which the library takes them in.
///
/// Belongs to one queue. Sources are deleted in `settle` alone, when the library has their copies.
final class FileAdder {
  let request: AddingRequest
  private(set) var report: AddingReport
  let cancellation: Cancellation
  private let database: any DatabaseReader
  private let transfers: FileTransfer
  private var targets: AddingTargets
  private let memory = TagReader.Memory()
  private var folders: [AddingFolder] = []
  private var total = 0
  private var done = 0
  private var position = (folder: 0, file: 0)
  /// The folders that files of the present source folder came to, with their order.
  private var destinations: [FilePath] = []
  /// Where audio of this request went, by audio hash.
  private var taken: [Int64: FilePath] = [:]

  /// A file in its new place that the library does not know yet.
  struct Pending {
    /// Nil where the file was renamed, and nothing is left to delete.
    var source: TransferSource?
    var from: FilePath
    var to: FilePath
    var outcome: AddedFile.Outcome
  }
  private(set) var pending: [Pending] = []
  /// Companions in their new places, by source folder: their sources go when its audio has gone.
  private var companions: [(folder: FilePath, source: TransferSource)] = []

  /// Files between two steps of the library.
  private static let batch = 100

  init(_ request: AddingRequest, _ database: any DatabaseReader, cancellation: Cancellation) {
    self.request = request
    self.database = database
    self.cancellation = cancellation
    report = AddingReport(mode: request.mode, folder: request.folder)
    transfers = FileTransfer(below: request.folder, cancellation: cancellation)
    targets = AddingTargets(in: request.folder, rules: request.names)
  }

  var progress: AddingProgress { AddingProgress(done: done, total: total) }

  /// Creates the folder and removes what a killed run left in it.
  func prepare() {
    guard !request.isDryRun, makeFolder(request.folder) else { return }
    NewFile.removeLeftovers(in: request.folder)
  }

  /// Finds all files.
  func walk() {
    let walk = AddingWalk(request.sources, target: request.folder, cancellation: cancellation)
    folders = walk.folders
    total = folders.reduce(0) { $0 + $1.audio.count }
    report.files += walk.skipped
    if cancellation.isOver { report.stop = .cancelled }
  }

  /// Transfers some files; false when all had their turn, or it cannot go on.
  func step(_ told: (AddingProgress) -> Void) -> Bool {
    while report.stop == nil, position.folder < folders.count {
      let folder = folders[position.folder]
      if position.file < folder.audio.count {
        add(folder.audio[position.file], of: folder)
        position.file += 1
        done += 1
        told(progress)
      } else {
        accompany(folder)
        destinations = []
        position = (position.folder + 1, 0)
      }
      if pending.count >= FileAdder.batch { return true }
    }
    return false
  }

  private func stop(_ stop: AddingStop) { if report.stop == nil { report.stop = stop } }

  // MARK: One file

  private func add(_ name: [UInt8], of folder: AddingFolder) {
    let from = folder.path.appending(name)
    if cancellation.isOver { return stop(.cancelled) }
    do {
      let source = try TransferSource(from)
      let facts = try TagReader.read(from, with: memory)
      let track = Track(
        id: TrackID(0), source: .file(from), tags: facts.tags, audio: facts.audio,
        added: Int64(time(nil)))
      // A sheet names its files: they keep theirs.
      let names = request.layout.names(for: track)
      let stem = folder.sheets.isEmpty ? names.last ?? from.stem : from.stem
      let target = targets.folder(names.dropLast())
      try add(source, facts, as: stem, in: target, lyrics: folder)
    } catch let error as MediaError {
      report.files.append(AddedFile(from: from, .failed(reason: error.reason)))
    } catch let error as TransferError {
      fail(from, error, at: request.folder)
    } catch {
      report.files.append(AddedFile(from: from, .failed(reason: "\(error)")))
    }
  }

  private func add(
    _ source: TransferSource, _ facts: MediaFacts, as stem: String, in folder: FilePath,
    lyrics: AddingFolder
  ) throws {
    let fileExtension = source.path.writtenExtension
    var number = 1
    var place = targets.path(stem, fileExtension: fileExtension, in: folder)
    while place.isTaken {
      if try source.hasSameContents(as: place.path, cancellation: cancellation) {
        pending.append(
          Pending(source: source, from: source.path, to: place.path, outcome: .alreadyThere))
        return came(place.path, from: source.path, facts, lyrics)
      }
      number += 1
      guard number <= AddingTargets.maximumNumber else { throw TransferError.exists }
      place = targets.path(stem, fileExtension: fileExtension, number: number, in: folder)
    }
    if !request.takesDuplicates, let other = try duplicate(of: source.path, facts) {
      return report.files.append(AddedFile(from: source.path, .duplicate(of: other)))
    }
    let isRenamed = try transfer(source, to: place.path)
    pending.append(
      Pending(
        source: isRenamed ? nil : source, from: source.path, to: place.path, outcome: .added))
    came(place.path, from: source.path, facts, lyrics)
  }

  /// Whether the file was renamed rather than copied.
  private func transfer(_ source: TransferSource, to target: FilePath)
    throws(TransferError) -> Bool
  {
    defer { targets.reserve(target) }
    guard !request.isDryRun else { return false }
    guard makeFolder(target.parent ?? request.folder) else { throw TransferError.cancelled }
    if request.mode == .move, try transfers.rename(source, to: target) { return true }
    try transfers.copy(source, to: target)
    return false
  }

  /// A file has its new place: its lyrics follow, and what lies beside it may.
  private func came(
    _ path: FilePath, from source: FilePath, _ facts: MediaFacts, _ folder: AddingFolder
  ) {
    if let hash = facts.audioHash { taken[hash] = path }
    guard let target = path.parent else { return }
    if !destinations.contains(target) { destinations.append(target) }
    for name in folder.lyrics where AddingWalk.belongs(name, to: source.nameBytes) {
      accompany(folder.path.appending(name), as: path.stem, in: target, of: folder)
    }
  }

  private func accompany(_ folder: AddingFolder) {
    for target in destinations {
      for name in folder.covers + folder.sheets {
        let path = folder.path.appending(name)
        accompany(path, as: path.stem, in: target, of: folder)
      }
    }
  }

  private func accompany(
    _ from: FilePath, as stem: String, in target: FilePath, of folder: AddingFolder
  ) {
    guard report.stop == nil else { return }
    let place = targets.path(stem, fileExtension: from.writtenExtension, in: target)
    do throws(TransferError) {
      let source = try TransferSource(from)
      if place.isTaken {
        // Another cover is in the album's folder already.
        guard try source.hasSameContents(as: place.path, cancellation: cancellation) else {
          return report.files.append(
            AddedFile(from: from, .skipped(reason: "\(place.path.text) is there")))
        }
      } else {
        targets.reserve(place.path)
        if !request.isDryRun { try transfers.copy(source, to: place.path) }
        report.files.append(AddedFile(from: from, to: place.path, .accompanied))
      }
      companions.append((folder.path, source))
    } catch {
      fail(from, error, at: place.path)
    }
  }

  /// Faults of the disk end the run; those of one file do not.
  private func fail(_ from: FilePath, _ error: TransferError, at target: FilePath) {
    switch error {
    case .cancelled: stop(.cancelled)
    case .unwritable(let code) where code == ENOSPC || code == EDQUOT:
      stop(.diskFull(request.folder))
    case .unwritable(let code) where [EROFS, EACCES, EPERM, EIO, ENOENT, ENOTDIR].contains(code):
      stop(.unwritable(target, reason: systemText(code)))
    case .unwritable, .unreadable, .changedMeanwhile, .exists, .differs:
      report.files.append(AddedFile(from: from, .failed(reason: error.reason)))
    case .notAFile: report.files.append(AddedFile(from: from, .skipped(reason: error.reason)))
    }
  }

  /// Creates a folder with those above it; false ends the run.
  private func makeFolder(_ path: FilePath) -> Bool {
    if path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { return true }
    if errno == ENOENT, let parent = path.parent, parent != path {
      guard makeFolder(parent) else { return false }
      if path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { return true }
    }
    let code = errno
    stop(
      code == ENOSPC || code == EDQUOT
        ? .diskFull(path) : .unwritable(path, reason: systemText(code)))
    return false
  }

  // MARK: Duplicates

  /// Tolerance between the lengths of files with one audio hash, in microseconds.
  private static let tolerance: Int64 = 100_000

  /// A file of the library, or of this request, with the same audio.
  private func duplicate(of path: FilePath, _ facts: MediaFacts) throws -> FilePath? {
    guard let hash = facts.audioHash else { return nil }
    if let other = taken[hash] { return other }
    let duration = facts.audio.duration?.wholeMicroseconds
    // The file that moves is in the library itself, perhaps.
    let isMove = request.mode == .move
    return try database.read { db in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT path, duration FROM tracks WHERE fingerprint = ? AND NOT missing LIMIT 64",
        arguments: [hash])
      while let row = try rows.next() {
        let (other, length): (FilePath, Int64?) = (try TrackRow.path(row, 0), try row.value(1))
        if isMove, other == path || other.resolved == path { continue }
        let isClose =
          if let length, let duration {
            (length &- duration).magnitude <= FileAdder.tolerance.magnitude
          } else { length == duration }
        if isClose, !FileAvailability.isAbsent(other) { return other }
      }
      return nil
    }
  }

  // MARK: After the library has taken them in

  /// Ends a step.
  ///
  /// - Parameter isKnown: whether the library has a file as a track.
  func settle(_ isKnown: (FilePath) -> Bool) {
    for item in pending {
      guard request.isDryRun || isKnown(item.to) else {
        report.files.append(
          AddedFile(
            from: item.from, to: item.to,
            .failed(reason: "the library could not read it in its new place; nothing was deleted")))
        continue
      }
      report.files.append(AddedFile(from: item.from, to: item.to, item.outcome))
      guard request.mode == .move, !request.isDryRun, let source = item.source else { continue }
      remove(source)
    }
    pending = []
    guard request.mode == .move, !request.isDryRun else { return companions = [] }
    // A folder of which audio is left keeps its cover, too.
    let open = position.folder < folders.count ? folders[position.folder].path : nil
    var kept: [(folder: FilePath, source: TransferSource)] = []
    for item in companions {
      if item.folder == open {
        kept.append(item)
      } else if !hasAudio(item.folder) {
        remove(item.source)
      }
    }
    companions = kept
  }

  private func remove(_ source: TransferSource) {
    do throws(TransferError) {
      // A cover may have gone to several folders, and is deleted once.
      if AddingWalk.kind(source.path) != nil { try transfers.remove(source) }
    } catch {
      report.files.append(
        AddedFile(
          from: source.path, .failed(reason: "copied, but not deleted: \(error.reason)")))
    }
  }

  private func hasAudio(_ folder: FilePath) -> Bool {
    AddingWalk.names(of: folder)?.contains { AudioNames.includes($0) } ?? true
  }

  /// Removes the folders that have become empty, except for those that were named.
  func removeEmptyFolders() {
    guard request.mode == .move, !request.isDryRun else { return }
    for folder in folders.reversed() where folder.isInner {
      // Fails where anything is left in it.
      _ = folder.path.withCString { rmdir($0) }
    }
  }

  func end(_ error: AddingStop) { stop(error) }
}

extension FilePath {
  /// The extension as the name has it.
  fileprivate var writtenExtension: String {
    let length = fileExtension.utf8.count
    return length == 0 ? "" : String(name.suffix(name.count - stem.count - 1))
  }
}

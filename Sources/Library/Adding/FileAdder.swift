import Glibc
internal import GRDB
internal import Media
internal import Music

/// Transfers the files of a request, in steps between which the library takes them in.
///
/// Belongs to one queue. Sources are deleted in `settle` alone, when the library has their copies.
final class FileAdder {
  let request: AddingRequest
  var report: AddingReport
  let cancellation: Cancellation
  let database: LibraryDatabase
  private(set) var transfers: FileTransfer
  var targets: AddingTargets
  private let memory = TagReader.Memory()
  private(set) var folders: [AddingFolder] = []
  private var total = 0
  private var done = 0
  private(set) var position = (folder: 0, file: 0)
  /// The folders that files of the present source folder came to, by their names there.
  private(set) var arrivals: [(name: [UInt8], folder: FilePath)] = []
  /// Where audio of this request went, by audio hash.
  private(set) var taken: [Int64: FilePath] = [:]

  /// A file in its new place that the library does not know yet.
  struct Pending {
    var from: FilePath
    var to: FilePath
    var outcome: AddedFile.Outcome
    /// Nil where the file was renamed, and nothing is left to delete.
    var copied: Copied?
  }
  var pending: [Pending] = []

  /// A source with its copy, neither of which is open.
  struct Copied {
    var source: TransferFile
    /// Nil in a dry run.
    var copy: TransferFile?
    /// Whether the copy was found, and may be the source on another mount.
    var wasFound = false
  }
  /// Companions in their new places, by source folder: their sources go when its audio has gone.
  var companions: [(folder: FilePath, copied: Copied)] = []

  /// Files between two steps of the library.
  private static let batch = 100

  init(_ request: AddingRequest, _ database: LibraryDatabase, cancellation: Cancellation) {
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
    guard !request.isDryRun else { return }
    do throws(TransferError) {
      try transfers.begin()
      NewFile.removeLeftovers(in: request.folder)
    } catch {
      guard case .unwritable(let code) = error else { return }
      stop(
        code == ENOSPC || code == EDQUOT
          ? .diskFull(request.folder) : .unwritable(request.folder, reason: systemText(code)))
    }
  }

  /// Finds all files.
  func walk() {
    let walk = AddingWalk(
      request.sources, target: request.folder, restoresNames: !request.isDryRun,
      cancellation: cancellation)
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
        arrivals = []
        position = (position.folder + 1, 0)
      }
      if pending.count >= FileAdder.batch { return true }
    }
    return false
  }

  func stop(_ stop: AddingStop) { if report.stop == nil { report.stop = stop } }

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
      let isNamed = folder.sheets.contains { $0.names(name) }
      let stem = isNamed ? from.stem : names.last ?? from.stem
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
      switch try source.comparison(with: place.path, cancellation: cancellation) {
      case .oneFile:
        return report.files.append(
          AddedFile(from: source.path, .skipped(reason: "it is there already")))
      case .equal(let copy):
        pending.append(
          Pending(
            from: source.path, to: place.path, outcome: .alreadyThere,
            copied: Copied(source: source.file, copy: copy, wasFound: true)))
        return came(place.path, from: source.path, facts, lyrics)
      case .different: break
      }
      number += 1
      guard number <= AddingTargets.maximumNumber else { throw TransferError.exists }
      place = targets.path(stem, fileExtension: fileExtension, number: number, in: folder)
    }
    if !request.takesDuplicates, let other = try duplicate(of: source.path, facts) {
      return report.files.append(AddedFile(from: source.path, .duplicate(of: other)))
    }
    let copied = try transfer(source, to: place.path)
    pending.append(
      Pending(from: source.path, to: place.path, outcome: .added, copied: copied))
    came(place.path, from: source.path, facts, lyrics)
  }

  /// Nil where the file was renamed rather than copied.
  private func transfer(_ source: TransferSource, to target: FilePath)
    throws(TransferError) -> Copied?
  {
    guard !request.isDryRun else {
      targets.reserve(target)
      return Copied(source: source.file)
    }
    try transfers.makeFolder(target.parent ?? request.folder)
    defer { targets.reserve(target) }
    if request.mode == .move, try transfers.rename(source, to: target) { return nil }
    return Copied(source: source.file, copy: try transfers.copy(source, to: target))
  }

  /// A file has its new place: its lyrics follow at once.
  private func came(
    _ path: FilePath, from source: FilePath, _ facts: MediaFacts, _ folder: AddingFolder
  ) {
    if let hash = facts.audioHash { taken[hash] = path }
    guard let target = path.parent else { return }
    arrivals.append((source.nameBytes, target))
    for name in folder.lyrics where AddingWalk.belongs(name, to: source.nameBytes) {
      accompany(folder.path.appending(name), as: path.stem, in: target, of: folder)
    }
  }

  /// Faults of the disk end the run; those of one file do not.
  func fail(_ from: FilePath, _ error: TransferError, at target: FilePath) {
    switch error {
    case .cancelled: stop(.cancelled)
    case .unwritable(let code) where code == ENOSPC || code == EDQUOT:
      stop(.diskFull(request.folder))
    case .unwritable(ENODEV): stop(.absent(request.folder))
    case .unwritable(let code) where code == EROFS || code == EIO:
      stop(.unwritable(target, reason: systemText(code)))
    case .unwritable, .unreadable, .changedMeanwhile, .exists, .differs, .copyChanged, .oneFile,
      .hidden:
      report.files.append(AddedFile(from: from, .failed(reason: error.reason)))
    case .notAFile: report.files.append(AddedFile(from: from, .skipped(reason: error.reason)))
    }
  }
}

extension FilePath {
  /// The extension as the name has it.
  var writtenExtension: String {
    guard !fileExtension.isEmpty else { return "" }
    return String(decoding: nameBytes.suffix(while: { $0 != UInt8(ascii: ".") }), as: UTF8.self)
  }
}

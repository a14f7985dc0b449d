import Exchange
import Interface
import Library
import Music
import Synchronization

/// Imports and exports files of other programs, and completes paths, for the interface.
///
/// One import at a time, concurrently with everything else; it can be cancelled.
final class ImportExport: Sendable {
  private let library: Library
  private let mailbox: Mailbox
  private let directories: Directories
  private let sync: SyncFile
  private let running = Mutex<Task<Void, Never>?>(nil)

  /// - Parameter takesOver: Whether playlists that other machines write are taken over.
  init(library: Library, mailbox: Mailbox, directories: Directories, takesOver: Bool) {
    self.library = library
    self.mailbox = mailbox
    self.directories = directories
    sync = SyncFile(library: library, mailbox: mailbox, takesOver: takesOver)
    let sync = sync
    Task { await sync.start() }
  }

  func libraryChanged() async { await sync.changed() }

  func finish() async {
    running.withLock { $0 }?.cancel()
    await sync.finish()
  }

  // MARK: Importing

  func importFile(_ path: FilePath, for asker: Asker) {
    let path = directories.absolute(path)
    importDocument(named: path.name, for: asker) {
      (try ImportExport.document(try DocumentFile.bytes(at: path), path), path)
    }
  }

  /// - Parameters:
  ///   - name: what a message about its end calls it.
  ///   - read: gives playlists, and the path that theirs are relative to.
  func importDocument(
    named name: String, for asker: Asker = Asker(),
    _ read: @escaping @Sendable () async throws -> (PlaylistDocument, FilePath)
  ) {
    running.withLock { running in
      guard running == nil else {
        return mailbox.answer(.done(.exchange(.importRefused)), to: asker)
      }
      running = Task.detached { [self] in
        await run(name, asker, read)
        self.running.withLock { $0 = nil }
      }
    }
  }

  func cancel() { running.withLock { $0 }?.cancel() }

  private func run(
    _ name: String, _ asker: Asker,
    _ read: @Sendable () async throws -> (PlaylistDocument, FilePath)
  ) async {
    do {
      mailbox.post(.exchange(.importProgressed(0, of: 0)))
      let (document, path) = try await read()
      let show: @Sendable (ImportProgress) -> Void = { [mailbox] progress in
        mailbox.post(.exchange(.importProgressed(progress.done, of: progress.total)))
      }
      let plan = try await library.planImport(document, at: path, progress: show)
      let report = try await library.importPlaylists(plan, progress: show)
      mailbox.answer(.exchange(.importEnded(try await outcome(report))), to: asker)
    } catch LibraryError.cancelled {
      mailbox.post(.exchange(.importEnded(nil)))
      mailbox.answer(.done(.exchange(.importStopped)), to: asker)
    } catch {
      mailbox.post(.exchange(.importEnded(nil)))
      mailbox.answer(.failed("\(name): \(UserText.of(error))"), to: asker)
    }
  }

  private static func document(_ bytes: [UInt8], _ path: FilePath) throws -> PlaylistDocument {
    do {
      return try DocumentReader.read(bytes, at: path)
    } catch {
      let isMarkers = FileFormat.detected(in: bytes, named: path)?.holdsPlaylists == false
      throw Failure(
        reason: error.text + (isMarkers ? "; :import-cues takes them to a track" : ""))
    }
  }

  private func outcome(_ report: ImportReport) async throws -> ImportOutcome {
    let paths = try await ImportRecord.paths(of: report, library)
    var outcome = ImportOutcome(
      name: report.source.name, tracks: report.tracks, missing: report.missing)
    for imported in report.playlists.prefix(ImportExport.maximumPlaylists) {
      if let playlist = try await library.playlist(imported.id) {
        outcome.playlists.append(playlist)
      }
    }
    outcome.playlistCount = report.playlists.count
    outcome.knownCount = report.playlists.count(where: \.isKnown)
    for issue in report.issues.prefix(ImportExport.maximumReported) {
      let position = issue.line.map { "line \($0)" } ?? ""
      let list = report.playlists.count > 1 ? issue.playlist : nil
      let detail = [list, position].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
      switch issue.kind {
      case .missing(let path, let reason):
        outcome.missingLines.append(
          ReportLine(issue.text, detail: detail, below: "\(path.text) — \(reason.rawValue)"))
      case .ambiguous(let ids):
        let names = ids.compactMap { paths[$0] }
        outcome.ambiguousLines.append(
          ReportLine(
            issue.text, detail: detail,
            below: "took \(names.first ?? "the first"); also "
              + names.dropFirst().joined(separator: ", ")))
      }
    }
    outcome.problemLines = report.problems.prefix(ImportExport.maximumReported).map {
      ReportLine($0.reason, detail: $0.line.map { "line \($0)" } ?? "")
    }
    let rest = max(report.issues.count, report.problems.count) - ImportExport.maximumReported
    if rest > 0 {
      outcome.problemLines.append(
        ReportLine("and \(rest.grouped) more: tritone import --dry-run --json FILE tells all"))
    }
    return outcome
  }

  /// The most issues listed; nobody reads more in a window.
  private static let maximumReported = 10_000
  /// Only one playlist is opened; the pane shows the others.
  private static let maximumPlaylists = 1

  func importCues(_ path: FilePath, into track: TrackID) async throws -> Event? {
    let path = directories.absolute(path)
    let read: (markers: [MixMarker], problems: [DocumentProblem])
    do {
      read = try DocumentReader.readMarkers(try DocumentFile.bytes(at: path), at: path)
    } catch let problem as DocumentProblem {
      throw Failure(reason: "\(path.name): \(problem.text)")
    }
    let count = try await library.importCues(read.markers, into: track)
    return .done(.exchange(.cuesImported(count, linesLost: read.problems.count)))
  }

  // MARK: Exporting

  /// - Parameter format: a format's name; nil for that of the file's extension.
  func export(_ playlist: PlaylistID, _ text: String, format name: String?, replaces: Bool)
    async throws -> Event?
  {
    guard let listed = try await library.playlist(playlist) else {
      throw LibraryError.noSuchPlaylist
    }
    if name == nil, !text.contains("/"), !text.contains(".") {
      guard let format = FileFormat(rawValue: text.lowercased()) else {
        throw Failure(reason: "There is no format “\(text)”; there are \(FileFormat.names)")
      }
      let file = DocumentExport.fileName(of: listed.name, as: format)
      return .exchange(.exportProposed(playlist, path: "~/" + file, format: format.rawValue))
    }
    var path = directories.absolute(FilePath(text))
    let wanted = name.flatMap { FileFormat(rawValue: $0) }
    guard
      let format = FileFormat(writtenAs: path).map({ wanted?.agreeing(with: $0) ?? $0 })
        ?? wanted
    else {
      throw Failure(
        reason: "\(path.name) does not say its format; end it in .m3u8, .pls, .xspf, .cue, …")
    }
    if directories.isFolder(path) {
      path = path.appending(DocumentExport.fileName(of: listed.name, as: format))
    }
    do {
      try await DocumentExport(library: library).write(
        playlist, as: format, to: path, replaces: replaces)
    } catch LibraryError.fileExists {
      return .exchange(.exportRefused(playlist, path: path.text, format: format.rawValue))
    }
    return .done(.exchange(.exported(path)))
  }

  // MARK: Folders

  func listPaths(_ text: String, serial: Int) {
    let (mailbox, lister) = (mailbox, PathLister(directories: directories))
    Task.detached {
      mailbox.post(.exchange(.pathsListed(lister.names(completing: text), serial: serial)))
    }
  }

  func setTakesOver(_ isOn: Bool) async { await sync.setTakesOver(isOn) }

  func follow(_ folder: FilePath?) async throws -> Event? {
    let folder = folder.map { directories.absolute($0) }
    if let folder, !directories.isFolder(folder) {
      throw Failure(reason: "There is no folder \(folder.text)")
    }
    try await sync.follow(folder)
    return .done(.exchange(.syncFileSet(folder?.appending(SyncFile.name))))
  }
}

extension FileFormat {
  /// Of two formats with the same extension, the named one; else the file name's.
  fileprivate func agreeing(with other: FileFormat) -> FileFormat {
    fileExtension == other.fileExtension ? self : other
  }
}

import Exchange
import Interface
import Library
import Music

/// Takes over the playlists that another machine has written.
extension SyncFile {
  /// Attempts to merge while the user edits.
  private static let maximumAttempts = 5

  enum Result {
    /// Nobody else has written the file.
    case unchanged
    /// The file cannot be taken over; whether that is news.
    case faulty(isNew: Bool)
    /// The user went on editing.
    case postponed
    /// The revisions before and after.
    case tookOver(from: ListRevision, to: ListRevision, Rest)
  }

  /// What is left to write after a take-over.
  enum Rest {
    case nothing
    /// The library has what the file lacks.
    case contents
    /// The file was edited by hand, and is a version of its own by now.
    case version
  }

  /// Merges the file, if another machine has written it.
  ///
  /// - Parameter isEdited: Whether the library has edits that the file lacks.
  func takeOver(_ folder: FilePath, isEdited: Bool) async throws -> Result {
    let path = folder.appending(SyncFile.name)
    switch SyncFileVersion(of: path) {
    case .missing: return .unchanged
    case .unreadable(let code): throw LibraryError.unreadable(path, code: code)
    case .special: throw LibraryError.notPlain(path)
    case .plain: break
    }
    let bytes = try await SyncFile.onDisk { try DocumentFile.bytes(at: path) }
    let digest = PlaylistDigest.file(bytes)
    var record = try await record(of: folder)
    guard digest != record.file else {
      (refused, hasTold) = (nil, false)
      return .unchanged
    }
    guard digest != refused else { return .faulty(isNew: false) }
    let theirs: PlaylistDocument
    do {
      theirs = try DocumentReader.read(bytes, at: path, as: .json)
    } catch {
      return refuse(digest, path, error.text)
    }
    // A machine whose library was begun anew must not empty all the others.
    if theirs.playlists.isEmpty, record.hasPlaylists {
      return refuse(digest, path, "it has no playlists any more")
    }
    // The library is an older copy: later versions with its id are not its own.
    if theirs.seen[record.machine] > record.seen[record.machine] {
      record = SyncFile.newRecord(of: folder)
    }
    for _ in 0..<SyncFile.maximumAttempts {
      do {
        let result = try await merge(
          theirs, record, from: path, digest: digest, isEdited: isEdited)
        (refused, hasTold) = (nil, false)
        return result
      } catch {
        if case LibraryError.changedMeanwhile = error { continue }
        // The next change of this library is written all the same.
        return refuse(digest, path, UserText.of(error))
      }
    }
    return .postponed
  }

  private func refuse(_ digest: String, _ path: FilePath, _ reason: String) -> Result {
    refused = digest
    if !hasTold {
      mailbox.post(.failed("\(path.name) of another machine was not taken over: \(reason)"))
    }
    hasTold = true
    return .faulty(isNew: true)
  }

  private func merge(
    _ theirs: PlaylistDocument, _ known: SyncRecord, from path: FilePath, digest: String,
    isEdited: Bool
  ) async throws -> Result {
    let before = try await library.listRevision()
    let ours = try await library.document(of: .all)
    let smart = try await library.playlists().filter { $0.smart != nil }
      .map { SyncMerge.key(DocumentPlaylist(name: $0.name)) }
    let base = known.base(of: theirs)
    let merge = SyncMerge(theirs, into: ours, smart: Set(smart), base: base)
    var (after, now, imported) = (before, ours, Set<String>())
    if !merge.isEmpty {
      let report = try await importMerged(merge, from: path, at: before)
      after = report.revision ?? before
      now = try await library.document(of: .all)
      // Edits since the import are not in the file.
      if try await library.listRevision() == after {
        imported = Set(merge.document.playlists.map { SyncMerge.key($0) })
      }
    }
    var record = known
    record.file = digest
    let isKnown = !theirs.seen.isEmpty && known.seen.covers(theirs.seen)
    if !isKnown {
      record.add(SyncBase(taken: theirs, into: now, imported: imported, after: base))
    }
    // The writer of a file with problems must not believe that all of it arrived.
    if theirs.problems.isEmpty { record.seen.merge(theirs.seen, except: record.machine) }
    let rest: Rest = isKnown ? .version : merge.contributes ? .contents : .nothing
    let isComplete = rest == .nothing && !isEdited
    record.revision = isComplete ? after.text : ""
    try await keep(record)
    return .tookOver(from: before, to: after, rest)
  }

  private func importMerged(
    _ merge: SyncMerge, from path: FilePath, at revision: ListRevision
  ) async throws -> ImportReport {
    let plan = try await library.planImport(merge.document, at: path)
    let report = try await library.importPlaylists(
      plan,
      ImportOptions(
        replaces: true,
        merging: ImportOptions.Merging(removed: merge.removed, revision: revision)))
    let outcome = TakenOver(
      file: path.name, playlists: report.playlists.map(\.name), removed: merge.removed.count,
      doubled: merge.doubled, marks: report.cues + report.ratings)
    if !outcome.isEmpty { mailbox.post(.done(.exchange(.tookOver(outcome)))) }
    return report
  }
}

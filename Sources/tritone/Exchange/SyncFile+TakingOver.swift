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
    /// The revisions before and after, and whether the library has what the file lacks.
    case tookOver(from: ListRevision, to: ListRevision, contributes: Bool)
  }

  /// Merges the file, if another machine has written it.
  ///
  /// - Parameter isEdited: Whether the library has edits that the file lacks.
  func takeOver(_ folder: FilePath, isEdited: Bool) async throws -> Result {
    let path = folder.appending(SyncFile.name)
    switch try await SyncFile.version(of: path) {
    case .missing: return .unchanged
    case .unreadable(let code): throw LibraryError.unreadable(path, code: code)
    case .special: throw LibraryError.notPlain(path)
    case .plain: break
    }
    let bytes = try await SyncFile.onDisk { try DocumentFile.bytes(at: path) }
    let digest = PlaylistDigest.file(bytes)
    let known = try await record(of: folder)
    guard digest != known.file.digest else {
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
    if theirs.playlists.isEmpty, known.hasPlaylists {
      return refuse(digest, path, "it has no playlists any more")
    }
    for _ in 0..<SyncFile.maximumAttempts {
      do {
        let result = try await merge(theirs, in: folder, digest: digest, isEdited: isEdited)
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
    _ theirs: PlaylistDocument, in folder: FilePath, digest: String, isEdited: Bool
  ) async throws -> Result {
    var record = try await record(of: folder)
    // The library is an older copy: later versions with its id are not its own.
    if theirs.seen[record.machine] > record.seen[record.machine] {
      record = SyncFile.newRecord(of: folder)
    }
    let before = try await library.listRevision()
    let ours = try await library.document(of: .all)
    let merge = SyncMerge(theirs, into: ours, record: record)
    var (after, now, isSettled) = (before, ours, true)
    if !merge.isEmpty {
      let report = try await importMerged(
        merge, from: folder.appending(SyncFile.name), at: before)
      after = report.revision ?? before
      now = try await library.document(of: .all)
      // Edits since the import are not in the file.
      isSettled = try await library.listRevision() == after
    }
    record.took(theirs, merge, now: now, isSettled: isSettled, digest: digest)
    record.revision = merge.contributes || isEdited ? "" : after.text
    try await keep(record)
    return .tookOver(from: before, to: after, contributes: merge.contributes)
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
      doubled: merge.doubled, marks: report.cues + report.ratings + report.labels + report.comments)
    if !outcome.isEmpty { mailbox.post(.done(.exchange(.tookOver(outcome)))) }
    return report
  }
}

import Exchange
import Glibc
import Interface
import Library
import Music

/// Takes over the playlists that another machine has written.
extension SyncFile {
  private static let baseSetting = "sync base"
  /// Attempts to merge while the user edits.
  private static let maximumAttempts = 5

  enum Result {
    /// Nobody else has written the file.
    case unchanged
    /// The file cannot be taken over; whether that is news.
    case faulty(isNew: Bool)
    /// The revisions before and after, and whether the library has what the file lacks.
    case tookOver(from: ListRevision, to: ListRevision, contributes: Bool)
  }

  /// What the library and the file had in common last.
  func base() async throws -> SyncBase? {
    SessionText.decode(SyncBase.self, try await library.setting(SyncFile.baseSetting))
  }

  func keep(_ base: SyncBase?) async throws {
    try await library.setSetting(SyncFile.baseSetting, try base.map { try SessionText.encode($0) })
  }

  /// Merges the file, if another machine has written it.
  func takeOver(_ path: FilePath) async throws -> Result {
    guard FileVersion(path)?.isPlain == true else { return .unchanged }
    // because a file that cannot be read is written again
    guard let bytes = try? DocumentFile.bytes(at: path) else { return .unchanged }
    let (digest, base) = (PlaylistDigest.file(bytes), try await base())
    guard digest != base?.file else { return .unchanged }
    guard digest != refused else { return .faulty(isNew: false) }
    let theirs: PlaylistDocument
    do {
      theirs = try DocumentReader.read(bytes, at: path, as: .json)
    } catch {
      return refuse(digest, path, error.text)
    }
    // A machine whose library was begun anew must not empty all the others.
    if theirs.playlists.isEmpty, base?.lists.isEmpty == false {
      return refuse(digest, path, "it has no playlists any more")
    }
    for _ in 0..<SyncFile.maximumAttempts {
      do {
        return try await merge(theirs, base, from: path, digest: digest)
      } catch LibraryError.changedMeanwhile {
        continue
      }
    }
    throw LibraryError.changedMeanwhile
  }

  private func refuse(_ digest: String, _ path: FilePath, _ reason: String) -> Result {
    refused = digest
    mailbox.post(.failed("\(path.name) of another machine was not taken over: \(reason)"))
    return .faulty(isNew: true)
  }

  private func merge(
    _ theirs: PlaylistDocument, _ base: SyncBase?, from path: FilePath, digest: String
  ) async throws -> Result {
    let before = try await library.listRevision()
    let ours = try await library.document(of: .all)
    let smart = try await library.playlists().filter { $0.smart != nil }
      .map { SyncMerge.key(DocumentPlaylist(name: $0.name)) }
    let merge = SyncMerge(theirs, into: ours, smart: Set(smart), base: base)
    guard !merge.isEmpty else {
      try await keep(
        SyncBase(taken: theirs, into: ours, file: digest, revision: before.text))
      return .tookOver(from: before, to: before, contributes: merge.contributes)
    }
    let plan = try await library.planImport(merge.document, at: path)
    let report = try await library.importPlaylists(
      plan,
      ImportOptions(
        replaces: true, merging: ImportOptions.Merging(removed: merge.removed, revision: before)))
    let after = report.revision ?? before
    let now = try await library.document(of: .all)
    try await keep(SyncBase(taken: theirs, into: now, file: digest, revision: after.text))
    let outcome = TakenOver(
      file: path.name, playlists: report.playlists.map(\.name), removed: merge.removed.count,
      doubled: merge.doubled, marks: report.cues + report.ratings)
    if !outcome.isEmpty { mailbox.post(.done(.exchange(.tookOver(outcome)))) }
    return .tookOver(from: before, to: after, contributes: merge.contributes)
  }
}

/// The state of a file, which changes while it is being written.
struct FileVersion: Equatable {
  let isPlain: Bool
  private let node: UInt64
  private let size: Int64
  private let modified: [Int]

  /// Nil for a file that is not there.
  init?(_ path: FilePath) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    isPlain = status.st_mode & S_IFMT == S_IFREG
    (node, size) = (UInt64(status.st_ino), Int64(status.st_size))
    modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }
}

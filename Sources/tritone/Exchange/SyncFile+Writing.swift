import Exchange
import Library
import Music
import Threads

/// Writes the file of the sync folder, and keeps what is known of it.
extension SyncFile {
  /// Runs work that may wait for a disk: not on the threads that everything else shares.
  static func onDisk<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      OwnThread.start(named: "sync file", stackSize: 8 << 20) {
        continuation.resume(with: Swift.Result(catching: work))
      }
    }
  }

  static func version(of path: FilePath) async throws -> SyncFileVersion {
    try await onDisk { SyncFileVersion(of: path) }
  }

  /// What is known of the file of a folder.
  func record(of folder: FilePath) async throws -> SyncRecord {
    let text = try await library.setting(Library.syncRecordKey)
    guard let record = SessionText.decode(SyncRecord.self, text), record.folder == folder.text,
      record.host == SyncFile.host
    else { return SyncFile.newRecord(of: folder) }
    return record
  }

  /// Without a past, and with an id that no machine has.
  static func newRecord(of folder: FilePath) -> SyncRecord {
    SyncRecord(
      folder: folder.text, machine: String(UInt64.random(in: .min ... .max), radix: 16),
      host: host)
  }

  func keep(_ record: SyncRecord?) async throws {
    try await library.setSetting(
      Library.syncRecordKey, try record.map { try SessionText.encode($0) })
  }

  /// Two computers with copies of one library must not count as one machine.
  private static let host: String = {
    // because a system may have no such id
    guard let bytes = try? DocumentFile.bytes(at: FilePath("/etc/machine-id")) else { return "" }
    return PlaylistDigest.file(bytes)
  }()

  /// Writes the playlists, unless the file has them already.
  ///
  /// - Parameter version: The version of the file that was read, and may be replaced.
  /// - Returns: Whether the file has the revision; another program may have written it meanwhile.
  func write(
    _ folder: FilePath, _ revision: ListRevision, over version: SyncFileVersion
  ) async throws -> Bool {
    let path = folder.appending(SyncFile.name)
    var record = try await record(of: folder)
    let document = try await library.document(of: .all)
    var written = record.stamped(document)
    var bytes = try SyncFile.bytes(of: written, at: path)
    let unchanged = bytes
    let isHeld = try await SyncFile.onDisk { SyncFile.holds(path, unchanged) }
    if written.seen.isEmpty || !isHeld {
      written = record.advance(document)
      bytes = try SyncFile.bytes(of: written, at: path)
      record.revision = ""
      // A counter must not be given twice, also if this process is killed after the write.
      try await keep(record)
      let stamped = bytes
      do {
        // Other programs write into that folder: links in the file's place are not followed.
        try await SyncFile.onDisk {
          try AtomicFile.write(
            stamped, to: path, replaces: true, links: .refused,
            if: { SyncFileVersion(of: path) == version })
        }
      } catch {
        guard case LibraryError.fileExists = error else { throw error }
        return false
      }
    }
    record.wrote(written, digest: PlaylistDigest.file(bytes))
    record.revision = revision.text
    try await keep(record)
    return true
  }

  private static func bytes(of document: PlaylistDocument, at path: FilePath) throws -> [UInt8] {
    do {
      return try DocumentWriter.bytes(of: document, as: .json, at: WritingTarget(path))
    } catch {
      throw Failure(reason: error.text)
    }
  }

  private static func holds(_ path: FilePath, _ bytes: [UInt8]) -> Bool {
    // An unreadable file is rewritten.
    guard let there = try? DocumentFile.bytes(at: path) else { return false }
    return there == bytes
  }
}

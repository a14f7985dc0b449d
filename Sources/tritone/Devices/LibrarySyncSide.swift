import FoundationEssentials
import Glibc
import Library
import Media
import Music
import Sync
import Synchronization
import Threads

/// One's own library as the side of a sync.
final class LibrarySyncSide: SyncSide {
  private let library: Library
  private let device: Device
  private let converted: ConvertedFiles
  /// A folder of this sync alone, for converted files on their way.
  private let spare: FilePath
  private let made = Mutex<[FilePath]>([])
  private let outcomes = Mutex<[SyncCommitOutcome]>([])
  private let takenFiles = Mutex<[FilePath]>([])

  /// Bytes of converted sound that are kept.
  private static let cacheLimit: Int64 = 20 << 30
  /// Converted files that may be on their way at once: the one that is copied, and the next.
  private static let inUse = 3

  init(_ library: Library, _ device: Device, _ directories: Directories) {
    self.library = library
    self.device = device
    converted = ConvertedFiles(folder: directories.conversions, limit: Self.cacheLimit)
    spare = directories.conversions.appending("sync-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    Self.removeLeftovers(in: directories.conversions)
  }

  /// Removes the folders of syncs that were killed.
  private static func removeLeftovers(in folder: FilePath) {
    for name in names(in: folder) where name.hasPrefix("sync-") {
      let parts = name.split(separator: "-")
      guard parts.count == 3, let process = pid_t(parts[1]), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      let left = folder.appending(name)
      for file in names(in: left) { _ = left.appending(file).withCString { unlink($0) } }
      _ = left.withCString { rmdir($0) }
    }
  }

  private static func names(in folder: FilePath) -> [String] {
    // Without the folder there is nothing to remove.
    (try? FileManager.default.contentsOfDirectory(atPath: folder.text)) ?? []
  }

  /// Playlists that the library left alone, and why.
  var left: [SyncNote] { outcomes.withLock { $0.flatMap(\.left) } }

  /// Files that were copied from the device, to be read into the library.
  var taken: [FilePath] { takenFiles.withLock { $0 } }

  func contents() async throws(SyncError) -> SyncLibraryContents {
    try await asking { () async throws(LibraryError) in
      try await library.syncContents(for: device)
    }
  }

  func state(
    sharing sharedPath: @escaping @Sendable (FilePath) -> FilePath
  ) async throws(SyncError) -> SyncState {
    try await asking { () async throws(LibraryError) in
      try await library.syncState(of: device.id, sharing: sharedPath)
    }
  }

  func keep(_ tracks: [SyncedTrack]) async throws(SyncError) {
    try await asking { () async throws(LibraryError) in
      try await library.keep(tracks, of: device.id)
    }
  }

  func keep(_ journal: LibraryCommit?) async throws(SyncError) {
    try await asking { () async throws(LibraryError) in
      try await library.keep(journal, logs: journal?.logs, of: device.id)
    }
  }

  func commit(_ commit: LibraryCommit) async throws(SyncError) {
    let outcome = try await asking { () async throws(LibraryError) in
      try await library.commit(commit, to: device.id, logs: commit.logs)
    }
    outcomes.withLock { $0.append(outcome) }
  }

  // MARK: Files

  func file(of track: SyncTrack, _ rule: ConversionRule?) async throws(SyncError) -> SyncSource {
    guard let rule else { return SyncSource(path: track.path, stamp: track.file) }
    let cancellation = Cancellation()
    let (converted, spare) = (converted, spare)
    let made: Result<FilePath, ConversionError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        OwnThread.start(named: "convert") {
          ThreadPriority.lower(to: 5)
          continuation.resume(
            returning: Self.convert(track.path, rule, converted, spare, cancellation))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    switch made {
    case .success(let path):
      forgetOldest(adding: path)
      guard let size = path.fileStamp?.size else {
        throw .source("\(track.path.name) cannot be converted")
      }
      // The time is the original's, so that the part of an earlier run has the same name.
      return SyncSource(
        path: path, stamp: FileStamp(size: size, modified: track.file.modified))
    case .failure(.cancelled): throw .cancelled
    case .failure(let error):
      throw .source("\(track.path.name) cannot be converted: \(error.reason)")
    }
  }

  private static func convert(
    _ path: FilePath, _ rule: ConversionRule, _ converted: ConvertedFiles, _ folder: FilePath,
    _ cancellation: Cancellation
  ) -> Result<FilePath, ConversionError> {
    do throws(MediaError) { try FFmpegLibraries.load() } catch { return .failure(.source(error)) }
    do throws(ConversionError) {
      // Where it cannot be made, the file cannot be written either, and that is told.
      _ = PrivateFiles.makeFolders(folder)
      return .success(
        try converted.file(for: path, rule: rule, in: folder, cancellation: cancellation))
    } catch {
      return .failure(error)
    }
  }

  private func forgetOldest(adding path: FilePath) {
    let old = made.withLock { made in
      made.append(path)
      defer { made.removeFirst(max(0, made.count - Self.inUse)) }
      return made.prefix(max(0, made.count - Self.inUse)).map { $0 }
    }
    for path in old { _ = path.withCString { unlink($0) } }
  }

  /// Removes what was converted for this sync; the sound stays in the cache.
  func finish() {
    let rest = made.withLock { made in
      defer { made = [] }
      return made
    }
    for path in rest { _ = path.withCString { unlink($0) } }
    _ = spare.withCString { rmdir($0) }
  }

  /// Below the library's first folder, in a folder named after the device.
  func freePath(for file: DeviceFile) async throws(SyncError) -> FilePath {
    let roots = try await asking { () async throws(LibraryError) in
      try await library.rootContents()
    }
    guard let root = roots.first(where: { !$0.isFile && !$0.isOffline })?.path else {
      throw .library("the library has no folder for files from the device: tritone scan FOLDER")
    }
    var folder = root.appending("From \(device.name.replacing("/", with: "_"))")
    let parts = file.path.bytes.split(separator: UInt8(ascii: "/"))
    for part in parts.dropLast() { folder = folder.appending(Array(part)) }
    let name = FilePath(bytes: Array(parts.last ?? []))
    var (target, number) = (folder.appending(name.bytes), 1)
    while target.fileStamp != nil || takenFiles.withLock({ $0.contains(target) }) {
      number += 1
      let ending = name.fileExtension.isEmpty ? "" : ".\(name.fileExtension)"
      target = folder.appending("\(name.stem) (\(number))\(ending)")
    }
    takenFiles.withLock { $0.append(target) }
    return target
  }

  private func asking<Value: Sendable>(
    _ work: () async throws(LibraryError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(LibraryError) {
      return try await work()
    } catch {
      throw error == .cancelled ? .cancelled : .library(error.message)
    }
  }
}

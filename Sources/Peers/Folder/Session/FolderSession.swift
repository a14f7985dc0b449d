internal import CLinux
import Glibc
import Music
import Sync

/// A device that is open for a sync: everything here blocks, and one thread at a time calls it.
final class FolderSession: @unchecked Sendable {
  // because the peer's calls come one after another, each on a thread that ends with it
  let setup: FolderPeer.Setup
  let root: DeviceFolder
  let mount: DeviceMount?
  private(set) var marker: DeviceMarker
  private(set) var abilities: DeviceAbilities
  private let lock: DeviceLock?
  /// The state of the marker's file, which is looked at before each write.
  private var markerStatus: stat
  /// Spellings of folders that the device has in another case.
  var spellings: [FilePath: FilePath] = [:]
  /// Parts of this sync that are not yet in their places.
  var parts: Set<FilePath> = []
  /// Parts that are whole and get their names with the next sync of the disk.
  var pending: [PendingFile] = []
  /// Files that were sent and did not get their names, or are damaged, since the last flush.
  var failed: [PeerFileFault] = []
  /// Why the disk could not be synced before the pending files get their names; nil while it can.
  var lostWrites: PeerError?
  /// Files that were sent and are to be read back with the next flush.
  var unverified: [SentFile] = []
  /// Parts that earlier syncs left, to be removed before the first write.
  var leftovers: [FilePath] = []
  /// The state of the database as the snapshot read it; nil before that.
  var databaseState: DatabaseState?
  /// Whether the copy of the database here is of this sync.
  var hasReadDatabase = false
  /// Whether that copy is of the database itself, and not of an earlier one beside it.
  var isDatabaseWhole = false
  /// Whether a call ended so that its part may be resumed.
  var wasCut = false
  private var isMarked = false

  init(_ setup: FolderPeer.Setup) throws(PeerError) {
    self.setup = setup
    root = try DeviceFolder(setup.root, opensByComponent: setup.opensByComponent)
    mount = DeviceMount.around(setup.root)
    do throws(SystemFault) {
      guard case .marker(let found) = try DeviceMarker.read(root), found.uuid == setup.device.uuid
      else { throw SystemFault(code: EXDEV) }
      marker = found
      markerStatus = try FolderSession.markerStatus(root)
    } catch {
      throw error.code == EXDEV ? .notTheDevice : .reading(DeviceLayout.markerPath, error.code)
    }
    if FolderSession.isReadOnly(root, setup) {
      abilities = marker.abilities ?? FileSystemProbe.assumed(of: root, on: mount)
      abilities.isReadOnly = true
      lock = nil
      return
    }
    abilities = marker.abilities ?? DeviceAbilities()
    abilities.isReadOnly = false
    lock = try DeviceLock(root, now: setup.now)
    // A part of a sync that was killed, which no marker needs any more.
    try? root.unlink(DeviceLayout.database.appending(DeviceMarker.part))
    do throws(PeerError) {
      if marker.abilities == nil || marker.mount != mount { try probe() }
    } catch {
      lock?.release()
      throw error
    }
  }

  static func isReadOnly(_ root: DeviceFolder, _ setup: FolderPeer.Setup) -> Bool {
    setup.space(root.descriptor)?.isReadOnly == true
      || faccessat(root.descriptor, "Database", W_OK, AT_EACCESS) != 0 && errno != ENOENT
  }

  private func probe() throws(PeerError) {
    do throws(SystemFault) {
      abilities = try FileSystemProbe.abilities(of: root, on: mount)
      marker.abilities = abilities
      marker.mount = mount
      marker.version = setup.version
      try writeMarker()
    } catch {
      throw writing(DeviceLayout.markerPath, error.code)
    }
  }

  private static func markerStatus(_ root: DeviceFolder) throws(SystemFault) -> stat {
    let path = DeviceLayout.markerPath
    if let status = try root.status(path) { return status }
    let backup = DeviceLayout.database.appending(DeviceMarker.backup)
    guard let status = try root.status(backup) else { throw SystemFault(code: EXDEV) }
    return status
  }

  private func writeMarker() throws(SystemFault) {
    try marker.write(root, straight: isStraight)
    markerStatus = try FolderSession.markerStatus(root)
  }

  /// Whether files are written in their places: renames do not replace there, or cost a copy.
  var isStraight: Bool { !abilities.renamesOver || !abilities.renamesCheaply }

  // MARK: Before each write

  /// Sees that the device is still in its place.
  func check() throws(PeerError) {
    guard root.isInPlace else { throw .gone }
    do throws(SystemFault) {
      let status = try FolderSession.markerStatus(root)
      guard status.st_ino == markerStatus.st_ino, status.st_size == markerStatus.st_size else {
        // Written by another program, perhaps for the same device.
        guard case .marker(let found) = try DeviceMarker.read(root), found.uuid == marker.uuid
        else { throw SystemFault(code: EXDEV) }
        markerStatus = status
        return
      }
    } catch {
      throw error.code == EXDEV ? .notTheDevice : reading(DeviceLayout.markerPath, error.code)
    }
  }

  /// `check`, and that this sync may write.
  func checkWriting() throws(PeerError) {
    if abilities.isReadOnly { throw .readOnly }
    try check()
    try lock?.touch()
  }

  /// Notes on the device that a sync writes to it, before its first write.
  func begin(_ plan: String) throws(PeerError) {
    try checkWriting()
    guard !isMarked else { return }
    isMarked = true
    marker.inProgress = "\(ThisMachine.name) \(plan)"
    marker.version = setup.version
    do throws(SystemFault) { try writeMarker() } catch {
      throw writing(DeviceLayout.markerPath, error.code)
    }
    removeLeftovers()
  }

  func noteCommit(_ plan: String) throws(PeerError) {
    marker.plan = plan
    marker.inProgress = nil
    isMarked = false
    do throws(SystemFault) { try writeMarker() } catch {
      throw writing(DeviceLayout.markerPath, error.code)
    }
  }

  // MARK: Errors

  /// The meaning of an error of a write; an error of the medium is looked into.
  func writing(_ path: FilePath, _ code: Int32) -> PeerError {
    code == EIO && !answers ? .gone : .writing(path, code)
  }

  func reading(_ path: FilePath, _ code: Int32) -> PeerError {
    code == EIO && !answers ? .gone : .reading(path, code)
  }

  /// Whether the device can be read at all.
  private var answers: Bool {
    guard root.isInPlace, case .marker = try? DeviceMarker.read(root) else { return false }
    return true
  }

  // MARK: The end

  /// Brings everything sent so far to the disk, and reads back what is to be verified.
  ///
  /// - Parameter verifying: False takes what was sent as whole.
  func flush(
    verifying: Bool, _ cancellation: PeerCancellation
  ) throws(PeerError) -> [PeerFileFault] {
    try writeOut()
    if !verifying { unverified = [] }
    verifySent(cancellation)
    defer { failed = [] }
    return failed
  }

  func writeOut() throws(PeerError) {
    guard !abilities.isReadOnly else { return }
    try check()
    // Over MTP a file is on the phone when it is closed.
    guard !isStraight else { return }
    try publishPending()
    // FAT writes where a renamed file begins only with that file.
    try syncDevice()
  }

  func syncDevice() throws(PeerError) {
    if mount?.isProgram == true {
      do throws(SystemFault) { try FileBytes.sync(root.descriptor) } catch {
        throw writing(FilePath("."), error.code)
      }
    }
    let code = tritone_sync_file_system(root.descriptor)
    guard code == 0 || code == ENOSYS || code == EINVAL else {
      throw writing(FilePath("."), code)
    }
  }

  /// Removes what this sync leaves behind, and the lock.
  func end() {
    guard !abilities.isReadOnly, root.isInPlace else { return }
    // What is whole gets its name though the sync was cut; what cannot have it stays a part.
    if !pending.isEmpty, lostWrites == nil { try? writeOut() }
    if !wasCut {
      for part in parts { try? root.unlink(part) }
      if isMarked, (try? check()) != nil {
        marker.inProgress = nil
        // Says only who wrote; the next sync writes it again.
        try? writeMarker()
      }
    }
    lock?.release()
  }
}

/// Size and time of the database on the device.
struct DatabaseState: Equatable {
  var size: Int64
  var modified: Int64

  init(_ status: stat) {
    size = Int64(status.st_size)
    modified = status.modified
  }
}

extension stat {
  /// Nanoseconds since 1970.
  var modified: Int64 {
    let (nanoseconds, isBeyond) = Int64(st_mtim.tv_sec).multipliedReportingOverflow(
      by: 1_000_000_000)
    return isBeyond ? 0 : nanoseconds &+ Int64(st_mtim.tv_nsec)
  }
}

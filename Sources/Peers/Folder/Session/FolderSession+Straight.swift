import Glibc
import Music
import Sync

/// The contents of a part whose file is being written under its own name.
struct HalfFile: Codable, Equatable {
  /// The file's name, in the folder of the part.
  var name: String
  /// Bytes of the whole file.
  var size: Int64

  static let maximumBytes = 4096
}

extension FolderSession {
  /// Writes a file under its own name, where a rename would copy it once more. A marker beside it
  /// tells that it is half until the marker is gone.
  func sendStraight(
    _ source: TransferredFile, _ transfer: PeerTransfer, to target: FilePath,
    _ cancellation: PeerCancellation, _ progress: (Int64) -> Void
  ) throws(PeerError) -> UInt64? {
    let path = DeviceLayout.musicPath(target)
    let folder = path.parent ?? DeviceLayout.music
    let name = DeviceLayout.partName(transfer.part)
    let half = HalfFile(name: String(decoding: target.lastName, as: UTF8.self), size: transfer.size)
    let file: Int32
    do throws(SystemFault) {
      try SmallFile.write(HostileJSON.bytes(half), folder, name, part: name, straight: true, root)
      if let old = transfer.replaced { try root.unlink(DeviceLayout.musicPath(old.path)) }
      file = try root.open(path, O_RDWR | O_CREAT | O_EXCL)
    } catch {
      // The next sync removes a marker that stays.
      try? root.unlink(folder.appending(name))
      throw error.code == EEXIST ? .exists(target) : writing(target, error.code)
    }
    let digest: UInt64?
    do throws(PeerError) {
      try write(source, transfer, into: file, at: path, cancellation, progress)
      digest = try self.digest(of: source, transfer, cancellation)
    } catch {
      // A half file under its own name would pass for a whole one.
      try? root.unlink(path)
      try? root.unlink(folder.appending(name))
      throw error
    }
    // A marker that stays says less than the size of the file, and goes with the next sync.
    try? root.unlink(folder.appending(name))
    if let old = transfer.replaced, old.path.parent != target.parent {
      removeEmptyFolders(of: old.path)
    }
    return digest
  }

  private func write(
    _ source: TransferredFile, _ transfer: PeerTransfer, into file: Int32, at path: FilePath,
    _ cancellation: PeerCancellation, _ progress: (Int64) -> Void
  ) throws(PeerError) {
    do throws(PeerError) {
      try copy(source, transfer, into: file, from: 0, cancellation, progress)
    } catch {
      FileClosing.close(file)
      throw error
    }
    do throws(SystemFault) {
      // The file goes over the wire here.
      try FileBytes.finish(file)
      guard let status = try root.status(path), Int64(status.st_size) == transfer.size else {
        throw SystemFault(code: EIO)
      }
    } catch {
      throw writing(transfer.target, error.code)
    }
    try source.expectUnchanged()
  }
}

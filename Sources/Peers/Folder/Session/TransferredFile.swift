internal import CLinux
import Glibc
import Music
import Sync

/// A file here that is sent to a device, held open.
final class TransferredFile {
  let descriptor: Int32
  private let path: FilePath
  private let status: stat

  /// - Throws: `.source` with `ESTALE` for a file that is not as the transfer says.
  init(_ transfer: PeerTransfer) throws(PeerError) {
    path = transfer.source
    descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw .source(path, code: errno) }
    var found = stat()
    let isKnown = fstat(descriptor, &found) == 0
    guard isKnown, found.st_mode & S_IFMT == S_IFREG, Int64(found.st_size) == transfer.size else {
      let code = isKnown ? ESTALE : errno
      close(descriptor)
      throw .source(path, code: code)
    }
    status = found
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit { close(descriptor) }

  /// The number of its file system.
  var device: dev_t { status.st_dev }

  /// Sees that no program has written to the file since it was opened.
  func expectUnchanged() throws(PeerError) {
    var now = stat()
    guard fstat(descriptor, &now) == 0 else { throw .source(path, code: errno) }
    guard now.st_size == status.st_size, now.modified == status.modified else {
      throw .source(path, code: ESTALE)
    }
  }

  /// Gives the copy the time of the file: players sort by it.
  func keepTime(in file: Int32) {
    // Some file systems keep no times of others.
    _ = futimens(file, [status.st_mtim, status.st_mtim])
  }

  /// How many bytes of an earlier part are those of this file.
  func equalBytes(
    in part: Int32, size: Int64, _ cancellation: PeerCancellation,
    _ progress: (Int64) -> Void
  ) throws(PeerError) -> Int64 {
    let step = 1 << 20
    let end = min(size, Int64(status.st_size))
    var offset: Int64 = 0
    while offset < end {
      try cancellation.check()
      let count = Int(min(Int64(step), end - offset))
      let ours: [UInt8]
      do throws(SystemFault) {
        ours = try FileBytes.read(descriptor, at: offset, count: count)
      } catch { throw .source(path, code: error.code) }
      // A part that cannot be read is written anew.
      guard let theirs = try? FileBytes.read(part, at: offset, count: count), theirs == ours,
        ours.count == count
      else { return offset }
      offset += Int64(count)
      progress(offset)
    }
    return offset
  }
}

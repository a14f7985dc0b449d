internal import CLinux
internal import Glibc
internal import Music

/// Writes blocks of the wire to a file and hashes them on the way. Of one queue.
final class BlockWriter: @unchecked Sendable {
  // because only one block is written at a time, on the queue of its user
  let path: FilePath
  private let descriptor: Int32
  private(set) var offset: Int64 = 0
  private var hash = XXH64()

  /// Makes the file, or opens the one that is there where it `mayExist`.
  init(_ path: FilePath, mayExist: Bool) throws(BlockFault) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (mayExist ? 0 : O_EXCL)
    let descriptor = path.withCString { open($0, flags, 0o666) }
    guard descriptor >= 0 else { throw BlockFault(code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 1
    else {
      close(descriptor)
      throw BlockFault(code: EINVAL)
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  var digest: UInt64 { hash.digest }

  /// Hashes what is there already, and goes on behind it; nothing where it is longer than `limit`.
  func resume(upTo limit: Int64) throws(BlockFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw BlockFault(code: errno) }
    let size = Int64(status.st_size)
    guard size <= limit else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Flow.block, alignment: 8)
    defer { buffer.deallocate() }
    while offset < size {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      guard count > 0 || errno == EINTR else { throw BlockFault(code: count == 0 ? EIO : errno) }
      guard count > 0 else { continue }
      hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
  }

  /// Empties the file.
  func restart() throws(BlockFault) {
    guard ftruncate(descriptor, 0) == 0 else { throw BlockFault(code: errno) }
    offset = 0
    hash = XXH64()
  }

  func append(_ bytes: [UInt8]) throws(BlockFault) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done,
          off_t(offset) + done)
      }
      guard count > 0 || errno == EINTR else { throw BlockFault(code: errno) }
      done += max(0, count)
    }
    hash.update(bytes)
    offset += Int64(bytes.count)
  }

  func sync() throws(BlockFault) {
    guard fsync(descriptor) == 0 else { throw BlockFault(code: errno) }
  }

  func unlink() { _ = path.withCString { Glibc.unlink($0) } }

  /// Renames the file to a free name: EEXIST where it is taken.
  func rename(to target: FilePath) throws(BlockFault) {
    let code = path.withCString { from in
      target.withCString { tritone_rename_to_free_name(AT_FDCWD, from, AT_FDCWD, $0) }
    }
    // File systems without that flag: a link fails where the name is taken.
    guard code == EINVAL || code == ENOSYS else {
      if code != 0 { throw BlockFault(code: code) }
      return
    }
    let linked = path.withCString { from in target.withCString { link(from, $0) } }
    guard linked == 0 else { throw BlockFault(code: errno) }
    unlink()
  }
}

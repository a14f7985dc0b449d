internal import CLinux
internal import Glibc
internal import Music

/// Reads a file in blocks for the wire and hashes it on the way. Of one queue.
final class BlockReader: @unchecked Sendable {
  // because only one block is read at a time, on the queue of its user
  private let descriptor: Int32
  private let before: FileState
  let size: Int64
  private(set) var offset: Int64 = 0
  private var hash = XXH64()

  private struct FileState: Equatable {
    var size: Int64
    var modified: Int
    var nanoseconds: Int

    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { return nil }
      guard status.st_mode & S_IFMT == S_IFREG else {
        errno = EINVAL
        return nil
      }
      size = Int64(status.st_size)
      modified = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// - Parameter size: ESTALE where the file has another one.
  init(_ path: FilePath, size expected: Int64? = nil) throws(BlockFault) {
    // A named pipe would let the opening wait.
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw BlockFault(code: errno) }
    guard let state = FileState(descriptor) else {
      let code = errno
      close(descriptor)
      throw BlockFault(code: code)
    }
    guard expected == nil || expected == state.size else {
      close(descriptor)
      throw BlockFault(code: ESTALE)
    }
    self.descriptor = descriptor
    before = state
    size = state.size
  }

  deinit { close(descriptor) }

  var digest: UInt64 { hash.digest }

  /// Hashes the first bytes without sending them, and goes on behind them.
  func skip(_ count: Int64) throws(BlockFault) {
    while offset < count {
      _ = try block(min(Int(count - offset), Flow.block), header: 0)
    }
  }

  /// Goes back to the begin.
  func rewind() {
    offset = 0
    hash = XXH64()
  }

  /// The next block as an encoded frame of data.
  func frame(_ count: Int, call: UInt32) throws(BlockFault) -> [UInt8] {
    var bytes = try block(count, header: Frame.headerSize)
    var header = WireWriter()
    header.write(UInt32(count + Frame.headerSize - 4))
    header.write(Frame.Kind.data.rawValue)
    header.write(call)
    bytes.replaceSubrange(..<Frame.headerSize, with: header.bytes)
    return bytes
  }

  private func block(_ count: Int, header: Int) throws(BlockFault) -> [UInt8] {
    var fault: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: header + count) { buffer, filled in
      buffer[..<header].initialize(repeating: 0)
      var done = 0
      while done < count {
        let target = buffer.baseAddress?.advanced(by: header + done)
        let got = pread(descriptor, target, count - done, off_t(offset) + done)
        if got > 0 {
          done += got
        } else if got == 0 || errno != EINTR {
          // A file that became shorter has changed.
          fault = got == 0 ? ESTALE : errno
          break
        }
      }
      filled = header + done
      hash.update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[header..<filled]))
    }
    if let fault { throw BlockFault(code: fault) }
    offset += Int64(count)
    return bytes
  }

  /// Throws where the file has changed since it was opened.
  func checkUnchanged() throws(BlockFault) {
    guard let now = FileState(descriptor) else { throw BlockFault(code: errno) }
    guard now == before else { throw BlockFault(code: ESTALE) }
  }
}

/// An errno of reading or writing blocks.
struct BlockFault: Error, Equatable {
  var code: Int32
}

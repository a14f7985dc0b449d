internal import CLinux
import Glibc
import Music

extension DeviceFolder {
  /// Reads a whole small file; nil where there is none.
  ///
  /// - Throws: `EFBIG` for a larger one, `EINVAL` for anything but a plain file.
  func bytes(of path: FilePath, atMost limit: Int) throws(SystemFault) -> [UInt8]? {
    let file: Int32
    do throws(SystemFault) {
      file = try open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemFault(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFault(code: EINVAL) }
    guard status.st_size <= limit else { throw SystemFault(code: EFBIG) }
    return try FileBytes.read(file, from: 0, atMost: limit)
  }
}

/// Reading and writing of open files, whole.
enum FileBytes {
  /// Reads from an offset to the end, or to a number of bytes.
  static func read(_ file: Int32, from start: Int64, atMost limit: Int) throws(SystemFault)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    let step = 1 << 18
    while bytes.count < limit {
      let piece = try read(
        file, at: start + Int64(bytes.count), count: min(step, limit - bytes.count))
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Reads up to `count` bytes at an offset; fewer only at the end.
  static func read(_ file: Int32, at offset: Int64, count: Int) throws(SystemFault) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = 0
      while done < count {
        let got = pread(
          file, buffer.baseAddress.map { $0 + done }, count - done, Int(offset) + done)
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { break }
        done += got
      }
    }
    guard code == 0 else { throw SystemFault(code: code) }
    return bytes
  }

  static func write(_ bytes: [UInt8], to file: Int32) throws(SystemFault) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemFault(code: count == 0 ? EIO : errno) }
      done += count
    }
  }

  /// Flushes a file; a file system that has nothing to flush is no error.
  static func sync(_ file: Int32) throws(SystemFault) {
    guard fsync(file) == 0 || errno == EINVAL || errno == ENOSYS else {
      throw SystemFault(code: errno)
    }
  }

  /// Closes a file; network file systems report failed writes here.
  static func finish(_ file: Int32) throws(SystemFault) {
    guard close(file) == 0 || errno == EINTR else { throw SystemFault(code: errno) }
  }
}

import Glibc
internal import Music

/// Why a file was not read.
enum BoundedFileError: Error, Equatable {
  case system(code: Int32)
  case notPlain
  case tooLarge
}

/// Files of other programs, read up to a bound.
enum BoundedFile {
  static func read(_ path: FilePath, atMost maximum: Int) throws(BoundedFileError) -> [UInt8] {
    guard !path.bytes.contains(0) else { throw .system(code: ENOENT) }
    // Opening a FIFO does not wait.
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw .system(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .system(code: EISDIR)
    case _: throw .notPlain
    }
    guard status.st_size <= maximum else { throw .tooLarge }
    return try contents(descriptor, atMost: maximum)
  }

  /// Reads one byte more than is allowed at most: the file may grow meanwhile.
  private static func contents(
    _ descriptor: Int32, atMost maximum: Int
  ) throws(BoundedFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= maximum {
      let got = piece.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(code: errno) }
      if got == 0 { return bytes }
      bytes += piece[..<got]
    }
    throw .tooLarge
  }
}

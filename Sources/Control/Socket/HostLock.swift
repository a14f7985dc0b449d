internal import Glibc
internal import Music

/// The right to play a library, held by one process for its life.
///
/// A lock of the kernel: it ends with its process, however that ends. Its file stays.
package final class HostLock: Sendable {
  package let socket: ControlSocket
  private let descriptor: Int32

  /// - Throws: `hostRuns` where another process holds it.
  package init(_ socket: ControlSocket) throws(ControlError) {
    try socket.makeFolder()
    descriptor = try Self.take(socket.lockFile)
    self.socket = socket
    let process = Array("\(getpid())\n".utf8)
    // For the message of others alone.
    if ftruncate(descriptor, 0) == 0 { pwrite(descriptor, process, process.count, 0) }
  }

  deinit { close(descriptor) }

  private static func take(_ path: FilePath) throws(ControlError) -> Int32 {
    while true {
      let file = path.withCString {
        open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
      }
      guard file >= 0 else { throw .system(path, code: errno) }
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        defer { close(file) }
        throw code == EWOULDBLOCK ? .hostRuns(process: holder(file)) : .system(path, code: code)
      }
      var (opened, named) = (stat(), stat())
      if fstat(file, &opened) == 0, path.withCString({ lstat($0, &named) }) == 0,
        opened.st_dev == named.st_dev, opened.st_ino == named.st_ino
      {
        return file
      }
      // Somebody has cleared the folder between both calls.
      close(file)
    }
  }

  /// The process that holds the lock of a socket that listens; nil where it is not told.
  static func holder(of socket: ControlSocket) -> Int32? {
    let file = socket.lockFile.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    return holder(file)
  }

  private static func holder(_ file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).trimmed())
  }
}

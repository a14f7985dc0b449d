import Glibc
internal import Music

extension CueSheet {
  /// Reads a sheet from a file, up to the maximum size of a sheet.
  init(at path: FilePath) throws(LibraryError) {
    // A pipe by that name must not block.
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .unreadable(path, code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .sheet(path, reason: "it is not a file") }
    var bytes = [UInt8](repeating: 0, count: CueSheet.maximumBytes + 1)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        // because the buffer is never empty, it has an address.
        read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .unreadable(path, code: errno) }
      if got == 0 { break }
      count += got
    }
    do {
      self = try CueSheet(bytes: Array(bytes[..<count]))
    } catch {
      throw .sheet(path, reason: error.reason)
    }
  }
}

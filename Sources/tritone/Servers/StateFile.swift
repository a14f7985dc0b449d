import FoundationEssentials
import Glibc
import Library
import Music

/// A small value in a file of the state directory, as JSON. A file that is damaged, too large or of
/// another version counts as none, and is kept under another name.
struct StateFile<Value: Codable & Sendable>: Sendable {
  let path: FilePath
  /// Bytes.
  var longest = 16 << 20

  init(_ path: FilePath) { self.path = path }

  /// The name of a file that could not be understood.
  var broken: FilePath { FilePath(bytes: path.bytes + Array(".broken".utf8)) }

  /// Nil where there is no such file.
  ///
  /// - Throws: where there may be one that cannot be read now. The caller must not write it then.
  func read() throws(LibraryError) -> Value? {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = path.withCString { open($0, flags) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path, code: errno)
    }
    defer { close(descriptor) }
    guard let bytes = try contents(of: descriptor),
      // Another version of the program may have written it.
      let value = try? JSONDecoder().decode(Value.self, from: Data(bytes))
    else {
      try setAside()
      return nil
    }
    return value
  }

  func write(_ value: Value) throws {
    if let folder = path.parent {
      let code = PrivateFiles.makeFolders(folder)
      guard code == 0 else { throw LibraryError.unwritable(folder, code: code) }
    }
    let bytes = Array(try JSONEncoder().encode(value))
    try AtomicFile.write(bytes, to: path, replaces: true, links: .refused)
  }

  func remove() { path.withCString { _ = unlink($0) } }

  private func setAside() throws(LibraryError) {
    let code = path.withCString { old in broken.withCString { rename(old, $0) } }
    guard code == 0 else { throw .unreadable(path, code: errno) }
  }

  /// Nil for more than the longest file.
  private func contents(of descriptor: Int32) throws(LibraryError) -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path, code: EINVAL) }
    guard status.st_size <= longest else { return nil }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= longest {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path, code: errno) }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
    return nil
  }
}

import Glibc
internal import Music

/// An errno as an error.
package struct SystemError: Error {
  package var code: Int32

  /// Whether there is nothing at the path.
  var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
}

extension FileStamp {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }
}

extension FilePath {
  /// The path with links and dots resolved, or nil when it does not exist.
  var resolved: FilePath? {
    guard let real = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return FilePath(
      bytes: Array(UnsafeBufferPointer(start: real, count: strlen(real))).map(
        UInt8.init(bitPattern:)))
  }

  /// The target of a path that is itself a link; any other path as it is. SQLite names a database's
  /// log after the file, not after a link to it.
  var withoutLink: FilePath {
    var status = stat()
    guard withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return self
    }
    return resolved ?? self
  }

  /// The absolute path, without empty and dotted components.
  var absolute: FilePath {
    var path = self
    if bytes.first != UInt8(ascii: "/") {
      let here = getcwd(nil, 0)
      defer { free(here) }
      path = FilePath(here.map { String(cString: $0) } ?? "/").appending(bytes)
    }
    let parts = path.bytes.split(separator: UInt8(ascii: "/"))
    // ".." behind a link can be resolved by the system only.
    if parts.contains([0x2E, 0x2E]), let resolved = path.resolved { return resolved }
    let kept = parts.filter { $0 != [0x2E] }
    return FilePath(bytes: [0x2F] + kept.joined(separator: [0x2F]))
  }
}

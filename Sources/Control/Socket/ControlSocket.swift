internal import Glibc
package import Music

/// Where the player of a library listens: a socket with its lock file, in a folder that only its
/// owner may enter.
package struct ControlSocket: Equatable, Sendable {
  package let folder: FilePath
  /// The socket's file.
  package let path: FilePath
  package let lockFile: FilePath

  /// Bytes of a path in the address of a socket, with the zero byte behind it.
  private static let maximumLength = 108

  /// - Parameters:
  ///   - library: two names of the same file have the same socket.
  ///   - fallback: the folder in which one of ours is made without XDG_RUNTIME_DIR.
  package init(
    library: FilePath, environment: [String: String], fallback: FilePath = FilePath("/tmp")
  ) throws(ControlError) {
    // The specification: relative paths are ignored.
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      folder = FilePath(runtime).appending("tritone")
    } else {
      folder = fallback.appending("tritone-\(geteuid())")
    }
    let name = SHA256.digest(of: Self.resolved(library).bytes).prefix(16)
    path = folder.appending("\(name).sock")
    lockFile = folder.appending("\(name).lock")
    guard path.bytes.count < Self.maximumLength else { throw .pathTooLong(path) }
  }

  /// A path without links, as far as it exists.
  package static func resolved(_ path: FilePath) -> FilePath {
    if let name = path.withCString({ realpath($0, nil) }) {
      defer { free(name) }
      return FilePath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
    guard let parent = path.parent else { return path }
    let name = path.bytes[(path.bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1 + 1)...]
    return resolved(parent).appending(Array(name.drop { $0 == UInt8(ascii: "/") }))
  }

  /// Makes the folder where it is missing, and checks it.
  package func makeFolder() throws(ControlError) {
    guard folder.withCString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw .system(folder, code: errno)
    }
    try checkFolder()
  }

  /// Whoever could write to the folder could put a socket of their own into the place of ours.
  ///
  /// - Throws: `noHost` where there is no folder.
  func checkFolder() throws(ControlError) {
    var status = stat()
    guard folder.withCString({ lstat($0, &status) }) == 0 else {
      if errno == ENOENT { throw .noHost }
      throw .system(folder, code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(folder) }
    guard status.st_uid == geteuid() else { throw .ofAnotherUser(folder) }
    guard status.st_mode & 0o077 == 0 else { throw .openToOthers(folder) }
  }
}

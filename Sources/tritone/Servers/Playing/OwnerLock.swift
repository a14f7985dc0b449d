import Glibc
import Library
import Music

/// A lock on a file that says for as long as it is held that a process lives, however that ends.
final class OwnerLock: Sendable {
  private let descriptor: Int32
  private let path: FilePath

  private static let (prefix, suffix) = ("listening-", ".lock")

  private static func path(_ id: String, in folder: FilePath) -> FilePath {
    folder.appending(prefix + id + suffix)
  }

  private init(_ descriptor: Int32, _ path: FilePath) {
    self.descriptor = descriptor
    self.path = path
  }

  private static let attempts = 3

  /// Nil where there can be no lock.
  static func held(_ id: String, in folder: FilePath) -> OwnerLock? {
    let path = path(id, in: folder)
    guard PrivateFiles.makeFolders(folder) == 0 else { return nil }
    for _ in 0..<attempts {
      let descriptor = path.withCString {
        open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      guard descriptor >= 0 else { return nil }
      // Another process may have taken the file for that of a dead one before it was locked.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: path) {
        return OwnerLock(descriptor, path)
      }
      close(descriptor)
    }
    return nil
  }

  private static func isFile(_ descriptor: Int32, at path: FilePath) -> Bool {
    var (open, named) = (stat(), stat())
    guard fstat(descriptor, &open) == 0, path.withCString({ lstat($0, &named) }) == 0 else {
      return false
    }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  deinit {
    path.withCString { _ = unlink($0) }
    close(descriptor)
  }

  /// The ids of others that live. What dead ones have left is removed.
  static func living(in folder: FilePath, but own: String) -> Set<String> {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var living: Set<String> = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      let id = String(name.dropFirst(prefix.count).dropLast(suffix.count))
      guard id != own else { continue }
      if lives(path(id, in: folder)) { living.insert(id) }
    }
    return living
  }

  private static func lives(_ path: FilePath) -> Bool {
    let descriptor = path.withCString { open($0, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    path.withCString { _ = unlink($0) }
    return false
  }
}

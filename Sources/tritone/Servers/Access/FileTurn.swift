import Glibc
import Library
import Music

/// A lock on a file, held by its holder, however that ends.
final class FileTurn: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  private static let pause = Duration.milliseconds(25)

  /// What became of waiting for others.
  enum Attempt: Sendable {
    case taken(FileTurn)
    /// Somebody has not given it back in time.
    case busy
    /// There can be no lock, by the error of the system.
    case impossible(code: Int32)
  }

  /// Waits for others; nil where there can be no lock, or somebody never gives it back.
  static func taken(_ path: FilePath, patience: Duration = .seconds(5)) async -> FileTurn? {
    guard case .taken(let turn) = await attempt(path, patience: patience) else { return nil }
    return turn
  }

  /// Waits for others; a task that is cancelled waits no longer.
  static func attempt(_ path: FilePath, patience: Duration = .seconds(5)) async -> Attempt {
    if let folder = path.parent {
      let code = PrivateFiles.makeFolders(folder)
      guard code == 0 else { return .impossible(code: code) }
    }
    let descriptor = path.withCString {
      open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { return .impossible(code: errno) }
    let turn = FileTurn(descriptor)
    let end = ContinuousClock.now + patience
    while true {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .taken(turn) }
      let code = errno
      // A file system without locks excludes nobody.
      if [ENOLCK, ENOSYS, EOPNOTSUPP].contains(code) { return .taken(turn) }
      guard code == EWOULDBLOCK || code == EINTR else { return .impossible(code: code) }
      guard ContinuousClock.now < end, !Task.isCancelled else { return .busy }
      // because a task that is cancelled sees that above.
      try? await Task.sleep(for: pause)
    }
  }
}

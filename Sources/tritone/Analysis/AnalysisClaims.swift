import CLinux
import Glibc
import Music

/// Which tracks this process is at, so that another one with the same library leaves them alone.
///
/// A claim is a lock on one byte of a file beside the library; it is gone with the process. Where
/// locks do not work, everything can be claimed, and some work is done twice.
final class AnalysisClaims: Sendable {
  private let descriptor: Int32

  /// - Parameter library: the library's file; an empty path is a library in memory.
  init(library: FilePath) {
    guard !library.bytes.isEmpty else {
      descriptor = -1
      return
    }
    let path = FilePath(bytes: library.bytes + Array("-analysis".utf8))
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// False when another process is at this track.
  func claim(_ track: TrackID) -> Bool {
    guard descriptor >= 0 else { return true }
    let code = tritone_lock_byte(descriptor, max(0, track.rawValue), 1)
    return code != EAGAIN && code != EACCES
  }

  /// What was found is kept, or will not be.
  func drop(_ track: TrackID) {
    if descriptor >= 0 { _ = tritone_lock_byte(descriptor, max(0, track.rawValue), 0) }
  }
}

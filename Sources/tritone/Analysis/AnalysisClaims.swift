import CLinux
import Glibc
import Music

/// The tracks being analysed by this process, so that other processes with the same library skip
/// them.
///
/// A claim is a lock on one byte of a file beside the library; it ends with the process. Where
/// locks do not work, everything can be claimed, and some work is done twice.
final class AnalysisClaims: Sendable {
  private let descriptor: Int32

  /// - Parameter library: the library's file; empty for a library in memory.
  init(library: FilePath) {
    guard !library.bytes.isEmpty else {
      descriptor = -1
      return
    }
    let path = FilePath(bytes: library.bytes + Array("-analysis".utf8))
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// False if another process has claimed the track.
  func claim(_ track: TrackID) -> Bool {
    guard descriptor >= 0 else { return true }
    let code = tritone_lock_byte(descriptor, max(0, track.rawValue), 1)
    return code != EAGAIN && code != EACCES
  }

  /// Releases the claim, once the result is stored or dropped.
  func drop(_ track: TrackID) {
    if descriptor >= 0 { _ = tritone_lock_byte(descriptor, max(0, track.rawValue), 0) }
  }
}

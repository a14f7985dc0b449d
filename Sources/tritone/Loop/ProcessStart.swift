import CLinux
import Glibc

/// Prepares the process before anything else.
enum ProcessStart {
  static func check() throws {
    guard tritone_is_privileged() == 0 else {
      throw Failure(reason: "it does not run with the rights of another user (set-uid, set-gid)")
    }
    keepStandardDescriptors()
  }

  /// Occupies the descriptors of closed standard streams: else the next opened file would get one
  /// of them, and receive printed text. They stay unusable.
  private static func keepStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number, so it is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

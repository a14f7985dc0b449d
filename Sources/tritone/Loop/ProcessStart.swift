import CLinux
import Glibc

/// What has to hold of the process before it does anything.
enum ProcessStart {
  static func check() throws {
    guard tritone_is_privileged() == 0 else {
      throw Failure(reason: "it does not run with the rights of another user (set-uid, set-gid)")
    }
    keepStandardDescriptors()
  }

  /// Takes the numbers of standard streams that are closed, or the next file that is opened would
  /// get one of them, and what is printed would land in it. They stay unusable.
  private static func keepStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number, so it is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

internal import Glibc

extension SyncServer {
  /// Takes standard input and output for the frames, and leaves /dev/null and standard error in
  /// their places: a stray print would otherwise end up among the frames.
  ///
  /// Call it first of all. Nil where no descriptors are left.
  package static func takeStandardStreams() -> (input: Int32, output: Int32)? {
    // F_DUPFD_CLOEXEC
    let input = fcntl(STDIN_FILENO, 1_030, 3)
    let output = fcntl(STDOUT_FILENO, 1_030, 3)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, nothing >= 0 else { return nil }
    dup2(nothing, STDIN_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    close(nothing)
    return (input, output)
  }
}

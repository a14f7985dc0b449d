import Glibc

/// Lines for the process at the other end of a pipe.
enum StandardOutput {
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // The reader may be gone; then nobody needs the answer.
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}

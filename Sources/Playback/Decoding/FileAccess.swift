import Glibc
import Media

/// How the player gets at files, and how long it waits for them.
struct FileAccess: Sendable {
  /// Reads the bytes of a file; streams do not use it.
  var reading: FileReading = { pread($0, $1, $2, $3) }
  /// How long a file may yield nothing before it is given up.
  var patience = Duration.seconds(12)
  /// How long the thread that decodes may hang in a file that is no longer wanted before another
  /// takes its place.
  var grace = Duration.seconds(1)
}

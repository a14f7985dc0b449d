import Glibc
import Media

/// Access to the bytes of sources, and its timeouts.
struct FileAccess: Sendable {
  /// Reads the bytes of a file; streams do not use it.
  var reading: FileReading = { pread($0, $1, $2, $3) }
  /// Opens tracks of servers.
  var remote: RemoteOpening = MediaError.noServers
  /// How long a file may block before it counts as failed.
  var patience = Duration.seconds(12)
  /// How long the decode thread may block in an unwanted file before it is replaced.
  var grace = Duration.seconds(1)
}

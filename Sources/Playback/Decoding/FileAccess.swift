import Glibc
import Media
import Music

/// Access to the bytes of sources, and its timeouts.
struct FileAccess: Sendable {
  /// Reads the bytes of a file; streams do not use it.
  var reading: FileReading = { pread($0, $1, $2, $3) }
  /// Opens tracks of servers.
  var remote: RemoteOpening = MediaError.noServers
  /// How long a file may block before it counts as failed.
  var patience = Duration.seconds(12)
  /// How long a track of a server may yield no sound in its middle. Whoever fetches it makes its
  /// connection anew for as long as that makes sense, and fails before.
  var remotePatience = Duration.seconds(120)
  /// How long the decode thread may block in an unwanted file before it is replaced.
  var grace = Duration.seconds(1)

  /// How long a source may yield no sound in its middle before it counts as failed.
  func patience(with source: MediaSource) -> Duration {
    switch source {
    case .file, .stream: patience
    case .server: remotePatience
    }
  }
}

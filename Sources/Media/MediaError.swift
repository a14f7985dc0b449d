package import Music

/// Faults of media files and streams.
package enum MediaError: Error, Equatable, Sendable {
  /// `code` is an errno.
  case unreadable(FilePath, code: Int32)
  /// Not a regular file, for example a folder, a pipe, a device.
  case notAFile(FilePath)
  case empty(FilePath)
  /// No audio stream; `code` is FFmpeg's, 0 if none.
  case noAudio(MediaSource, code: Int32)
  /// FFmpeg has no decoder for the codec.
  case noDecoder(MediaSource, codec: String)
  case undecodable(MediaSource, code: Int32)
  /// Decoding to the end yielded no frame.
  case soundless(MediaSource)
  /// Nearly all of the sound that the header announces is missing.
  case cutOff(MediaSource, of: Duration)
  /// A sampling rate out of range.
  case unplayableRate(MediaSource, hertz: Int)
  case timedOut(MediaSource)
  case cancelled
  case unwritable(FilePath, code: Int32)
  /// A stream's server was not found, not reached, or lost; `code` is an errno.
  case unreachable(StreamAddress, code: Int32)
  /// The server's HTTP status; 400 and 500 also stand for those that FFmpeg does not tell apart.
  case httpStatus(StreamAddress, status: Int)
  /// No secure connection: an untrusted certificate, or no TLS.
  case insecure(StreamAddress)
  /// A track of a server that cannot be fetched.
  case server(ServerTrackAddress, RemoteFault)
  /// FFmpeg's libraries cannot be loaded; the system's message.
  case noLibraries(reason: String)
  /// A live stream, which cannot be seeked.
  case notSeekable(MediaSource)
}
